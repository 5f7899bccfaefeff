import Errors
import ImageCodecs

/// An error with a file needed for rendering, or with the rendering process. An error in a photo itself is a
/// ``PhotoFailure``.
public enum RenderingError: DescribedError, Equatable {
  /// The file doesn't exist.
  case missing(path: String)
  /// The file can't be read.
  case unreadable(path: String, why: String)
  /// The file in an archive can't be unpacked, because of the given error.
  case archived(ErrorDescriptor, path: String)
  /// The file exceeds the size limit. The size is unknown for a stream. The setting can raise the limit.
  case tooLarge(path: String, bytes: Int?, limit: Int, setting: Limit)
  /// The file isn't a usable CMYK profile.
  case unusableProfile(path: String, why: String)
  /// The process that decodes photos can't be started.
  case noWorker(why: String)
  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing(""): .init(.missing, "a file name is empty", reason: "missing-file")
    case .missing(let path): .init(.missing, "no such file or folder: \(path)", reason: "missing-file")
    case .unreadable(let path, let why): .init(.unreadable, "\(path) cannot be read: \(why)", reason: "unreadable-file")
    case .archived(let cause, let path):
      cause.with(message: "\(path) cannot be read: \(cause.message)")
    case .tooLarge(let path, let bytes, let limit, let setting):
      .init(
        .overLimit,
        bytes.map { "\(path) is \($0.megabytes); the limit is \(limit.megabytes)" }
          ?? "\(path) is larger than the limit of \(limit.megabytes)", reason: "file-too-large",
        remedy: .raiseLimit(setting))
    case .unusableProfile(let path, let why):
      .init(.option, "the profile \(path) cannot be used for CMYK: \(why)")
    case .noWorker(let why):
      .init(
        .noWorker, "no sandboxed process could be started to read photos: \(why)", remedy: .readWithoutSandbox)
    }
  }
}

extension RenderingError: PhotoFailureConvertible {}

extension Remedy {
  /// Read photos in process if no sandboxed process can be started.
  public static var readWithoutSandbox: Remedy { .init("read photos in this process, without the sandbox") }
}

extension Int {
  /// The number of bytes as text in megabytes, rounded up.
  package var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
