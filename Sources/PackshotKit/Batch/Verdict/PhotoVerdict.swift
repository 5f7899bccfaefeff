import Catalog
import Files
import Foundation
import ObjectStore
import Pipeline
import Rendering

/// What is to be done about a photo whose content is known: a verdict on each of its outputs.
struct PhotoVerdict {
  /// The photo as it is on record under another path, where it was moved.
  let former: KnownFile?
  /// What people should know of how the photo was followed.
  let warnings: [Warning]
  private let context: BatchContext
  private let version: FileVersion
  private let content: PhotoContent
  private let photo: InputPhoto
  /// The photo as it is on record, here or there.
  private let known: KnownFile?
  /// Its record, if it still shows the product that it is down for: otherwise its outputs are recorded anew as well.
  private let photoID: UUID?

  /// An output that is to be rendered.
  struct Pending {
    /// Its place among the photo's outputs.
    let index: Int
    /// Whether it may replace what lies there; otherwise that is compared with what was rendered.
    let mayReplace: Bool
    let isOnRecord: Bool
  }

  /// - Parameter path: The photo's path from the root.
  init(of photo: InputPhoto, at path: String, _ version: FileVersion, _ content: PhotoContent, in context: BatchContext)
  {
    (self.context, self.version, self.content, self.photo) = (context, version, content, photo)
    let here = context.known?.original(path)
    let claim = here == nil ? context.moved.claim(sha256: version.sha256, for: path) : nil
    former = claim?.original
    warnings = claim.map(Self.warnings) ?? []
    let known = here ?? former
    self.known = known
    photoID = known.flatMap { $0.product == context.names.product(of: photo) ? $0.photoID : nil }
  }

  private static func warnings(_ claim: MovedPhotos.Claim) -> [Warning] {
    guard let other = claim.others.first else { return [] }
    let more = claim.others.count > 1 ? " and \(claim.others.count - 1) more" : ""
    return [
      Warning(
        "taken for \(claim.path), which is gone; other missing photos on record have the same content: \(other)\(more)",
        kind: "renamed or moved photo followed", reason: "other missing photos on record have the same content")
    ]
  }

  /// Settles the outputs that need no rendering; returns the others.
  func settle(_ outputs: inout [FinishedJob.Output]) -> [Pending] {
    var pending: [Pending] = []
    for index in outputs.indices {
      if let output = settle(&outputs[index], at: index) { pending.append(output) }
    }
    return pending
  }

  private func settle(_ output: inout FinishedJob.Output, at index: Int) -> Pending? {
    let path = context.outputPath(output.path)
    let record = context.known?.rendition(path)
    let finished = record.flatMap { work(of: $0.identity, index: index, path: output.path) }
    let evidence = OutputVerdict.Evidence(
      seenNanoseconds: nanosecondsNow(), occupant: OutputVerdict.Occupant(at: path, photo: version.status),
      record: record,
      recordedRecipe: record.flatMap { context.known?.recipeName(of: $0) }, announced: context.journal[output.path],
      identity: finished == nil ? output.identity : record!.identity, photoID: photoID)
    switch OutputVerdict(evidence, rules: context.rules) {
    case .unchanged(let record, let state):
      output.state = state
      (output.byteCount, output.sha256) = (Int(record.stamp.byteCount), record.sha256)
      return nil
    case .conflict(let conflict):
      output.state = .conflict(conflict)
      return nil
    case .render(let mayReplace, let isFree):
      if isFree, rename(&output) { return nil }
      output.reasons = RenderReason.all(
        of: output, known: record, photo: content, photo, original: known, isThere: FileStatus.isAnything(at: path),
        in: context)
      output.mayReplace = !isFree
      return Pending(index: index, mayReplace: mayReplace, isOnRecord: record != nil)
    }
  }

  /// The work that made a picture on record, if that makes it a finished one.
  private func work(of identity: String, index: Int, path: String) -> PastWork? {
    context.finishedWork.first { $0.identity(ofOutput: index, photo: content, path: path) == identity }
  }

  /// Finds the file that an output already has under the name that the photo had before.
  private func rename(_ output: inout FinishedJob.Output) -> Bool {
    guard let former, !context.options.force else { return false }
    let index = output.index
    let formerContent = former.content(
      former.product.map(context.names.subject) ?? PhotoSubject(), own: content.own,
      missing: content.facts.missing)
    for work in context.finishedWork {
      guard
        let found = context.moved.picture(
          of: former, identity: { work.identity(ofOutput: index, photo: formerContent, path: $0) })
      else { continue }
      output.identity = work.identity(ofOutput: index, photo: content, path: output.path)
      (output.byteCount, output.sha256) = (found.status.byteCount, found.rendition.sha256)
      output.state = context.options.isDryRun ? .wouldRename(from: found.path) : .renamed(found)
      return true
    }
    return false
  }
}

extension KnownFile {
  /// The product that the catalog has the photo down for.
  var product: SKUPattern.Match? { link.map { SKUPattern.Match($0) } }
}
