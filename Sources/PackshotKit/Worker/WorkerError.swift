import Errors
import Foundation
import ImageCodecs
import Pipeline
import Rendering

/// What ends a ``RecipeWorker`` before its input does. What is wrong with a photo is an answer instead.
public struct WorkerError: DescribedError, Equatable {
  /// What part of the work it ends, as a word for programs.
  public enum Stage: String, Sendable, CaseIterable, Codable {
    /// The first frame asks for a version of the protocol that this one is not.
    case `protocol`
    /// The recipe, one of its files or the output folder cannot be used.
    case recipe
    /// What comes is no frame, or not the one that belongs there.
    case frame
    /// Nobody takes the answers.
    case answer
  }

  /// What it was at work at.
  public var stage: Stage
  /// What went wrong.
  public var cause: CarriedError

  init(_ stage: Stage, _ reason: String, _ message: String, _ facts: Facts = [:], remedy: (any Remedy)? = nil) {
    let code: ErrorCode =
      switch stage {
      case .protocol, .frame: .usage
      case .recipe: .recipe
      case .answer: .cannotWrite
      }
    self.init(stage, CarriedError(code, reason, message, facts, remedy: remedy))
  }

  private init(_ stage: Stage, _ cause: CarriedError) { (self.stage, self.cause) = (stage, cause) }

  /// What keeps a recipe from being used.
  init(ofRecipe error: any Error) {
    switch error {
    case let error as WorkerError: self = error
    case let error as RecipeError:
      self.init(
        .recipe, CarriedError(error).told(([error] + error.others).map(\.description).joined(separator: "\n")))
    case let error as PackshotError: self.init(.recipe, CarriedError(error))
    default: self.init(.recipe, PhotoFailure(error).cause)
    }
  }
}

extension WorkerError {
  /// What kind of failure it is.
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
