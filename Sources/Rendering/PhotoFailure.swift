import Errors
import Filters
import ImageCodecs
import Pipeline

/// Why one photo was not rendered. The rest of a batch goes on.
///
/// It is made of whatever error was the cause, as values, because photos are mostly read in another process.
public struct PhotoFailure: DescribedError, Equatable {
  /// What went wrong, with one of the codes that photos have.
  public private(set) var cause: CarriedError

  /// - Parameters:
  ///   - code: One of ``codes``.
  ///   - reason: Which failure of that kind, as a word that stays the same.
  public init(
    _ code: ErrorCode, _ reason: String, _ message: String, _ facts: Facts = [:], remedy: (any Remedy)? = nil
  ) {
    self.init(cause: CarriedError(code, reason, message, facts, remedy: remedy))
  }

  private init(cause: CarriedError) { self.cause = cause }

  /// The codes that photos have.
  ///
  /// In a path that is not UTF-8, here and on record, `\xFF` stands for a byte that is no part of a character and `\\` for a
  /// backslash; in the paths of other failures a backslash is itself.
  public static let codes: [ErrorCode] = [
    .notAnImage, .damaged, .overLimit, .unreadable, .recipe, .badName, .crashed, .notUTF8, .fault, .cannotWrite,
  ]
}

extension PhotoFailure {
  /// What kind of failure it is: one of ``codes``.
  public var code: ErrorCode { cause.code }
  /// Which failure of that kind.
  public var reason: String { cause.reason }
  /// What is known of it.
  public var facts: Facts { cause.facts }
  /// What can be done about it, where that is known.
  public var remedy: (any Remedy)? { cause.remedy }
  /// What was found, and what is allowed.
  public var message: String { cause.message }
}

extension PhotoFailure {
  /// What went wrong with a photo, whatever noticed it.
  package init(_ error: any Error) {
    switch error {
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let failure as PhotoFailure: self = failure
    case let error as RecipeError: self.init(cause: CarriedError(error).told(error.description))
    case let error as any PhotoFailureConvertible:
      self.init(cause: CarriedError(error).told(error.message, code: error.codeOfPhoto))
    case let error as FilterError: self.init(cause: CarriedError(error).told(error.message, code: .recipe))
    case let error as any DescribedError where Self.codes.contains(error.code):
      self.init(cause: CarriedError(error))
    case let error as any DescribedError: self.init(cause: CarriedError(error).told(error.message, code: .fault))
    default: self.init(.fault, "fault", "\(error)")
    }
  }

  /// The same in other words, such as with the path of what it is about.
  package func told(_ message: String, _ facts: Facts = [:]) -> PhotoFailure {
    PhotoFailure(cause: cause.told(message, facts))
  }

  /// The same with the photo's name before it, where nothing else says which photo it is about.
  package func naming(_ path: String) -> PhotoFailure { told("\(path): \(message)", ["path": .text(path)]) }
}

/// An error that has another code where it is a photo's.
package protocol PhotoFailureConvertible: DescribedError {
  /// One of ``PhotoFailure/codes``.
  var codeOfPhoto: ErrorCode { get }
}

extension PhotoFailure: Codable {
  /// A damaged file may have much to say; a frame has an end.
  public func encode(to encoder: any Encoder) throws { try cause.bounded.encode(to: encoder) }

  /// What another process says, as far as it is believed.
  public init(from decoder: any Decoder) throws {
    let cause = try CarriedError(from: decoder).bounded
    self.init(cause: Self.codes.contains(cause.code) ? cause : cause.told(cause.message, code: .fault))
  }
}
