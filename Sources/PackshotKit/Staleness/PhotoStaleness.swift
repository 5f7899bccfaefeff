import Catalog
import Files
import Foundation
import ObjectStore
import Recipes
import Rendering

/// Determines which outputs of a photo are up to date, from the catalog, the journal and the file system.
struct PhotoStaleness {
  /// The catalog record of this photo under its old path, if it was moved.
  let former: KnownFile?
  /// Warnings about the choice of the moved photo's record.
  let warnings: [Warning]
  private let context: BatchContext
  private let status: FileStatus
  private let content: PhotoContent
  private let photo: InputPhoto
  /// The photo's record, under its current path or its old one.
  private let known: KnownFile?
  /// The record's id. Nil if the photo shows another product than the record is linked to: its outputs are then
  /// recorded again.
  private let photoID: UUID?

  /// - Parameters:
  ///   - path: Absolute path of the photo.
  ///   - status: Status of its file.
  init(of photo: InputPhoto, at path: String, _ status: FileStatus, _ content: PhotoContent, in context: BatchContext) {
    (self.context, self.status, self.content, self.photo) = (context, status, content, photo)
    let here = context.known?.original(path)
    let claim = here == nil ? context.moved.claim(sha256: content.sha256, for: path) : nil
    former = claim?.original
    warnings = claim.map(Self.warnings) ?? []
    let known = here ?? former
    self.known = known
    photoID = known.flatMap { $0.product == context.names.product(of: photo) ? $0.photoID : nil }
  }

  /// Creates the staleness of a photo that is certainly unchanged since it was recorded.
  init(
    of photo: InputPhoto, _ status: FileStatus, _ content: PhotoContent, asIn known: KnownFile, in context: BatchContext
  ) {
    (self.context, self.status, self.content, self.photo) = (context, status, content, photo)
    (former, warnings, self.known, photoID) = (nil, [], known, known.photoID)
  }

  private static func warnings(_ claim: MovedPhotos.Claim) -> [Warning] {
    guard let other = claim.others.first else { return [] }
    let more = claim.others.count > 1 ? " and \(claim.others.count - 1) more" : ""
    return [
      Warning(
        "treated as \(claim.path), which is missing; other missing photos have the same content: \(other)\(more)",
        kind: "renamed or moved photo followed", reason: "other recorded photos that are missing have the same content")
    ]
  }

  /// Returns the staleness of an output. Also returns the engine that made its file, if only the engine has changed.
  ///
  /// - Parameters:
  ///   - index: Index of the output in the recipe.
  ///   - path: Path relative to the output folder. A pattern if the name contains a ``Fingerprint``.
  ///   - sha256: Hashes the existing file. Called only if the file's status isn't enough.
  func staleness(
    ofOutput index: Int, at path: String, sha256: @escaping (String) -> String? = { Files.sha256(ofFile: $0) }
  ) -> (staleness: Staleness, earlierEngine: String?) {
    let file = context.fingerprinted.path(of: path)
    let place = context.outputPath(file)
    let record = context.known?.rendition(place)
    let seen = nanosecondsNow()
    let (changes, engine) = record.map { self.changes(since: $0, ofOutput: index, at: path) } ?? ([], nil)
    let evidence = Staleness.Evidence(
      seenNanoseconds: seen, occupant: .init(at: place, photo: status) { sha256(place) }, record: record,
      recordedRecipe: { record.flatMap { context.known?.recipeName(of: $0) } }, announced: { context.announced(file) },
      changes: changes, reasonIfNew: reasonIfNew, photoID: photoID)
    return (Staleness(evidence, rules: context.rules), engine)
  }

  /// The reason for rendering an output that isn't recorded.
  private var reasonIfNew: RenderReason {
    guard let known else { return .new }
    return context.photosOfRecipe.contains(known.photoID) ? .product : .recipe
  }

  /// Returns what has changed since a recorded picture was made. Also returns the engine that made it, if only the
  /// engine has changed.
  ///
  /// Only the cache key is recorded, not its inputs. So this computes the keys for the earlier photo, images and
  /// engine, and looks for a combination that gives the recorded key. If none does, the same recipe made the picture,
  /// and the output uses product values, then a product value has changed: earlier product values aren't recorded. The
  /// same goes for an earlier focus. Otherwise the recipe has changed. If the photo's content is known to have changed,
  /// that is returned too.
  private func changes(
    since record: KnownRendition, ofOutput index: Int, at path: String
  ) -> (changes: [RenderReason], earlierEngine: String?) {
    let today = context.cachedResults[0]
    if today.key(ofOutput: index, photo: content, path: path) == record.cacheKey { return ([], nil) }
    let old = known.flatMap { known in
      known.sha256 == content.sha256
        ? nil : known.content(content.facts.subject, own: content.own, missing: content.facts.missing)
    }
    var photos: [(PhotoContent, [RenderReason])] = [(content, [])] + (old.map { [($0, [.content])] } ?? [])
    if context.prepared.recipe.hasOwnPictures {
      photos += photos.flatMap { content, changes in
        [
          RecordedOwnFiles.recorded(content, photo, in: context), RecordedOwnFiles.without(content, in: context),
        ].map { ($0, changes + [.source]) }
      }
    }
    if content.facts.subject.focus != nil {
      photos += photos.map { content, changes in (content.withoutFocus, changes + [.focus]) }
    }
    if let found = context.cachedResults.combination(
      giving: record.cacheKey, ofOutput: index, photos: photos.map(\.0), path: path)
    {
      let ofPhoto = photos[found.photo].1
      let changes = ofPhoto + found.results.changes.filter { !ofPhoto.contains($0) }
      return (changes, changes == [.engine] ? found.results.engine : nil)
    }
    let isOfFocus = isOfFocus(index, record)
    if isOfProduct(index, record), isOfFocus, content.facts.subject.focus != nil, !hasOtherGroup(index, record) {
      return ((old == nil ? [] : [.content]) + [.product, .focus], nil)
    }
    let other: RenderReason =
      hasOtherGroup(index, record)
      ? .group : isOfProduct(index, record) ? .product : isOfFocus ? .focus : .recipe
    return ((old == nil ? [] : [.content]) + [other], nil)
  }

