import Filters
import Parameters

/// What is wrong with a recipe, and where.
public struct RecipeError: Error, Equatable {
  /// The recipe's file, as it was named, or the one of those it includes.
  public var file: String
  /// Where in the file, if it is at one place.
  public var location: Location?
  /// The node at fault, such as `steps[1].sepiaTone`; empty for the whole recipe.
  public var path: String
  /// What was found, what is allowed, what to do.
  public var message: String
  /// Whether the recipe is right as such, but does not suit one photo.
  public var concernsPhoto = false
  /// What else is wrong with the recipe, in the order it was read.
  public private(set) var others: [RecipeError] = []

  /// What is wrong with a recipe, and where.
  public init(file: String, location: Location?, path: String, message: String) {
    (self.file, self.location, self.path, self.message) = (location?.file ?? file, location, path, message)
  }
}

extension RecipeError {
  /// The error with others that were found beside it.
  func with(others: some Sequence<RecipeError>) -> RecipeError {
    var error = self
    error.others = Array(others)
    return error
  }
}

extension RecipeError: CustomStringConvertible {
  /// `recipe.yaml:7:20: steps[1].sepiaTone: …`, which terminals and editors make a link of.
  public var description: String {
    let place = location.map { "\($0.file ?? file):\($0.line):\($0.column)" } ?? file
    return ([place, path].filter { !$0.isEmpty } + [message]).joined(separator: ": ")
  }
}
