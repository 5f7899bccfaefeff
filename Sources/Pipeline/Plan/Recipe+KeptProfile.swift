import ColorProfiles
import ImageCodecs
import PixelCore
import Recipes

extension Recipe {
  /// Returns the recipe with its colours in the photo's own numbers where an output keeps the photo's profile, and whether
  /// each output does.
  ///
  /// An output with other pictures can't keep the profile, because theirs differ. So that no output depends on the others,
  /// shared steps that paint become steps of each output.
  func inColors(of photo: ImageInfo) -> (recipe: Recipe, keepsProfile: [Bool]) {
    let canKeep = outputs.map { profile == .keep && photo.colors.canBeKept && sourceNames(of: $0).isEmpty }
    guard profile == .keep, photo.colors.canBeKept else { return (self, canKeep) }
    var converted: [Color: Color] = [:]
    func convert(_ color: Color) -> Color {
      // White is the profile's white, so that a photo's profile is parsed only for a recipe that paints in other colours.
      if (color.red, color.green, color.blue) == (255, 255, 255) { return color }
      if let known = converted[color] { return known }
      converted[color] = photo.profile?.color(color, conversion) ?? color
      return converted[color]!
    }
    var isPainted = false
    for step in steps {
      _ = step.colored { color in
        isPainted = isPainted || convert(color) != color
        return color
      }
    }
    var recipe = self
    if isPainted {
      recipe.steps = []
      for index in outputs.indices { recipe.outputs[index].steps = steps + outputs[index].steps }
    }
    for index in outputs.indices where canKeep[index] {
      recipe.outputs[index] = recipe.outputs[index].colored(by: convert)
    }
    return (recipe, canKeep)
  }
}
