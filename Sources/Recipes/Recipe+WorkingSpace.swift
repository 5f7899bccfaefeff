import ColorProfiles
import Filters
import Parameters
import PixelCore

extension Recipe {
  /// The recipe with the colours of steps, drawn sources and backgrounds converted to the working space.
  package var inWorkingSpace: Recipe {
    let space = conversion.space
    return space == .sRGB ? self : colored(by: space.color)
  }

  /// The recipe with the colours of steps, drawn sources and backgrounds converted.
  package func colored(by convert: (Color) -> Color) -> Recipe {
    var recipe = self
    recipe.steps = steps.map { $0.colored(by: convert) }
    for index in recipe.outputs.indices { recipe.outputs[index] = outputs[index].colored(by: convert) }
    for (index, source) in sources.enumerated() {
      recipe.sources[index].steps = source.steps.map { $0.colored(by: convert) }
      guard case .drawn(let filter) = source.content, let converted = filter.colored(by: convert) as? any ImageSource
      else { continue }
      recipe.sources[index].content = .drawn(converted)
    }
    return recipe
  }
}

extension Recipe.Output {
  /// The output with the colours of its steps and its background converted.
  package func colored(by convert: (Color) -> Color) -> Recipe.Output {
    var output = self
    output.steps = steps.map { $0.colored(by: convert) }
    output.background = convert(background)
    return output
  }
}

extension Recipe.Step {
  package func colored(by convert: (Color) -> Color) -> Recipe.Step {
    Recipe.Step(filter: filter.colored(by: convert), when: when, node: node)
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
