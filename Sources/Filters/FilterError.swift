import Errors
import Parameters
import PixelCore
import Typesetting

/// What can be wrong with a filter: its parameters, or that it does not suit the image it is given.
public enum FilterError: DescribedError, Equatable {
  /// There is no filter of this name.
  case unknownFilter(filter: String, nearest: String?, allowed: [String])
  /// A filter's parameters are a map, or its one value where it has a short form.
  case notParameters(filter: String, found: String)
  /// The filter has no parameter of this name.
  case unknownParameter(parameter: String, filter: String, nearest: String?, allowed: [String])
  /// The parameter has to be given.
  case missingParameter(parameter: String, filter: String, allowed: String)
  /// The parameter is given twice: by its own name and by Core Image's.
  case sameParameter(parameter: String, other: String)
  /// The parameter's value is of another kind or out of range.
  case refusedValue(parameter: String, found: String, nearest: String? = nil, allowed: String)
  /// The parameter does not go with another one, or not with the image; `why` is a whole sentence.
  case unsuitableParameter(parameter: String?, why: String)
  /// The text cannot be set in its font.
  case font(FontError)
  /// The filter cannot work on the image that it would be given; `why` is a whole sentence.
  case unsuitableImage(why: String)
  /// The filter would make a picture larger than the limits allow.
  case makesTooLarge(size: PixelSize, maxPixels: Int, longestSide: Int)
  /// No source of this name is in the recipe.
  case unknownSource(source: String, parameter: String?, nearest: String?, known: [String])

  /// Whether it is the image that it does not suit, so that it may suit another.
  public var isOfImage: Bool {
    switch self {
    case .unsuitableImage, .makesTooLarge: true
    default: false
    }
  }

  /// The parameter at fault, if it is one.
  public var parameter: String? {
    switch self {
    case .unknownFilter, .notParameters, .missingParameter, .unsuitableImage, .makesTooLarge: nil
    case .unknownParameter(let name, _, _, _): name
    case .sameParameter(let name, _): name
    case .refusedValue(let name, _, _, _): name
    case .unsuitableParameter(let name, _): name
    case .font: "text"
    case .unknownSource(_, let name, _, _): name
    }
  }

  public var descriptor: ErrorDescriptor {
    switch self {
    case .unknownFilter(let name, let nearest, let allowed):
      .init(
        .filter,
        "unknown filter `\(name)`\(Spelling.suggestion(nearest)); the filters are \(allowed.joined(separator: ", "))")
    case .notParameters(let filter, let found):
      .init(
        .filter, "`\(filter)` is followed by \(found); its parameters go in braces, such as `\(filter): { … }`")
    case .unknownParameter(let name, let filter, let nearest, let allowed):
      .init(
        .filter,
        "`\(filter)` has no parameter `\(name)`\(Spelling.suggestion(nearest)); it takes \(allowed.joined(separator: ", "))"
      )
    case .missingParameter(let name, let filter, let allowed): .init(.filter, "`\(filter)` needs `\(name)`: \(allowed)")
    case .sameParameter(let name, let other):
      .init(.filter, "`\(name)` and `\(other)` are the same parameter; leave one of them out")
    case .refusedValue(let parameter, let found, let nearest, let allowed):
      .init(.filter, "`\(parameter)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)")
    case .unsuitableParameter(_, let why), .unsuitableImage(let why): .init(.filter, why)
    case .font(let error): ErrorDescriptor(error).with(["parameter": "text"], code: .filter)
    case .makesTooLarge(let size, let maxPixels, let longestSide):
      .init(
        .filter,
        "this would make \(size) pixels; a picture may have \(maxPixels), and no side longer than \(longestSide)")
    case .unknownSource(let name, _, let nearest, let known):
      .init(
        .filter,
        "unknown source `\(name)`\(Spelling.suggestion(nearest))"
          + (known.isEmpty
            ? "; the recipe has no `sources`" : "; the recipe's sources are \(known.joined(separator: ", "))"))
    }
  }
}
