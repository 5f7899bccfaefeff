import Errors
import Parameters
import PixelCore
import Typesetting

/// What can be wrong with a filter: its parameters, or that it does not suit the image it is given.
public enum FilterError: DescribedError, Equatable {
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
  /// The text cannot be set in its font.
  case font(FontError)
  /// The filter cannot work on the image that it would be given; `why` is a whole sentence.
  case imageUnsuitable(why: String)
  /// The filter would make a picture larger than the limits allow.
  case makesTooLarge(size: PixelSize, maxPixels: Int, longestSide: Int)
  /// No source of this name is in the recipe.
  case unknownSource(String, parameter: String, nearest: String?, known: [String])

  /// Whether it is the image that it does not suit, so that it may suit another.
  public var isOfImage: Bool {
    switch self {
    case .imageUnsuitable, .makesTooLarge: true
    default: false
    }
  }

  /// The parameter at fault, if it is one.
  public var parameter: String? {
    switch self {
    case .unknownFilter, .notParameters, .missingParameter, .imageUnsuitable, .makesTooLarge: nil
    case .unknownParameter(let name, _, _, _): name
    case .sameParameter(let name, _): name
    case .refusedValue(let name, _, _, _): name
    case .unsuitable(let name, _): name
    case .font: "text"
    case .unknownSource(_, let name, _, _): name
    }
  }
}
