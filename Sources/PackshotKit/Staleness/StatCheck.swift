import Catalog
import Files
import ObjectStore
import PixelCore
import Recipes
import Rendering

/// A quick check of a photo and its outputs by size and time, without reading a byte.
struct StatCheck {
  let job: PhotoJob
  /// The photo's report, if the photo and its outputs are certainly unchanged and all up to date. Nil if anything is in
  /// doubt.
  private(set) var report: PhotoReport?
  /// Number of pictures that are up to date except that another engine made them, by that engine.
  private(set) var earlierEngines: [String: Int] = [:]
  /// Whether the photo is unchanged but values of its product have changed. False unless
  /// ``BatchOptions/changedProducts`` is set.
  private(set) var isChangedByProduct = false

  init(of job: PhotoJob) {
    self.job = job
    let (photo, context) = (job.photo, job.context)
    guard !context.options.force, let named = job.outputs,
      let known = context.known?.original(job.path),
      let status = FileStatus(path: photo.path), known.stamp.isSure(of: status),
      context.names.link(of: photo) == known.link,
      let content = RecordedOwnFiles.content(of: known, photo, in: context)
    else { return }
    let check = PhotoStaleness(of: photo, status, content, asIn: known, in: context)
    var outputs: [PhotoReport.Output] = []
    for output in named {
      var isInDoubt = false
      let (staleness, engine) = check.staleness(ofOutput: output.index, at: output.path) { _ in
        isInDoubt = true
        return nil
      }
      if isInDoubt { continue }
      switch staleness {
      case .upToDate(let record, .unchanged):
        if let engine { earlierEngines[engine, default: 0] += 1 }
        var report = PhotoReport.Output(
          path: context.fingerprinted.path(of: output.path), status: .unchanged, width: record.width,
          height: record.height,
          byteCount: Int(record.stamp.bytes), sha256: record.sha256)
        report.photos = context.prepared.recipe.outputs[output.index].photos(for: content.facts.subject)
        outputs.append(report)
      case .stale([.engine], mayReplace: true, _):
        if let engine { earlierEngines[engine, default: 0] += 1 }
      case .stale([.product], mayReplace: true, _):
        isChangedByProduct = context.options.changedProducts
      case .upToDate, .stale, .conflict: break
      }
    }
    if outputs.count == named.count, job.clash == nil {
      report = PhotoReport(
        input: photo.path, status: .unchanged, outputs: outputs,
        notMade: job.notMade.map { PhotoReport.NotMade($0, of: context.prepared.recipe) }, failure: nil, warnings: [])
      report?.leftOut = content.facts.missing.sorted()
      report?.ownPictures = Array(content.own.keys)
    }
  }
}
