import Catalog
import Files
import ObjectStore
import Pipeline
import PixelCore
import Rendering

/// What the catalog and the file system say of a photo together, without a byte being read.
struct PhotoGlance {
  /// The photo's report, if it and its outputs are surely those that the catalog remembers, and all finished; nil if anything
  /// is in doubt.
  private(set) var report: PhotoReport?
  /// How many of its pictures are up to date but for the engine that made them, by that engine.
  private(set) var earlierEngines: [String: Int] = [:]
  /// Whether the photo is as it was, and what is known of its product is not.
  private(set) var isChangedByProduct = false

  init(at job: PhotoJob) {
    let (photo, context) = (job.photo, job.context)
    guard !context.options.force, let named = job.outputs,
      let known = context.known?.original(job.path),
      let status = FileStatus(path: photo.path), known.stamp.isSure(of: status),
      context.names.link(of: photo) == known.link
    else { return }
    guard let content = KnownOwn.content(of: known, photo, in: context) else { return }
    let outputs = named.compactMap { finished($0, of: known, content, in: context) }
    if outputs.count < named.count, context.options.changedProducts {
      isChangedByProduct = named.contains { context.isChangedByProduct($0, of: known, content) }
    }
    if outputs.count == named.count, job.clash == nil {
      report = PhotoReport(
        input: photo.path, status: .unchanged, outputs: outputs,
        notMade: job.notMade.map { PhotoReport.NotMade($0, of: context.prepared.recipe) }, failure: nil, warnings: [])
      report?.leftOut = content.facts.missing.sorted()
      report?.ownPictures = Array(content.own.keys)
    }
  }

  /// The report of an output that needs no work.
  private mutating func finished(
    _ output: NamedOutput, of photo: KnownFile, _ content: PhotoContent, in context: BatchContext
  ) -> PhotoReport.Output? {
    let file = context.outputPath(output.path)
    guard let rendition = context.known?.rendition(file), let status = FileStatus(path: file),
      rendition.isSurely(status, madeOf: photo.photoID, by: rendition.identity), !rendition.isOfFormerProduct,
      let work = context.pastWork.first(where: {
        $0.identity(ofOutput: output.index, photo: content, path: output.path) == rendition.identity
      })
    else { return nil }
    if work.changes == [.engine] { earlierEngines[work.engine, default: 0] += 1 }
    guard work.changes.isEmpty || context.options.keepEngine && work.changes == [.engine] else { return nil }
    return PhotoReport.Output(
      path: output.path, status: .unchanged, width: rendition.width, height: rendition.height,
      byteCount: Int(rendition.stamp.byteCount), sha256: rendition.sha256)
  }
}

extension EngineChange {
  /// The earlier engines that made pictures which are up to date but for that, by their names.
  static func all(in glances: [PhotoGlance], isKept: Bool) -> [EngineChange] {
    var found: [String: EngineChange] = [:]
    for glance in glances {
      for (engine, pictures) in glance.earlierEngines {
        found[engine, default: EngineChange(from: engine, isKept: isKept)].count(pictures: pictures)
      }
    }
    return found.values.sorted { $0.from < $1.from }
  }
}
