import Errors
import Filters
import ImageCodecs
import Recipes

/// Why one photo was not rendered. The rest of a batch goes on.
///
/// Holds the cause as a value, because photos are usually read in another process.
public struct PhotoFailure: DescribedError, Equatable {
  /// What went wrong, with one of the codes that photos have.
  public private(set) var cause: ErrorDescriptor

  /// - Parameters:
  ///   - code: One of ``codes``.
  ///   - reason: Which failure of that kind, as a word that stays the same.
  public init(
    _ code: ErrorCode, _ reason: String, _ message: String, _ details: Details = [:], remedy: Remedy? = nil
  ) {
    cause = ErrorDescriptor(code, message, details, reason: reason, remedy: remedy)
  }

  private init(cause: ErrorDescriptor) { self.cause = cause }

  /// The cause.
  public var descriptor: ErrorDescriptor { cause }

  /// The codes that photos have.
  ///
  /// In a path that is not UTF-8, here and on record, `\xFF` stands for a byte that is no part of a character and `\\` for a
  /// backslash; in the paths of other failures a backslash is itself.
  public static let codes: [ErrorCode] = [
    .notAnImage, .damaged, .overLimit, .unreadable, .recipe, .badName, .crashed, .notUTF8, .fault, .cannotWrite,
  ]
}

extension PhotoFailure {
  /// What went wrong with a photo, whatever noticed it.
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

  /// The code of a photo whose file cannot be read or written.
  private static func code(ofFileWith code: ErrorCode) -> ErrorCode {
    switch code {
    case .cannotWrite, .overLimit, .badName: code
    case .replacesInput: .badName
    case .noWorker: .fault
    default: .unreadable
    }
  }

  /// The same in other words, such as with the path of what it is about.
  package func told(_ message: String, _ details: Details = [:]) -> PhotoFailure {
    PhotoFailure(cause: cause.with(message: message, details))
  }

  /// The same with the photo's name before it, where nothing else says which photo it is about.
  package func naming(_ path: String) -> PhotoFailure { told("\(path): \(message)", ["path": path]) }
}

/// An error of a file, which has another code where it is a photo's.
package protocol PhotoFailureConvertible: DescribedError {}

extension PhotoFailure: Codable {
  /// A damaged file may have much to say; a frame has an end.
  public func encode(to encoder: any Encoder) throws { try cause.bounded.encode(to: encoder) }

  /// What another process says, as far as it is believed.
  public init(from decoder: any Decoder) throws {
    let cause = try ErrorDescriptor(from: decoder).bounded
    self.init(cause: Self.codes.contains(cause.code) ? cause : cause.with(code: .fault))
  }
}
