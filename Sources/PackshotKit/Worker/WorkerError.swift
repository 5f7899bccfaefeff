import Foundation
import ImageCodecs
import Pipeline
import Rendering

/// What ends a ``RecipeWorker`` before its input does. What is wrong with a photo is an answer instead.
public struct WorkerError: Error, Equatable, Sendable {
  /// A word for programs.
  public enum Code: String, Sendable, CaseIterable, Codable {
    /// The first frame asks for a version of the protocol that this one is not.
    case `protocol`
    /// The recipe, one of its files or the output folder cannot be used.
    case recipe
    /// What comes is no frame, or not the one that belongs there.
    case frame
    /// Nobody takes the answers.
    case answer
  }

  /// What kind of failure it is, for programs.
  public var code: Code
  /// What was found, for people.
  public var message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// What keeps a recipe from being used.
  init(ofRecipe error: any Error) {
    switch error {
    case let error as WorkerError: self = error
    case let error as RecipeError:
      self.init(.recipe, ([error] + error.others).map(\.description).joined(separator: "\n"))
    case let error as PackshotError: self.init(.recipe, error.message)
    default: self.init(.recipe, PhotoFailure(error).message)
    }
  }
}
