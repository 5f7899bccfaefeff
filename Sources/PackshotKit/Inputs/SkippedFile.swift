import Errors
import ImageCodecs

/// A file or folder that the walk found and skipped.
public struct SkippedFile: Sendable, Equatable, Codable {
  /// The reason why a file or folder is skipped.
  public enum Reason: String, Sendable, Codable, CaseIterable {
    /// The file looks like a picture in an unsupported format.
    case unsupportedFormat = "unsupported-format"
    /// Neither the file's name nor its first bytes belong to a picture.
    case notAPicture = "not-a-picture"
    /// The file is an archive in another format than ZIP, or inside an archive. Its photos aren't read.
    case archive
    /// The file's name has no picture extension, and the file can't be opened to check its content.
    case unreadable
    /// The path leads to neither a file nor a folder.
    case notAFile = "not-a-file"
    /// The name begins with a dot. Hidden folders are not searched.
    case hidden
    /// An exclude pattern matches the path. Excluded folders are not searched.
    case excluded
    /// No include pattern matches the path.
    case notIncluded = "not-included"
  }

  /// Path as given on the command line, or below a given folder.
  public var input: String
  /// Why the file or folder was skipped.
  public var reason: Reason
  /// The format that the file seems to have, if it looks like a picture in an unsupported format.
  public var format: UnsupportedFormat?

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(input, forKey: .input)
    try container.encode(reason, forKey: .reason)
    try container.encode(format, forKey: .format)
  }
}

extension SkippedFile {
  /// Whether the file seems to be a picture, or an archive that may contain some.
  var mayHoldPictures: Bool { reason == .unsupportedFormat || reason == .archive }

  /// The error for a file that seems to be a picture, or to contain pictures, but can't be read. Nil for files skipped for another reason.
  package var failure: PhotoFailure? {
    switch reason {
    case .unsupportedFormat:
      let found = format.map { "it seems to be \($0.description), which" } ?? "it is in a format that"
      return PhotoFailure(
        .notAnImage, "unsupported-format", "\(found) packshot cannot read", remedy: format.map(Remedy.exportAsPicture))
    case .archive:
      return PhotoFailure(
        .notAnImage, "unread-archive", "it is an archive, and only ZIP archives outside of archives are read; unpack it"
      )
    case .unreadable: return PhotoFailure(.unreadable, "unreadable-file", "it cannot be opened")
    case .notAPicture, .notAFile, .hidden, .excluded, .notIncluded: return nil
    }
  }
}
