import Errors
import Parameters
import PixelCore
import Typesetting

/// An error in a filter: in its parameters, or because it can't be applied to its image.
public enum FilterError: DescribedError, Equatable {
  /// There is no filter of this name.
  case unknownFilter(filter: String, nearest: String?, allowed: [String])
  /// The filter's parameters must be a map, or a single value if it has a shorthand.
  case notParameters(filter: String, found: String)
  /// The filter has no parameter of this name.
  case unknownParameter(parameter: String, filter: String, nearest: String?, allowed: [String])
  /// A required parameter is missing.
  case missingParameter(parameter: String, filter: String, allowed: String)
  /// The parameter is given twice, by its own name and by Core Image's.
  case sameParameter(parameter: String, other: String)
  /// The parameter's value has the wrong type or is out of range.
  case refusedValue(parameter: String, found: String, nearest: String? = nil, allowed: String)
  /// The parameter can't be combined with another one, or with the image. `why` is a complete sentence.
  case unsuitableParameter(parameter: String?, why: String)
  /// The text can't be set in its font.
  case font(FontError)
  /// The filter can't be applied to its image. `why` is a complete sentence, without what to do.
  case unsuitableImage(why: String, remedy: Remedy? = nil)
  /// The filter's output would exceed the limits.
  case makesTooLarge(size: PixelSize, maxPixels: Int, longestSide: Int)
  /// The recipe has no source of this name.
  case unknownSource(source: String, parameter: String?, nearest: String?, known: [String])

  /// Whether the error depends on the image, so that the filter may work with another one.
  public var isOfImage: Bool {
    switch self {
    case .unsuitableImage, .makesTooLarge: true
    default: false
    }
  }

  /// The parameter that caused the error, if any.
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
    case .unsuitableParameter(_, let why): .init(.filter, why)
    case .unsuitableImage(let why, let remedy): .init(.filter, why, remedy: remedy)
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
