import Catalog
import Files
import ImageCodecs
import ObjectStore
import Recipes
import Rendering

/// What the catalog and the file system say together of the pictures that a photo has of its own.
enum RecordedOwnFiles {
  /// A photo on record as cache keys need it, with its pictures, of which no byte is read; nil where one is in doubt.
  static func content(of known: KnownFile, _ photo: InputPhoto, in context: BatchContext) -> PhotoContent? {
    let subject = context.names.subject(of: photo)
    let content = known.content(subject)
    if !context.prepared.recipe.hasOwnPictures { return content }
    var own: [String: PerPhotoContent] = [:]
    var missing: Set<String> = []
    for source in context.prepared.recipe.pictureSources(for: content.facts) {
      guard let path = path(of: source, photo, subject, in: context), !FileStatus.isNothing(at: path) else {
        // One that has to be there is missed when the photo's turn comes.
        guard case .ownFile(_, missing: .skip) = source.content else { return nil }
        missing.insert(source.name)
        continue
      }
      guard let record = context.known?.source(path), let status = FileStatus(path: path),
        record.stamp.isSure(of: status)
      else { return nil }
      own[source.name] = PerPhotoContent(record)
    }
    return known.content(subject, own: own, missing: missing)
  }

  /// A photo as it would be told, had it the pictures that are on record at their paths, and none that is not.
  static func recorded(_ content: PhotoContent, _ photo: InputPhoto, in context: BatchContext) -> PhotoContent {
    var former = content
    (former.own, former.facts.missing) = ([:], [])
    for source in context.prepared.recipe.pictureSources(for: former.facts) {
      let record = path(of: source, photo, content.facts.subject, in: context).flatMap { context.known?.source($0) }
      former.own[source.name] = record.map { PerPhotoContent($0) }
      if record == nil { former.facts.missing.insert(source.name) }
    }
    return former
  }

  /// The same, had it none.
  static func without(_ content: PhotoContent) -> PhotoContent {
    var former = content
    former.facts.missing.formUnion(content.own.keys)
    former.own = [:]
    return former
  }

  /// The pictures that a photo may have of its own, as they are in this moment.
  static func statuses(of job: PhotoJob) -> [FileStatus?] {
    let context = job.context
    guard context.prepared.recipe.hasOwnPictures else { return [] }
    let subject = context.names.subject(of: job.photo)
    return context.prepared.recipe.sources.map { source in
      path(of: source, job.photo, subject, in: context).flatMap { FileStatus(path: $0) }
    }
  }

  /// Where a picture would be, from the root; nil where it has no path.
  private static func path(
    of source: Recipe.Source, _ photo: InputPhoto, _ subject: PhotoSubject, in context: BatchContext
  ) -> String? {
    guard case .ownFile(let template, _) = source.content,
      let path = try? context.names.path(of: template, photo, subject)
    else { return nil }
    // Of several names that look alike none is taken, and the photo's turn says so.
    return try? context.inputPath(existingPath(RecipeFiles.resolve(path, in: context.prepared.recipe), isDerived: true))
  }
}

extension PerPhotoContent {
  /// A picture as the catalog remembers it.
  fileprivate init(_ known: KnownSource) {
    let model = known.colorModel.flatMap(ImageInfo.ColorModel.init)
    self.init(sha256: known.sha256, format: ImageFileFormat(rawValue: known.format), hasInks: model?.hasInks == true)
  }
}
