import Glibc
import ImageCodecs

/// Pictures through pipes.
public enum StandardStreams {
  static let inputName = "standard input"
  static let outputName = "standard output"

  /// Reads standard input to its end.
  ///
  /// - Parameter limits: Those of a photo. The bytes are all held, at the end twice for a moment.
  static func readPicture(limits: PhotoLimits) throws(PackshotError) -> EncodedImage {
    guard isatty(STDIN_FILENO) == 0 else {
      throw .unreadable(path: inputName, reason: "it is a terminal; redirect a photo into it, such as < mug.jpg")
    }
    let (limit, option) = limits.fileSize
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(STDIN_FILENO, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .unreadable(path: inputName, reason: systemError()) }
      if got == 0 { return EncodedImage(bytes) }
      guard bytes.count + got <= limit else {
        throw .tooLarge(path: inputName, byteCount: nil, limit: limit, option: option)
      }
      bytes += piece[..<got]
    }
  }

  /// Writes a picture's file to standard output, all of it.
  public static func write(_ picture: EncodedImage) throws(PackshotError) {
    var rest = picture.bytes
    while !rest.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, rest.baseAddress!, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotWrite(path: outputName, reason: systemError()) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
