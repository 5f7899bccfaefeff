import Files
import ImageCodecs

/// A version of a file: its hash, and its status before the first byte was read.
package struct FileVersion: Sendable {
  package var sha256: String
  package var status: FileStatus
  /// Time at which reading started, in nanoseconds since 1970.
  package var readNanoseconds: Int64

  package var stamp: FileStamp { FileStamp(status, recordedNanoseconds: readNanoseconds) }
}

/// A file that was read completely.
package struct FileContent: Sendable {
  package var image: EncodedImage
  package var version: FileVersion

  /// - Parameter limits: The limits of a photo.
  package init(path: String, limits: PhotoLimits = PhotoLimits()) throws(RenderingError) {
    try self.init(OpenFile(path: path, limits: limits))
  }

  package init(_ file: OpenFile) throws(RenderingError) {
    image = try file.content()
    version = try file.version()
  }
}
