import Catalog
import Files
import Foundation
import ObjectStore
import Pipeline
import Rendering

/// Whether what is known of products is what has changed. What it was before is not on record: it is what is left where a
/// picture was made by the very same recipe, and nothing else explains why it would be another one now.
extension BatchContext {
  /// Whether a picture that nothing else explains is another one for what is known of its product.
  ///
  /// - Parameters:
  ///   - output: Which of the recipe's outputs.
  ///   - rendition: The picture as it is on record.
  func isOfProduct(_ output: Int, _ rendition: KnownRendition) -> Bool {
    let recipe = prepared.recipe
    let asked = recipe.attributes(askedFor: recipe.outputs[output]) + recipe.fields(of: recipe.outputs[output])
    return !Set(asked).isDisjoint(with: recipe.attributes) && known?.recipeHash(of: rendition) == prepared.hash
  }

  /// Whether an output of a photo that is as it was is to be made for what is known of its product, and for nothing else.
  ///
  /// - Parameters:
  ///   - photo: As it is on record.
  ///   - content: The photo as identities tell it now.
  func isChangedByProduct(_ output: NamedOutput, of photo: KnownFile, _ content: PhotoContent) -> Bool {
    let place = outputPath(output.path)
    guard let rendition = known?.rendition(place) else {
      // It has another name now, or was not made before.
      return photosOfRecipe.contains(photo.photoID) && FileStatus.isNothing(at: place)
    }
    guard let status = FileStatus(path: place),
      rendition.isSurely(status, madeOf: photo.photoID, by: rendition.identity)
    else { return false }
    return isOfProduct(output.index, rendition)
      && !pastWork.contains {
        $0.identity(ofOutput: output.index, photo: content, path: output.path) == rendition.identity
      }
  }
}
