/// What keeps a use case from going on. What goes wrong with a single photo is a ``PhotoFailure`` instead.
public enum PackshotError: Error, Equatable {
  /// A file or folder that was named is not there.
  case missing(path: String)
  /// A file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// A file or folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// Two photos, or two outputs of one, would write the same file.
  case sameOutput(path: String, first: String, second: String)
  /// An option's value is not allowed.
  case option(name: String, found: String, allowed: String)
  /// Another run is at work in the output folder.
  case locked(folder: String)

  /// What was found, what is allowed, what to do.
  public var message: String {
    switch self {
    case .missing(let path): "there is no \(path)"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .sameOutput(let path, let first, let second):
      "\(first) and \(second) would both be written to \(path); use {relative} and {extension} in the output's `file` "
        + "to tell them apart, or leave one out"
    case .option(let name, let found, let allowed): "\(name) is \(found); it takes \(allowed)"
    case .locked(let folder):
      "another run is at work in \(folder); wait until it ends, or give another --output"
    }
  }
}

/// Why one photo was not rendered. The rest of a batch goes on.
public struct PhotoFailure: Error, Equatable, Sendable {
  /// A word for programs.
  public enum Code: String, Sendable {
    /// No picture, or of a format that is not read.
    case notAnImage = "not-an-image"
    /// A picture whose data is truncated or wrong.
    case damaged
    /// More pixels or bytes than the limits allow.
    case overLimit = "over-limit"
    /// The file cannot be read.
    case unreadable
    /// The recipe does not suit the photo.
    case recipe
    /// The output's name would lead out of the output folder, or is none.
    case badName = "bad-name"
    /// The output cannot be written.
    case cannotWrite = "cannot-write"
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
