import Crypto
import Glibc
import ImageCodecs

/// What a file held at a moment: its hash, and what the file system said of it before the first byte was read.
struct FileVersion: Sendable {
  var sha256: String
  var status: FileStatus
  /// When reading began.
  var readNanoseconds: Int64
}

/// A file read whole.
struct FileContent: Sendable {
  var image: EncodedImage
  var version: FileVersion

  /// - Parameter limits: Those of a photo.
  init(path: String, limits: PhotoLimits = PhotoLimits()) throws(PackshotError) {
    let begin = nanosecondsNow()
    let (image, status) = try Self.read(path: path, limits: limits)
    self.image = image
    version = FileVersion(sha256: SHA256.hash(data: image.bytes).hex, status: status, readNanoseconds: begin)
  }

  /// The bytes alone, where their hash is not needed.
  static func image(path: String, limits: PhotoLimits = PhotoLimits()) throws(PackshotError) -> EncodedImage {
    try read(path: path, limits: limits).0
  }

  private static func read(
    path: String, limits: PhotoLimits
  ) throws(PackshotError) -> (EncodedImage, FileStatus) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .unreadable(path: path, reason: systemError())
    }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
      throw .unreadable(path: path, reason: "it is no file")
    }
    let (limit, option) = limits.fileSize
    guard status.byteCount <= limit else {
      throw .tooLarge(path: path, byteCount: status.byteCount, limit: limit, option: option)
    }
    let image = try readAll(descriptor, byteCount: status.byteCount, path: path)
    // Who writes into it meanwhile leaves a mixture of two photos, of the same length perhaps.
    guard image.count == status.byteCount, FileStatus(descriptor: descriptor) == status else {
      throw .unreadable(path: path, reason: "it was changed while it was read; run again")
    }
    return (image, status)
  }

  /// Reads to the end, which is to be where the file's status says, or one byte beyond.
  private static func readAll(
    _ descriptor: Int32, byteCount: Int, path: String
  ) throws(PackshotError) -> EncodedImage {
    try EncodedImage(capacity: byteCount + 1) { (room) throws(PackshotError) in
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
  }
}

/// Opens a file to be read; nil where there is none. A pipe or a device in its place is none either, and is not waited for.
///
/// - Parameter folder: An open folder that a relative path begins in.
func openFile(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD) -> Int32? {
  let descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  if FileStatus(descriptor: descriptor)?.kind == .file { return descriptor }
  close(descriptor)
  return nil
}

/// The SHA-256 of a file's content in hexadecimal digits, without holding it whole; nil if it cannot be read.
func sha256(ofFile path: String) -> String? {
  guard let descriptor = openFile(path) else { return nil }
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
