import ColorProfiles
import ImageCodecs
import PixelCore
import Recipes

extension Recipe {
  /// Returns the recipe with its colours in the photo's own numbers where an output keeps the photo's profile, and whether
  /// each output does.
  ///
  /// An output with other pictures can't keep the profile, because theirs differ. If there is one, and shared steps paint,
  /// no output keeps it: shared steps run once, with one set of colours.
  func inColors(of photo: ImageInfo) -> (recipe: Recipe, keepsProfile: [Bool]) {
    let canKeep = outputs.map { profile == .keep && photo.colors.canBeKept && sourceNames(of: $0).isEmpty }
    guard canKeep.contains(true) else { return (self, canKeep) }
    // White is the profile's white, so that a photo's profile is read only for a recipe that paints in colours.
    func convert(_ color: Color) -> Color {
      (color.red, color.green, color.blue) == (255, 255, 255) ? color : photo.profile?.color(color, conversion) ?? color
    }
    if canKeep.allSatisfy(\.self) { return (colored(by: convert), canKeep) }
    var isPainted = false
    for step in steps {
      _ = step.colored { color in
        isPainted = isPainted || convert(color) != color
        return color
      }
    }
    if isPainted { return (self, canKeep.map { _ in false }) }
    var recipe = self
    for index in outputs.indices where canKeep[index] { recipe.outputs[index] = outputs[index].colored(by: convert) }
    return (recipe, canKeep)
  }
}
