import Errors
import ImageCodecs

/// Why a file cannot be rendered from, or nothing can be rendered at all. What is wrong with a photo itself is a ``PhotoFailure``.
public enum RenderingError: DescribedError, Equatable {
  /// There is no such file.
  case missing(path: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file has more bytes than may be held; how many is not known of a stream. The setting allows more.
  case tooLarge(path: String, byteCount: Int?, limit: Int, setting: Limit)
  /// The file named as a profile for CMYK is none.
  case unusableProfile(path: String, reason: String)
  /// The process that photos are read in cannot be started.
  case noWorker(reason: String)
}

extension RenderingError {
  /// What kind of failure it is.
  public var code: ErrorCode {
    switch self {
    case .missing: .missing
    case .unreadable: .unreadable
    case .tooLarge: .overLimit
    case .unusableProfile: .option
    case .noWorker: .noWorker
    }
  }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .missing: "missing-file"
    case .unreadable: "unreadable-file"
    case .tooLarge: "file-too-large"
    case .unusableProfile: "unusable-profile"
    case .noWorker: "no-worker"
    }
  }

  /// The file, and what is known of it.
  public var facts: Facts {
    switch self {
    case .missing(let path): ["path": .text(path)]
    case .unreadable(let path, let why), .unusableProfile(let path, let why): ["path": .text(path), "why": .text(why)]
    case .tooLarge(let path, let byteCount, let limit, _):
      ["path": .text(path), "bytes": byteCount.map { .count($0) }, "limit": .count(limit)]
    case .noWorker(let why): ["why": .text(why)]
    }
  }

  /// What can be done about it, where that is known.
  public var remedy: (any Remedy)? {
    switch self {
    case .tooLarge(_, _, _, let setting): LimitRemedy.raise(setting)
    case .noWorker: RenderingRemedy.readWithoutSandbox
    case .missing, .unreadable, .unusableProfile: nil
    }
  }

  /// What was found, and what is allowed.
  public var message: String {
    switch self {
    case .missing(""): "a file name is empty"
    case .missing(let path): "no such file or folder: \(path)"
    case .unreadable(let path, let why): "\(path) cannot be read: \(why)"
    case .tooLarge(let path, nil, let limit, _): "\(path) is larger than the limit of \(limit.megabytes)"
    case .tooLarge(let path, let byteCount?, let limit, _):
      "\(path) is \(byteCount.megabytes); the limit is \(limit.megabytes)"
    case .unusableProfile(let path, let why): "the profile \(path) cannot be used for CMYK: \(why)"
    case .noWorker(let why): "no sandboxed process could be started to read photos: \(why)"
    }
  }
}

extension RenderingError: PhotoFailureConvertible {
  package var codeOfPhoto: ErrorCode {
    switch self {
    case .missing, .unreadable, .unusableProfile: .unreadable
    case .tooLarge: .overLimit
    case .noWorker: .fault
    }
  }
}

/// What can be done where no photo can be rendered.
public enum RenderingRemedy: String, RestorableRemedy, CaseIterable {
  /// Photos can be read in this process.
  case readWithoutSandbox = "read-without-sandbox"

  /// What to do.
  public var suggestion: String {
    switch self {
    case .readWithoutSandbox: "read photos in this process, without the sandbox"
    }
  }
}

extension Int {
  /// Bytes, for people.
  package var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
