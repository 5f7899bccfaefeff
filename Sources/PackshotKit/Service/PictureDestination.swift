import Catalog
import Files
import ImageCodecs
import ObjectStore
import Rendering

/// The destination of the pictures that a ``RenderService`` makes.
enum PictureDestination: Sendable {
  /// Files in a folder, given by its real path.
  case folder(String)
  /// The answers' payloads. The value is the folder or address where the receiver will store the pictures, if known.
  case answers(String?)

  /// Returns the path or address of an output.
  func path(of output: String) -> String {
    switch self {
    case .folder(let root), .answers(let root?):
      root.utf8.last == UInt8(ascii: "/") ? root + output : root + "/" + output
    case .answers(nil): output
    }
  }

  /// Starts a picture.
  ///
  /// - Parameters:
  ///   - output: Path relative to the output folder.
  ///   - needed: Files that the picture must not replace, with their roles.
  func make(_ output: String, sparing needed: [(path: String, role: String)]) throws(PackshotError) -> MadePicture {
    guard case .folder(let root) = self else { return MadePicture(output, file: nil) }
    let path = path(of: output)
    try OutputTree.makeFolders(for: path, below: root)
    try OutputPreflight.check(path, sparing: needed)
    return MadePicture(output, file: try TemporaryFile(for: path))
  }

  /// Publishes the pictures of a photo that are files and flushes them to disk. Returns the stamp of each file.
  func deliver(_ made: [MadePicture]) throws(PackshotError) -> [FileStamp?] {
    guard case .folder(let root) = self else { return made.map { _ in nil } }
    let failures = JobThreads.together(made.compactMap(\.file)) { file -> PackshotError? in
      do throws(PackshotError) {
        try file.flush()
        return nil
      } catch {
        return error
      }
    }
    if let failure = failures.lazy.compactMap(\.self).first { throw failure }
    var stamps: [FileStamp?] = []
    for picture in made {
      // A retry of the same photo writes the same bytes.
      _ = try picture.file?.moveIntoPlace(replacing: true)
      let status = FileStatus(path: path(of: picture.output))
      stamps.append(status.map { FileStamp($0, recordedNanoseconds: nanosecondsNow()) })
    }
    if let failure = OutputTree.synchronizeNames(of: made.map(\.output), below: root).first { throw failure.error }
    return stamps
  }
}

/// A picture that is being written or delivered. Only one thread uses it.
final class MadePicture: @unchecked Sendable {
  /// Path relative to the output folder. A pattern until the picture is sealed, if its name contains a ``Fingerprint``.
  private(set) var output: String
  /// The file to write. Nil if the picture goes into an answer.
  let file: TemporaryFile?
  private var held: [UInt8] = []

  init(_ output: String, file: TemporaryFile?) { (self.output, self.file) = (output, file) }

  /// The bytes for the answer. Nil if the picture is written to a file.
  var bytes: [UInt8]? { file == nil ? held : nil }

  func write(_ bytes: UnsafeRawBufferPointer) throws(PackshotError) {
    if let file { try file.write(bytes) } else { held.append(contentsOf: bytes) }
  }

  /// Ends writing and returns the hash and size.
  ///
  /// - Parameter place: The destination of the pictures.
  func seal(in place: PictureDestination) throws(PackshotError) -> (sha256: String, byteCount: Int) {
    guard let file else {
      let sha256 = held.withUnsafeBytes { SHA256.hex(of: $0) }
      output = Fingerprint.path(output, sha256: sha256)
      return (sha256, held.count)
    }
    let seal = try file.seal(age: FileStamp.tickNanoseconds + 1)
    if Fingerprint.isPattern(output) {
      output = Fingerprint.path(output, sha256: seal.sha256)
      file.setDestination(place.path(of: output))
    }
    return (seal.sha256, seal.status.byteCount)
  }
}
