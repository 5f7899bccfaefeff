import Catalog
import ObjectStore
import Rendering

extension RenderReason {
  /// Why an output is to be rendered.
  ///
  /// What made the output that is known is told by its identity alone. So the identity is worked out as it would be with the
  /// photo, the recipe's pictures and the engine of before: those changes that give the known one explain it. Where none
  /// do, the recipe changed, and whatever else is known to have changed did too; or where the very same recipe made it, what
  /// the recipe asks about the photo's product.
  ///
  /// - Parameters:
  ///   - photo: The photo, and where it is.
  ///   - known: What the catalog knows of the output.
  ///   - original: What it knows of the photo.
  ///   - isThere: Whether something lies in the output's place.
  static func all(
    of output: FinishedJob.Output, known: KnownRendition?, photo: PhotoContent, _ input: InputPhoto,
    original: KnownFile?, isThere: Bool, in context: BatchContext
  ) -> [Self] {
    guard let known else {
      if isThere, context.options.overwrite { return [.edited] }
      guard let original else { return [.new] }
      return [context.photosOfRecipe.contains(original.photoID) ? .product : .recipe]
    }
    let gone: [Self] = isThere ? [] : [.missing]
    if known.identity == output.identity {
      return isThere ? [context.options.force ? .forced : .edited] : gone
    }
    let oldPhoto = original.flatMap { original in
      original.sha256 == photo.sha256
        ? nil : original.content(photo.facts.subject, own: photo.own, missing: photo.facts.missing)
    }
    var photos: [(PhotoContent, [Self])] = [(photo, [])] + (oldPhoto.map { [($0, [.content])] } ?? [])
    if context.prepared.recipe.hasOwnPictures {
      photos += photos.flatMap { photo, changes in
        [KnownOwn.recorded(photo, input, in: context), KnownOwn.without(photo)].map { ($0, changes + [.source]) }
      }
    }
    for past in context.pastWork {
      for (photo, changes) in photos
      where past.identity(ofOutput: output.index, photo: photo, path: output.path) == known.identity {
        return changes + past.changes.filter { !changes.contains($0) } + gone
      }
    }
    return (oldPhoto == nil ? [] : [.content]) + [context.isOfProduct(output.index, known) ? .product : .recipe] + gone
  }
}
