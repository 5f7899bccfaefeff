import ColorProfiles
import Filters
import Parameters
import PixelCore

extension Recipe {
  /// The recipe with the colours of steps, drawn sources and backgrounds converted to the working space.
  package var inWorkingSpace: Recipe {
    let space = conversion.space
    if space == .sRGB { return self }
    var recipe = self
    recipe.steps = steps.map { $0.in(space) }
    for index in recipe.outputs.indices {
      recipe.outputs[index].steps = outputs[index].steps.map { $0.in(space) }
      recipe.outputs[index].background = space.color(outputs[index].background)
    }
    for (index, source) in sources.enumerated() {
      recipe.sources[index].steps = source.steps.map { $0.in(space) }
      guard case .drawn(let filter) = source.content,
        let converted = filter.colored(by: space.color) as? any ImageSource
      else { continue }
      recipe.sources[index].content = .drawn(converted)
    }
    return recipe
  }
}

extension Recipe.Step {
  fileprivate func `in`(_ space: WorkingSpace) -> Recipe.Step {
    Recipe.Step(filter: filter.colored(by: space.color), when: when, node: node)
  }
}

extension Filter {
  /// Returns the filter with its colours converted.
  fileprivate func colored(by convert: (Color) -> Color) -> any Filter {
    var copy = self
    for parameter in Self.parameters {
      let value = parameter.value(in: self)
      guard let converted = parameter.description.kind.colored(value, by: convert) else { continue }
      do { try parameter.set(&copy, to: converted, as: parameter.description.name) } catch {
        preconditionFailure("a colour is one in any space: \(error.message)")
      }
    }
    return copy
  }
}

extension ParameterKind {
  /// Returns the value with its colours converted, or nil if it contains none.
  fileprivate func colored(_ value: Value, by convert: (Color) -> Color) -> Value? {
    switch self {
    case .color, .opaqueColor, .wordOrColor: return Color(value).map { convert($0).value }
    case .map(let fields):
      guard case .map(let entries) = value.content else { return nil }
      return Value(
        .map(
          entries.map { entry in
            let kind = fields.first { $0.name == entry.key }?.kind
            return Value.Entry(key: entry.key, value: kind?.colored(entry.value, by: convert) ?? entry.value)
          }))
    default: return nil
    }
  }
}
