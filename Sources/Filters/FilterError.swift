import Parameters
import PixelCore

/// What can be wrong with a filter: its parameters, or that it does not suit the image it is given.
public enum FilterError: Error, Equatable {
  /// There is no filter of this name.
  case unknownFilter(String, nearest: String?, allowed: [String])
  /// A filter's parameters are a map, or its one value where it has a short form.
  case notParameters(filter: String, found: String)
  /// The filter has no parameter of this name.
  case unknownParameter(String, filter: String, nearest: String?, allowed: [String])
  /// The parameter has to be given.
  case missingParameter(String, filter: String, allowed: String)
  /// The parameter is given twice: by its own name and by Core Image's.
  case sameParameter(String, as: String)
  /// The parameter's value is of another kind or out of range.
  case refusedValue(parameter: String, found: String, nearest: String? = nil, allowed: String)
  /// The parameter does not go with another one, or not with the image; `why` is a whole sentence.
  case unsuitable(parameter: String?, why: String)
  /// The filter cannot work on the image that it would be given; `why` is a whole sentence.
  case imageUnsuitable(why: String)
  /// No source of this name is in the recipe.
  case unknownSource(String, parameter: String, nearest: String?, known: [String])

  /// The parameter at fault, if it is one.
  public var parameter: String? {
    switch self {
    case .unknownFilter, .notParameters, .missingParameter, .imageUnsuitable: nil
    case .unknownParameter(let name, _, _, _): name
    case .sameParameter(let name, _): name
    case .refusedValue(let name, _, _, _): name
    case .unsuitable(let name, _): name
    case .unknownSource(_, let name, _, _): name
    }
  }

  /// What was found, what is allowed, and what to do.
  public var message: String {
    switch self {
    case .unknownFilter(let name, let nearest, let allowed):
      "unknown filter `\(name)`" + Spelling.suggestion(nearest) + "; the filters are "
        + allowed.joined(separator: ", ")
    case .notParameters(let filter, let found):
      "`\(filter)` is followed by \(found); its parameters go in braces, such as `\(filter): { … }`"
    case .unknownParameter(let name, let filter, let nearest, let allowed):
      "`\(filter)` has no parameter `\(name)`" + Spelling.suggestion(nearest) + "; it takes "
        + allowed.joined(separator: ", ")
    case .missingParameter(let name, let filter, let allowed):
      "`\(filter)` needs `\(name)`: \(allowed)"
    case .sameParameter(let name, let other):
      "`\(name)` and `\(other)` are the same parameter; leave one of them out"
    case .refusedValue(let parameter, let found, let nearest, let allowed):
      "`\(parameter)` is \(found)" + Spelling.suggestion(nearest) + "; it must be \(allowed)"
    case .unsuitable(_, let why), .imageUnsuitable(let why): why
    case .unknownSource(let name, _, let nearest, let known):
      "unknown source `\(name)`" + Spelling.suggestion(nearest)
        + (known.isEmpty
          ? "; the recipe has no `sources`" : "; the recipe's sources are " + known.joined(separator: ", "))
    }
  }
}
