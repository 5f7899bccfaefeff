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
    try self.init(OpenFile(path: path, limits: limits))
  }

  init(_ file: OpenFile) throws(PackshotError) {
    image = try file.content()
    version = try file.version()
  }

  /// The bytes alone, where their hash is not needed.
  static func image(path: String, limits: PhotoLimits = PhotoLimits()) throws(PackshotError) -> EncodedImage {
    try OpenFile(path: path, limits: limits).content()
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
