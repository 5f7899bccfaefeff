import Errors
import Filters
import Parameters

/// An error in a recipe, with its location.
public struct RecipeError: DescribedError, Equatable {
  /// Path of the recipe's file as given, or of an included file.
  public var file: String
  /// The location in the file, if there is a single one.
  public var location: Location?
  /// The node with the error, such as `steps[1].sepiaTone`. Empty for the whole recipe.
  public var path: String
  /// The kind of error.
  public var fault: Fault
  /// Whether the recipe itself is valid but can't be applied to one photo.
  public var concernsPhoto = false
  /// Further errors in the recipe, in reading order.
  public private(set) var others: [RecipeError] = []

  /// Creates an error in a recipe.
  public init(file: String, location: Location?, path: String, _ fault: Fault) {
    (self.file, self.location, self.path, self.fault) = (location?.file ?? file, location, path, fault)
  }
}

extension RecipeError {
  /// The error's description, with its location.
  public var descriptor: ErrorDescriptor {
    ErrorDescriptor(fault).with([
      "file": location?.file ?? file, "line": location?.line, "column": location?.column,
      "node": path.isEmpty ? nil : path,
    ])
  }
}

extension RecipeError {
  /// Returns the error with further errors found in the same recipe.
  func with(others: some Sequence<RecipeError>) -> RecipeError {
    var error = self
    error.others = Array(others)
    return error
  }
}

extension RecipeError: CustomStringConvertible {
  /// The error as a line such as `recipe.yaml:7:20: steps[1].sepiaTone: …`. Terminals and editors link this form to the
  /// file.
  public var description: String {
    let place = location.map { "\($0.file ?? file):\($0.line):\($0.column)" } ?? file
    return ([place, path].filter { !$0.isEmpty } + [message]).joined(separator: ": ")
  }
}
