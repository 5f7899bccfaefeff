import Errors
import Filters
import ImageCodecs
import Recipes

/// An error in a single photo, which doesn't stop a batch.
///
/// It contains the cause as a value, because photos are usually read in another process.
public struct PhotoFailure: DescribedError, Equatable {
  /// The error, with one of ``codes``.
  public private(set) var cause: ErrorDescriptor

  /// - Parameters:
  ///   - code: One of ``codes``.
  ///   - reason: A stable word for the specific failure.
  public init(
    _ code: ErrorCode, _ reason: String, _ message: String, _ details: Details = [:], remedy: Remedy? = nil
  ) {
    cause = ErrorDescriptor(code, message, details, reason: reason, remedy: remedy)
  }

  private init(cause: ErrorDescriptor) { self.cause = cause }

  /// The error's description.
  public var descriptor: ErrorDescriptor { cause }

  /// The codes that photos can fail with.
  ///
  /// In the path of a `not-utf-8` failure, `\xFF` means a byte that isn't part of a character, and `\\` a backslash. In
  /// the paths of other failures a backslash is literal.
  public static let codes: [ErrorCode] = [
    .notAnImage, .damaged, .overLimit, .unreadable, .recipe, .badName, .crashed, .notUTF8, .fault, .cannotWrite,
  ]
}

extension PhotoFailure {
  /// Converts any error into a photo's failure.
  package init(_ error: any Error) {
    let cause = ErrorDescriptor(error)
    switch error {
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let failure as PhotoFailure: self = failure
    case let error as RecipeError: self.init(cause: cause.with(message: error.description))
    case is any PhotoFailureConvertible: self.init(cause: cause.with(code: Self.code(ofFileWith: cause.code)))
    case is FilterError: self.init(cause: cause.with(code: .recipe))
    default: self.init(cause: Self.codes.contains(cause.code) ? cause : cause.with(code: .fault))
    }
  }

  /// Returns the code for a photo whose file can't be read or written.
  private static func code(ofFileWith code: ErrorCode) -> ErrorCode {
    switch code {
    case .cannotWrite, .overLimit, .badName, .damaged, .notAnImage: code
    case .replacesInput: .badName
    case .noWorker: .fault
    default: .unreadable
    }
  }

  /// Returns the failure with another message, for example with a path.
  package func worded(_ message: String, _ details: Details = [:]) -> PhotoFailure {
    PhotoFailure(cause: cause.with(message: message, details))
  }

  /// Returns the failure with the photo's name before its message.
  package func naming(_ path: String) -> PhotoFailure { worded("\(path): \(message)", ["path": path]) }
}

/// An error about a file, which has another code if the file is a photo.
package protocol PhotoFailureConvertible: DescribedError {}

extension PhotoFailure: Codable {
  /// Encodes the failure with a limited length, because a damaged file can cause long messages but a frame has a
  /// maximum size.
  public func encode(to encoder: any Encoder) throws { try cause.bounded.encode(to: encoder) }

  /// Decodes a failure from another process. Its length is limited, and only the codes of photos are accepted.
  public init(from decoder: any Decoder) throws {
    let cause = try ErrorDescriptor(from: decoder).bounded
    self.init(cause: Self.codes.contains(cause.code) ? cause : cause.with(code: .fault))
  }
}
