import Catalog
import Files
import Pipeline
import PixelCore

/// Tells photos that need no work from what the file system says of them, without reading a byte.
enum UnchangedPhotos {
  /// The report of a photo whose file and outputs are surely those that the catalog remembers, all made by the same work;
  /// nil if anything is in doubt.
  static func report(for job: PhotoJob) -> PhotoReport? {
    let (photo, context) = (job.photo, job.context)
    guard !context.options.force, let named = job.outputs,
      let known = context.known?.original(job.path),
      let status = FileStatus(path: photo.path), known.stamp.isSure(of: status),
      context.product(of: photo, known: known) == SKUPattern.Match(known)
    else { return nil }
    var outputs: [PhotoReport.Output] = []
    for output in named {
      let file = context.outputPath(output.path)
      let identity = context.prepared.identity(ofOutput: output.index, photo: known.content, path: output.path)
      guard let rendition = context.known?.rendition(file), let status = FileStatus(path: file),
        rendition.isSurely(status, madeOf: known.photoID, by: identity)
      else { return nil }
      outputs.append(
        PhotoReport.Output(
          path: output.path, status: .unchanged, width: rendition.width, height: rendition.height,
          byteCount: Int(rendition.stamp.byteCount), sha256: rendition.sha256))
    }
    return PhotoReport(input: photo.path, status: .unchanged, outputs: outputs, failure: nil, warnings: [])
  }
}
