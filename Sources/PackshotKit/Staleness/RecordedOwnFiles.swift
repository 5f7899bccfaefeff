import Catalog
import Files
import ObjectStore
import Recipes
import Rendering

/// The state of per-photo images according to the catalog and the file system.
enum RecordedOwnFiles {
  /// Returns a recorded photo's part of cache keys, including its per-photo images, without reading any file. Returns
  /// nil if an image may have changed.
  static func content(of known: KnownFile, _ photo: InputPhoto, in context: BatchContext) -> PhotoContent? {
    let subject = context.names.subject(of: photo)
    let content = known.content(subject)
    if !context.prepared.recipe.hasOwnPictures { return content }
    var own: [String: PictureContent] = [:]
    var missing: Set<String> = []
    for source in context.prepared.recipe.pictureSources(for: content.facts) {
      if case .member(let path) = source.content {
        guard let known = context.known?.original(context.inputPath(path)), let status = FileStatus(path: path),
          known.stamp.isSure(of: status)
        else { return nil }
        own[source.name] = known.picture
        continue
      }
      guard let path = path(of: source, photo, subject, in: context), !FileStatus.isNothing(at: path) else {
        // A missing image that the recipe requires is reported when the photo is rendered.
        guard case .ownFile(_, missing: .skip) = source.content else { return nil }
        missing.insert(source.name)
        continue
      }
      guard let record = context.known?.source(path), let status = FileStatus(path: path),
        record.stamp.isSure(of: status)
      else { return nil }
      own[source.name] = record.picture
    }
    return known.content(subject, own: own, missing: missing)
  }

  /// Returns the photo's part of cache keys with exactly the per-photo images that are recorded.
  static func recorded(_ content: PhotoContent, _ photo: InputPhoto, in context: BatchContext) -> PhotoContent {
    var former = content
    (former.own, former.facts.missing) = ([:], [])
    for source in context.prepared.recipe.pictureSources(for: former.facts) {
      if case .member = source.content {
        former.own[source.name] = content.own[source.name]
        continue
      }
      let record = path(of: source, photo, content.facts.subject, in: context).flatMap { context.known?.source($0) }
      former.own[source.name] = record?.picture
      if record == nil { former.facts.missing.insert(source.name) }
    }
    return former
  }

  /// Returns the photo's part of cache keys without per-photo images, except the photos of groups.
  static func without(_ content: PhotoContent, in context: BatchContext) -> PhotoContent {
    var former = content
    for source in context.prepared.recipe.sources where former.own.removeValue(forKey: source.name) != nil {
      former.facts.missing.insert(source.name)
    }
    return former
  }

  /// Returns the current status of each possible per-photo image and of the other photos of groups.
  static func statuses(of job: PhotoJob) -> [FileStatus?] {
    let context = job.context
    guard context.prepared.recipe.hasOwnPictures else { return [] }
    let subject = context.names.subject(of: job.photo)
    return context.prepared.recipe.sources.map { source in
      path(of: source, job.photo, subject, in: context).flatMap { FileStatus(path: $0) }
    } + members(of: job).map { FileStatus(path: $0) }
  }

  /// Returns the paths of the other photos of the groups that a photo is the first of, sorted.
  static func members(of job: PhotoJob) -> [String] {
    guard job.context.prepared.recipe.hasGroups else { return [] }
    let groups = job.context.names.subject(of: job.photo).groups
    return Set(groups.values.flatMap { $0.photos.dropFirst() }.map(\.path)).sorted()
  }

  /// Returns the absolute path of a per-photo image, or nil if its template can't be filled in.
  private static func path(
    of source: Recipe.Source, _ photo: InputPhoto, _ subject: PhotoSubject, in context: BatchContext
  ) -> String? {
    guard case .ownFile(let template, _) = source.content,
      let path = try? context.names.path(of: template, photo, subject)
    else { return nil }
    // Fails if several file names look the same. Rendering the photo reports that.
    return try? context.inputPath(existingPath(RecipeFiles.resolve(path, in: context.prepared.recipe), isDerived: true))
  }
}
