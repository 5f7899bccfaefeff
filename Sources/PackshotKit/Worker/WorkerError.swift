import Errors
import Foundation
import ImageCodecs
import Recipes
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
  public var cause: ErrorDescriptor

  /// The cause.
  public var descriptor: ErrorDescriptor { cause }

  init(_ stage: Stage, _ reason: String, _ message: String, _ details: Details = [:], remedy: Remedy? = nil) {
    let code: ErrorCode =
      switch stage {
      case .protocol, .frame: .usage
      case .recipe: .recipe
      case .answer: .cannotWrite
      }
    self.init(stage, ErrorDescriptor(code, message, details, reason: reason, remedy: remedy))
  }

  private init(_ stage: Stage, _ cause: ErrorDescriptor) { (self.stage, self.cause) = (stage, cause) }

  /// What keeps a recipe from being used.
  init(ofRecipe error: any Error) {
    switch error {
    case let error as WorkerError: self = error
    case let error as RecipeError:
      self.init(
        .recipe,
        ErrorDescriptor(error).with(message: ([error] + error.others).map(\.description).joined(separator: "\n")))
    case let error as PackshotError: self.init(.recipe, ErrorDescriptor(error))
    default: self.init(.recipe, PhotoFailure(error).cause)
    }
  }
}
