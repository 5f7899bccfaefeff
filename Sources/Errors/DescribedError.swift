public import Foundation

/// An error that describes itself to people and to programs, in one place.
///
/// An error is a case of an enum, and ``descriptor`` is one switch with a line per case. The error's ``reason`` follows from the case's
/// name, and its ``details`` from the labels of the case's values:
///
/// ```
/// public enum ShelfError: DescribedError {
///   case tooDusty(millimetres: Int, limit: Int)
///
///   public var descriptor: ErrorDescriptor {
///     switch self {
///     case .tooDusty(let found, let limit):
///       .init(.overLimit, "the shelf has \(found) mm of dust; the limit is \(limit)", remedy: .dust)
///     }
///   }
/// }
/// ```
///
/// Messages name no option, command or function, because the same error reaches people through the command line, through a server and
/// through Swift. What to do is a ``Remedy``, which each of these puts into its own words.
public protocol DescribedError: LocalizedError, Sendable {
  /// The error's code, message and remedy. ``DescribedError/reason`` and ``DescribedError/details`` complete it.
  var descriptor: ErrorDescriptor { get }
}

extension DescribedError {
  /// The kind of failure. The command line's exit code follows from it.
  public var code: ErrorCode { descriptor.code }
  /// The specific failure within ``code``, as a word that never changes: `not-enough-stock`.
  public var reason: String { ErrorDescriptor(self).reason }
  /// What the error is about: paths, values, limits.
  public var details: Details { ErrorDescriptor(self).details }
  /// What was found, and what is allowed, as a sentence without a full stop.
  public var message: String { descriptor.message }
  /// What to do about the error, if that is known and not in the message.
  public var remedy: Remedy? { descriptor.remedy }
  /// The message, followed by the remedy if there is one.
  public var explanation: String { remedy.map { message + "; " + $0.suggestion } ?? message }
  /// ``message``, for callers who know only `Error`.
  public var errorDescription: String? { message }
  /// The remedy's suggestion to callers of the library.
  public var recoverySuggestion: String? { remedy?.suggestion }
}
