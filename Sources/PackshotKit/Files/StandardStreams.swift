import Files
import ImageCodecs
import Platform
import Rendering

/// Reading and writing files through standard streams and pipes.
package enum StandardStreams {
  static let inputName = "standard input"
  static let outputName = "standard output"

  /// Reads standard input to its end, unless it is a terminal.
  ///
  /// - Parameters:
  ///   - wanted: What to redirect, for the error message, such as "a photo into it, such as < mug.jpg".
  ///   - limits: The limits of a photo.
  static func readInput(redirecting wanted: String, limits: PhotoLimits) throws(PackshotError) -> EncodedImage {
    guard isatty(STDIN_FILENO) == 0 else {
      throw .unreadable(path: inputName, why: "it is a terminal; redirect \(wanted)")
    }
    return EncodedImage(try readToEnd(of: STDIN_FILENO, named: inputName, limits: limits))
  }

  /// Reads a file, device or pipe to its end. Blocks until the writer of a pipe, such as a shell makes for `<(…)`,
  /// closes the pipe.
  ///
  /// - Parameter limits: The limits of a photo, or nil for none.
  static func readToEnd(ofFile path: String, limits: PhotoLimits? = nil) throws(PackshotError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .unreadable(path: path, why: systemError())
    }
    defer { close(descriptor) }
    if FileStatus(descriptor: descriptor)?.kind == .folder { throw .unreadable(path: path, why: "it is a folder") }
    return try readToEnd(of: descriptor, named: path, limits: limits)
  }

  /// Reads all bytes into memory.
  static func readToEnd(
    of descriptor: Int32, named name: String, limits: PhotoLimits? = nil
  ) throws(PackshotError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(descriptor, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .unreadable(path: name, why: systemError()) }
      if got == 0 { return bytes }
      if let (limit, setting) = limits?.fileSize, bytes.count + got > limit {
        throw .rendering(.tooLarge(path: name, bytes: nil, limit: limit, setting: setting))
      }
      bytes += piece[..<got]
    }
  }

  /// Writes a picture's file to standard output.
  public static func write(_ picture: EncodedImage) throws(PackshotError) {
    do {
      try Descriptor(STDOUT_FILENO).write(picture.bytes)
    } catch {
      throw .cannotWrite(path: outputName, why: error.reason)
    }
  }
}

extension PackshotError {
  /// Returns the error for a system error number while writing to `path`.
  package static func cannotWrite(path: String, code: Int32) -> PackshotError {
    .cannotWrite(path: path, why: systemError(code))
  }
}
