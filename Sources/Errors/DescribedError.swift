public import Foundation

/// What every error of packshot says of itself, to people and to programs.
///
/// An error is a case with facts. The sentence made of them names no option, command or function, because the same error reaches
/// people through the command line, through a server and through Swift; what to do about it is a ``Remedy``, which each of
/// those puts into its own words.
///
/// ```swift
/// do { try photo.write(to: "mug.png") } catch let error as any DescribedError {
///   print(error.code.rawValue, error.reason, error.facts["pixels"] ?? "")
/// }
/// ```
public protocol DescribedError: LocalizedError, Sendable {
  /// What kind of failure it is. The command line's exit code follows from it.
  var code: ErrorCode { get }
  /// Which failure of that kind, as a word that stays the same: `not-enough-stock`.
  var reason: String { get }
  /// What it is about: paths, values, limits.
  var facts: Facts { get }
  /// What to do about it, where that is known.
  var remedy: (any Remedy)? { get }
  /// What was found, and what is allowed, as a sentence without a full stop.
  var message: String { get }
}

extension DescribedError {
  /// The message, and what to do about it where that is known.
  public var explanation: String { remedy.map { message + "; " + $0.suggestion } ?? message }
  /// ``message``, for whoever knows only `Error`.
  public var errorDescription: String? { message }
  /// What the remedy says to whoever uses the library.
  public var recoverySuggestion: String? { remedy?.suggestion }
}
