import ImageCodecs
import Rendering

/// What keeps a use case from going on. What goes wrong with a single photo is a ``PhotoFailure`` instead.
public enum PackshotError: Error, Equatable {
  /// A file or folder that was named is not there.
  case missing(path: String)
  /// There is no photo in what was named, apart from files and folders that patterns left out.
  case noPicture(inputs: [String], leftOut: Int)
  /// A golden suite has no case of this name; the hint says what was probably meant, and is empty where nothing is known.
  case noGoldenCase(name: String, suite: String, hint: String)
  /// A file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// A file has more bytes than may be held; how many is not known of a stream.
  case tooLarge(path: String, byteCount: Int?, limit: Int, option: String)
  /// A file or folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// Two photos would write the same file.
  case sameOutput(path: String, first: String, second: String, advice: String)
  /// An output would replace a file that the run needs.
  case replacesInput(path: String, role: String)
  /// An option's value is not allowed.
  case option(name: String, found: String, allowed: String)
  /// An option's value is not allowed, for a reason that is a whole sentence.
  case refusedOption(name: String, message: String)
  /// An option does not go with the others; `why` is what stands behind "it is".
  case unsuitableOption(name: String, why: String)
  /// Another run is at work in the output folder.
  case locked(folder: String)
  /// The process that photos are read in cannot be started.
  case noWorker(reason: String)
  /// A picture cannot be shown here.
  case noPreview(reason: String)

  /// What was found, what is allowed, what to do.
  public var message: String {
    switch self {
    case .missing(let path): RenderingError.missing(path: path).message
    case .noPicture(let inputs, let leftOut):
      "no \(FormatList.names("or")) found in "
        + inputs.prefix(5).joined(separator: ", ") + (inputs.count > 5 ? " and \(inputs.count - 5) more" : "")
        + (leftOut > 0 ? ", except what --exclude and --include leave out" : "")
    case .noGoldenCase(let name, let suite, ""): "there is no case \(name) in \(suite)"
    case .noGoldenCase(let name, let suite, let hint): "there is no case \(name) in \(suite); \(hint)"
    case .unreadable(let path, let reason): RenderingError.unreadable(path: path, reason: reason).message
    case .tooLarge(let path, let byteCount, let limit, let option):
      RenderingError.tooLarge(path: path, byteCount: byteCount, limit: limit, option: option).message
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .sameOutput(let path, let first, let second, let advice):
      "\(first) and \(second) would both be written to \(path); \(advice), or leave one out with --exclude"
    case .replacesInput(let path, let role):
      "an output would replace \(path), which is \(role); write it to another folder or give it another name"
    case .option(let name, let found, let allowed): "\(name) is \(found); it must be \(allowed)"
    case .refusedOption(_, let message): message
    case .unsuitableOption(let name, let why): "\(name) is \(why); leave it out"
    case .locked(let folder):
      "another run is using \(folder); wait for it to finish, or choose another --output"
    case .noWorker(let reason): RenderingError.noWorker(reason: reason).message
    case .noPreview(let reason): "the picture cannot be shown: \(reason)"
    }
  }
}

extension PackshotError {
  /// What keeps a file from being rendered, as what keeps a use case from going on.
  public init(_ error: RenderingError) {
    switch error {
    case .missing(let path): self = .missing(path: path)
    case .unreadable(let path, let reason): self = .unreadable(path: path, reason: reason)
    case .tooLarge(let path, let byteCount, let limit, let option):
      self = .tooLarge(path: path, byteCount: byteCount, limit: limit, option: option)
    case .unusableProfile: self = .refusedOption(name: "--cmyk", message: error.message)
    case .noWorker(let reason): self = .noWorker(reason: reason)
    }
  }
}

extension PackshotError: PhotoFailureConvertible {
  package var photoFailure: PhotoFailure {
    switch self {
    case .cannotWrite: PhotoFailure(.cannotWrite, message)
    case .tooLarge: PhotoFailure(.overLimit, message)
    case .noWorker: PhotoFailure(.fault, message)
    case .replacesInput: PhotoFailure(.badName, message)
    default: PhotoFailure(.unreadable, message)
    }
  }
}
