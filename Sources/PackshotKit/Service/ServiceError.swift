import Errors
import Foundation
import ImageCodecs
import Recipes
import Rendering

/// An error that ends a ``RenderService`` before its input ends. An error in a photo is an answer instead.
public struct ServiceError: DescribedError, Equatable {
  /// The part of the work that failed, as a word for programs.
  public enum Stage: String, Sendable, CaseIterable, Codable {
    /// The first frame asks for an unsupported version of the protocol.
    case `protocol`
    /// The recipe, one of its files or the output folder can't be used.
    case recipe
    /// The input is not a valid frame, or not the expected one.
    case frame
    /// The answers can't be written.
    case answer
  }

  /// The part of the work that failed.
  public var stage: Stage
  /// The error.
  public var cause: ErrorDescriptor

  /// The error's description.
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

  /// Creates the error for a recipe that can't be used.
  init(ofRecipe error: any Error) {
    switch error {
    case let error as ServiceError: self = error
    case let error as RecipeError:
      self.init(
        .recipe,
        ErrorDescriptor(error).with(message: ([error] + error.others).map(\.description).joined(separator: "\n")))
    case let error as PackshotError: self.init(.recipe, ErrorDescriptor(error))
    default: self.init(.recipe, PhotoFailure(error).cause)
    }
  }
}
