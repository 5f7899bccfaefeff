import Files
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
