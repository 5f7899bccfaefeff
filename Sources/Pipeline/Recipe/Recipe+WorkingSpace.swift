import ColorProfiles
import Filters
import Parameters
import PixelCore

extension Recipe {
  /// The recipe with its colours in the working space's numbers: those of steps, drawn sources and backgrounds.
  var inWorkingSpace: Recipe {
    let space = conversion.space
    if space == .sRGB { return self }
    var recipe = self
    recipe.steps = steps.map { $0.in(space) }
    for index in recipe.outputs.indices {
      recipe.outputs[index].steps = outputs[index].steps.map { $0.in(space) }
      recipe.outputs[index].background = space.color(outputs[index].background)
    }
    for (index, source) in sources.enumerated() {
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
    Recipe.Step(filter: filter.colored(by: space.color), node: node)
  }
}

extension Filter {
  /// The filter with other colours where it has any.
  fileprivate func colored(by convert: (Color) -> Color) -> any Filter {
    var copy = self
    for parameter in Self.parameters where [.color, .opaqueColor].contains(parameter.description.kind) {
      guard let color = Color(parameter.value(in: self)) else { continue }
      do { try parameter.set(&copy, to: convert(color).value, as: parameter.description.name) } catch {
        preconditionFailure("a colour is one in any space: \(error.message)")
      }
    }
    return copy
  }
}
