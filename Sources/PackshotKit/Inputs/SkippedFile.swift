import Glibc
import ImageCodecs

/// A file or folder that the walk came upon and did not take.
public struct SkippedFile: Sendable, Equatable {
  public enum Reason: String, Sendable, CaseIterable {
    /// It looks like a picture, of a format that is not read.
    case unsupportedFormat = "unsupported-format"
    /// Neither its name nor its first bytes are those of a picture.
    case notAPicture = "not-a-picture"
    /// It has no name of a picture, and cannot be opened to see what it is.
    case unreadable
    /// It is neither a file nor a folder.
    case notAFile = "not-a-file"
    /// Its name begins with a dot. What is in a hidden folder is not looked at.
    case hidden
    /// An exclude pattern matches it. What is in an excluded folder is not looked at.
    case excluded
    /// There are include patterns, and none matches it.
    case notIncluded = "not-included"
  }

  /// As named on the command line, with what lies below it.
  public var input: String
  public var reason: Reason
  /// What it seems to be, where it looks like a picture of a format that is not read.
  public var format: UnsupportedFormat?
}

/// What the start of a file that has no photo's name says.
enum FileGuess {
  case photo
  case skipped(SkippedFile.Reason, UnsupportedFormat?)

  /// - Parameters:
  ///   - path: The file's path, or its name in an open folder.
  ///   - pathExtension: That of its name.
  init(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, pathExtension: String) {
    self = withUnsafeTemporaryAllocation(byteCount: UnsupportedFormat.signatureLength, alignment: 1) { buffer in
      let count = openFile(path, in: folder).map { descriptor in
        defer { close(descriptor) }
        return read(descriptor, buffer.baseAddress!, buffer.count)
      }
      let start = UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count ?? 0)])
      if ImageFileFormat(signature: start) != nil { return .photo }
      if let format = UnsupportedFormat(start: start, pathExtension: pathExtension) {
        return .skipped(.unsupportedFormat, format)
      }
      return .skipped(count ?? -1 < 0 ? .unreadable : .notAPicture, nil)
    }
  }
}
