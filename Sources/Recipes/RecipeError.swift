import Errors
import Filters
import Parameters

/// What is wrong with a recipe, and where.
public struct RecipeError: DescribedError, Equatable {
  /// The recipe's file, as it was named, or the one of those it includes.
  public var file: String
  /// Where in the file, if it is at one place.
  public var location: Location?
  /// The node at fault, such as `steps[1].sepiaTone`; empty for the whole recipe.
  public var path: String
  /// What is wrong there.
  public var fault: Fault
  /// Whether the recipe is right as such, but does not suit one photo.
  public var concernsPhoto = false
  /// What else is wrong with the recipe, in the order it was read.
  public private(set) var others: [RecipeError] = []

  /// What is wrong with a recipe, and where.
  public init(file: String, location: Location?, path: String, _ fault: Fault) {
    (self.file, self.location, self.path, self.fault) = (location?.file ?? file, location, path, fault)
  }
}

extension RecipeError {
  /// The fault, and its place.
  public var descriptor: ErrorDescriptor {
    ErrorDescriptor(fault).with([
      "file": location?.file ?? file, "line": location?.line, "column": location?.column,
      "node": path.isEmpty ? nil : path,
    ])
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
