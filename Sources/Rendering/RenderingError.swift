import Errors
import ImageCodecs

/// Why a file cannot be rendered from, or nothing can be rendered at all. What is wrong with a photo itself is a ``PhotoFailure``.
public enum RenderingError: DescribedError, Equatable {
  /// There is no such file.
  case missing(path: String)
  /// The file cannot be read.
  case unreadable(path: String, why: String)
  /// The file has more bytes than may be held; how many is not known of a stream. The setting allows more.
  case tooLarge(path: String, bytes: Int?, limit: Int, setting: Limit)
  /// The file named as a profile for CMYK is none.
  case unusableProfile(path: String, why: String)
  /// The process that photos are read in cannot be started.
  case noWorker(why: String)
  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing(""): .init(.missing, "a file name is empty", reason: "missing-file")
    case .missing(let path): .init(.missing, "no such file or folder: \(path)", reason: "missing-file")
    case .unreadable(let path, let why): .init(.unreadable, "\(path) cannot be read: \(why)", reason: "unreadable-file")
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
  /// Read photos in this process if no sandboxed one can be started.
  public static var readWithoutSandbox: Remedy { .init("read photos in this process, without the sandbox") }
}

extension Int {
  /// Bytes, for people.
  package var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
