import Catalog
import Files
import ImageCodecs
import ObjectStore
import Rendering

/// Where the pictures go that a ``RecipeWorker`` makes.
enum PicturePlace: Sendable {
  /// Into files below a folder, whose real path this is.
  case folder(String)
  /// Into the answers. The folder or the address is where somebody is going to put them, if that was said.
  case answers(String?)

  /// Where an output is, or will be.
  func path(of output: String) -> String {
    switch self {
    case .folder(let root), .answers(let root?):
      root.utf8.last == UInt8(ascii: "/") ? root + output : root + "/" + output
    case .answers(nil): output
    }
  }

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - output: Its path below the output folder.
  ///   - needed: Files that it must not replace.
  func make(_ output: String, sparing needed: [(path: String, role: String)]) throws(PackshotError) -> MadePicture {
    guard case .folder(let root) = self else { return MadePicture(output, file: nil) }
    let path = path(of: output)
    try OutputFolder.makeFolders(for: path, below: root)
    try OutputPlace.check(path, sparing: needed)
    return MadePicture(output, file: try TemporaryFile(for: path))
  }

  /// Puts the pictures of a photo in their places, where these are files: whole, and on the disk. Returns what the file system
  /// says of each there.
  func deliver(_ made: [MadePicture]) throws(PackshotError) -> [FileStamp?] {
    guard case .folder(let root) = self else { return made.map { _ in nil } }
    let failures = WorkerThreads.together(made.compactMap(\.file)) { file -> PackshotError? in
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
      // Another attempt at the same photo makes the same bytes.
      _ = try picture.file?.moveIntoPlace(replacing: true)
      let status = FileStatus(path: path(of: picture.output))
      stamps.append(status.map { FileStamp($0, recordedNanoseconds: nanosecondsNow()) })
    }
    if let failure = OutputFolder.synchronizeNames(of: made.map(\.output), below: root).first { throw failure.error }
    return stamps
  }
}

/// A picture that is being written, or is whole and on its way. One thread has it.
final class MadePicture: @unchecked Sendable {
  /// Its path below the output folder.
  let output: String
  /// Nil where it goes into an answer.
  let file: TemporaryFile?
  private var held: [UInt8] = []

  init(_ output: String, file: TemporaryFile?) { (self.output, self.file) = (output, file) }

  /// What goes into the answer.
  var bytes: [UInt8]? { file == nil ? held : nil }

  func write(_ bytes: UnsafeRawBufferPointer) throws(PackshotError) {
    if let file { try file.write(bytes) } else { held.append(contentsOf: bytes) }
  }

  /// Ends the writing.
  func seal() throws(PackshotError) -> (sha256: String, byteCount: Int) {
    guard let file else { return (held.withUnsafeBytes { SHA256.hex(of: $0) }, held.count) }
    let seal = try file.seal(age: FileStamp.tickNanoseconds + 1)
    return (seal.sha256, seal.status.byteCount)
  }
}