  /// Whether the same recipe made a picture of several photos, and its other photos are no longer the recorded ones.
  private func hasOtherGroup(_ output: Int, _ record: KnownRendition) -> Bool {
    guard let group = context.prepared.recipe.outputs[output].group,
      context.known?.recipeHash(of: record) == context.prepared.hash,
      let members = content.facts.subject.groups[group.id]?.photos
    else { return false }
    let places = members.map { context.inputPath($0.path) }
    let isSame = places.enumerated().dropFirst().allSatisfy { index, place in
      context.known?.original(place)?.sha256 == content.own[group.sourceName(index)]?.sha256
    }
    return !isSame || Set(places) != Set(context.recordedGroups.photos(of: record))
  }

  /// Whether the same recipe made the picture and the output uses product attributes.
  private func isOfProduct(_ output: Int, _ record: KnownRendition) -> Bool {
    let recipe = context.prepared.recipe
    let asked = recipe.attributes(askedFor: recipe.outputs[output]) + recipe.fields(of: recipe.outputs[output])
    return !Set(asked).isDisjoint(with: recipe.attributes)
      && context.known?.recipeHash(of: record) == context.prepared.hash
  }

  /// Whether the same recipe made the picture and the output uses the photo's own focus.
  private func isOfFocus(_ output: Int, _ record: KnownRendition) -> Bool {
    let recipe = context.prepared.recipe
    return recipe.usesFocus(recipe.outputs[output]) && context.known?.recipeHash(of: record) == context.prepared.hash
  }

  /// Sets the state of an output: up to date, in conflict, or stale.
  func decide(_ output: inout FinishedJob.Output) {
    let file = context.fingerprinted.path(of: output.path)
    switch staleness(ofOutput: output.index, at: output.path).staleness {
    case .upToDate(let record, let state):
      (output.path, output.state) = (file, state)
      (output.byteCount, output.sha256) = (Int(record.stamp.bytes), record.sha256)
    case .conflict(let conflict): (output.path, output.state) = (file, .conflict(conflict))
    case .stale(let reasons, let mayReplace, let isFree):
      if isFree, rename(&output) { return }
      (output.reasons, output.state) = (reasons, .stale(kept: mayReplace ? nil : file))
      // An existing file with the picture's fingerprint is the same picture.
      output.replacesFile = !isFree && !Fingerprint.isPattern(output.path)
    }
  }

  /// Looks for the output's file under the photo's former name.
  ///
  /// A file that gets a new name must have been made with today's inputs: its cache key is today's, but for the name. A
  /// file of the former product shows that product's price.
  private func rename(_ output: inout FinishedJob.Output) -> Bool {
    guard let former, !context.options.force else { return false }
    let index = output.index
    // A file with a fingerprint doesn't get a new name, so its inputs may be those of the former product.
    let content =
      Fingerprint.isPattern(output.path)
      ? former.content(context.names.subject(of: former), own: content.own, missing: content.facts.missing) : content
    for cached in context.cachedResults where context.rules.ignore(cached.changes) {
      guard
        let found = context.moved.picture(
          of: former, cacheKey: { cached.key(ofOutput: index, photo: content, path: $0) })
      else { continue }
      // Pages may still refer to a name with a fingerprint, so its file stays, and the picture is rendered again.
      if Fingerprint.isPattern(output.path) {
        output.former = found.rendition.photoID
        return false
      }
      output.cacheKey = cached.key(ofOutput: index, photo: content, path: output.path)
      (output.byteCount, output.sha256) = (found.status.byteCount, found.rendition.sha256)
      output.state = context.options.isDryRun ? .wouldRename(from: found.path) : .renamed(found)
      return true
    }
    return false
  }
}

extension PhotoContent {
  /// The same photo without a focus of its own.
  var withoutFocus: PhotoContent {
    var content = self
    content.facts.subject.focus = nil
    return content
  }
}

extension KnownFile {
  /// The product that the catalog links the photo to.
  var product: SKUPattern.Match? { link.map { SKUPattern.Match($0) } }
}
