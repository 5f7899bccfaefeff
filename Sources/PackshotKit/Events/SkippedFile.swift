import ImageCodecs

/// A file or folder that the walk came upon and did not take.
public struct SkippedFile: Sendable, Equatable, Codable {
  /// Why a file or folder is not taken.
  public enum Reason: String, Sendable, Codable, CaseIterable {
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
    /// No include pattern matches it.
    case notIncluded = "not-included"
  }

  /// As named on the command line, with what lies below it.
  public var input: String
  /// Why it was not taken.
  public var reason: Reason
  /// What it seems to be, where it looks like a picture of a format that is not read.
  public var format: UnsupportedFormat?

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(input, forKey: .input)
    try container.encode(reason, forKey: .reason)
    try container.encode(format, forKey: .format)
  }
}

extension SkippedFile {
  /// Why a file that seems to be a picture cannot be read; nil for a file that is left out for another reason.
  package var failure: PhotoFailure? {
    switch reason {
    case .unsupportedFormat:
      let found = format.map { "it seems to be \($0.description), which" } ?? "it is in a format that"
      return PhotoFailure(.notAnImage, "unsupported-format", "\(found) packshot cannot read")
    case .unreadable: return PhotoFailure(.unreadable, "unreadable-file", "it cannot be opened")
    case .notAPicture, .notAFile, .hidden, .excluded, .notIncluded: return nil
    }
  }
}
