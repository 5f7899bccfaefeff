import Files
import ImageCodecs

/// What a file held at a moment: its hash, and what the file system said of it before the first byte was read.
package struct FileVersion: Sendable {
  package var sha256: String
  package var status: FileStatus
  /// When reading began.
  package var readNanoseconds: Int64
}

/// A file read whole.
package struct FileContent: Sendable {
  package var image: EncodedImage
  package var version: FileVersion

  /// - Parameter limits: Those of a photo.
  package init(path: String, limits: PhotoLimits = PhotoLimits()) throws(RenderingError) {
    try self.init(OpenFile(path: path, limits: limits))
  }

  package init(_ file: OpenFile) throws(RenderingError) {
    image = try file.content()
    version = try file.version()
  }
}
