import Crypto
import Glibc
import ImageCodecs

/// A file read whole: its bytes, their hash, and what the file system said of it before the first byte was read.
struct FileContent: Sendable {
  var image: EncodedImage
  var sha256: String
  var status: FileStatus
  /// When reading began.
  var readNanoseconds: Int64

  /// - Parameter limit: Bytes that the file may have; they are all held.
  init(path: String, limit: Int = BatchOptions.defaultMaxMemory) throws(PackshotError) {
    readNanoseconds = nanosecondsNow()
    (image, status) = try Self.read(path: path, limit: limit)
    sha256 = SHA256.hash(data: image.bytes).hex
  }

  /// The bytes alone, where their hash is not needed.
  static func image(
    path: String, limit: Int = BatchOptions.defaultMaxMemory
  ) throws(PackshotError) -> EncodedImage {
    try read(path: path, limit: limit).0
  }

  private static func read(path: String, limit: Int) throws(PackshotError) -> (EncodedImage, FileStatus) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .unreadable(path: path, reason: systemError())
    }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
      throw .unreadable(path: path, reason: "it is no file")
    }
    guard status.byteCount <= limit else { throw .tooLarge(path: path, byteCount: status.byteCount, limit: limit) }
    return (try readAll(descriptor, byteCount: status.byteCount, path: path), status)
  }

  /// Reads to the end, which has to be where the file's status says.
  private static func readAll(
    _ descriptor: Int32, byteCount: Int, path: String
  ) throws(PackshotError) -> EncodedImage {
    let image = try EncodedImage(capacity: byteCount + 1) { (room) throws(PackshotError) in
      var filled = 0
      while filled < room.count {
        let got = Glibc.read(descriptor, room.baseAddress! + filled, room.count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { throw .unreadable(path: path, reason: systemError()) }
        if got == 0 { break }
        filled += got
      }
      return filled
    }
    guard image.count == byteCount else {
      throw .unreadable(path: path, reason: "it was changed while it was read; run again")
    }
    return image
  }
}

/// The SHA-256 of a file's content in hexadecimal digits, without holding it whole; nil if it cannot be read.
func sha256(ofFile path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var hash = SHA256()
  var piece = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let got = read(descriptor, &piece, piece.count)
    if got < 0, errno == EINTR { continue }
    if got < 0 { return nil }
    if got == 0 { return hash.finalize().hex }
    piece.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<got])) }
  }
}

extension SHA256Digest {
  /// 64 hexadecimal digits.
  var hex: String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: 64) { text in
      var count = 0
      for byte in self {
        text[count] = digits.utf8Start[Int(byte >> 4)]
        text[count + 1] = digits.utf8Start[Int(byte & 15)]
        count += 2
      }
      return count
    }
  }
}
