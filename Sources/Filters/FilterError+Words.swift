import Errors
import Parameters
import PixelCore

extension FilterError {
  /// A filter cannot be applied as requested.
  public var code: ErrorCode { .filter }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .unknownFilter: "unknown-filter"
    case .notParameters: "not-parameters"
    case .unknownParameter: "unknown-parameter"
    case .missingParameter: "missing-parameter"
    case .sameParameter: "same-parameter"
    case .refusedValue: "refused-value"
    case .unsuitable: "unsuitable-parameter"
    case .font(let error): error.reason
    case .imageUnsuitable: "unsuitable-image"
    case .makesTooLarge: "makes-too-large"
    case .unknownSource: "unknown-source"
    }
  }

  /// Names and values, what was probably meant, and what there is.
  public var facts: Facts {
    switch self {
    case .unknownFilter(let name, let nearest, let allowed):
      ["filter": .text(name), "nearest": nearest.map(FactValue.text), "allowed": .texts(allowed)]
    case .notParameters(let filter, let found): ["filter": .text(filter), "found": .text(found)]
    case .unknownParameter(let name, let filter, let nearest, let allowed):
      [
        "parameter": .text(name), "filter": .text(filter), "nearest": nearest.map(FactValue.text),
        "allowed": .texts(allowed),
      ]
    case .missingParameter(let name, let filter, let allowed):
      ["parameter": .text(name), "filter": .text(filter), "allowed": .text(allowed)]
    case .sameParameter(let name, let other): ["parameter": .text(name), "other": .text(other)]
    case .refusedValue(let parameter, let found, let nearest, let allowed):
      [
        "parameter": .text(parameter), "found": .text(found), "nearest": nearest.map(FactValue.text),
        "allowed": .text(allowed),
      ]
    case .unsuitable(let parameter, let why): ["parameter": parameter.map(FactValue.text), "why": .text(why)]
    case .font(let error): (["parameter": "text"] as Facts).with(error.facts)
    case .imageUnsuitable(let why): ["why": .text(why)]
    case .makesTooLarge(let size, let maxPixels, let longestSide):
      [
        "width": .count(size.width), "height": .count(size.height), "maxPixels": .count(maxPixels),
        "longestSide": .count(longestSide),
      ]
    case .unknownSource(let name, _, let nearest, let known):
      ["source": .text(name), "nearest": nearest.map(FactValue.text), "known": .texts(known)]
    }
  }

  /// None that a filter knows: who plans a recipe knows the limits.
  public var remedy: (any Remedy)? { nil }

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
    case .font(let error): error.message
    case .makesTooLarge(let size, let maxPixels, let longestSide):
      "this would make \(size) pixels; a picture may have \(maxPixels), and no side longer than \(longestSide)"
    case .unknownSource(let name, _, let nearest, let known):
      "unknown source `\(name)`" + Spelling.suggestion(nearest)
        + (known.isEmpty
          ? "; the recipe has no `sources`" : "; the recipe's sources are " + known.joined(separator: ", "))
    }
  }
}
