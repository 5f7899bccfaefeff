/// Why a file cannot be rendered from, or nothing can be rendered at all. What is wrong with a photo itself is a ``PhotoFailure``.
public enum RenderingError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file has more bytes than may be held; how many is not known of a stream.
  case tooLarge(path: String, byteCount: Int?, limit: Int, option: String)
  /// The file named as a profile for CMYK is none.
  case unusableProfile(path: String, reason: String)
  /// The process that photos are read in cannot be started.
  case noWorker(reason: String)

  /// What was found, what is allowed, what to do.
  public var message: String {
    switch self {
    case .missing(""): "a file name is empty"
    case .missing(let path): "no such file or folder: \(path)"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .tooLarge(let path, nil, let limit, let option):
      "\(path) is larger than the limit of \(limit.megabytes); \(option) raises it"
    case .tooLarge(let path, let byteCount?, let limit, let option):
      "\(path) is \(byteCount.megabytes); the limit is \(limit.megabytes), and \(option) raises it"
    case .unusableProfile(let path, let reason): "--cmyk \(path) cannot be used: \(reason)"
    case .noWorker(let reason):
      "no sandboxed process could be started to read photos: \(reason); --no-sandbox reads them in this process"
    }
  }
}

extension RenderingError: PhotoFailureConvertible {
  package var photoFailure: PhotoFailure {
    switch self {
    case .missing, .unreadable, .unusableProfile: PhotoFailure(.unreadable, message)
    case .tooLarge: PhotoFailure(.overLimit, message)
    case .noWorker: PhotoFailure(.fault, message)
    }
  }
}

extension Int {
  /// Bytes, for people.
  package var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
