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
  /// The parameter's value is of another kind or out of range.
  case refusedValue(parameter: String, found: String, allowed: String)
  /// The parameter does not go with another one, or not with the image; `why` is a whole sentence.
  case unsuitable(parameter: String?, why: String)
  /// No source of this name is in the recipe.
  case unknownSource(String, parameter: String, nearest: String?, known: [String])

  /// The parameter at fault, if it is one.
  public var parameter: String? {
    switch self {
    case .unknownFilter, .notParameters, .missingParameter: nil
    case .unknownParameter(let name, _, _, _): name
    case .refusedValue(let name, _, _): name
    case .unsuitable(let name, _): name
    case .unknownSource(_, let name, _, _): name
    }
  }

  /// What was found, what is allowed, and what to do.
  public var message: String {
    switch self {
    case .unknownFilter(let name, let nearest, let allowed):
      "there is no filter `\(name)`" + Self.suggestion(nearest) + "; the filters are " + allowed.joined(separator: ", ")
    case .notParameters(let filter, let found):
      "`\(filter)` is given \(found); its parameters go in braces, such as `\(filter): { … }`"
    case .unknownParameter(let name, let filter, let nearest, let allowed):
      "`\(filter)` has no parameter `\(name)`" + Self.suggestion(nearest) + "; it takes "
        + allowed.joined(separator: ", ")
    case .missingParameter(let name, let filter, let allowed):
      "`\(filter)` needs `\(name)`: \(allowed)"
    case .refusedValue(let parameter, let found, let allowed):
      "`\(parameter)` is \(found); it takes \(allowed)"
    case .unsuitable(_, let why): why
    case .unknownSource(let name, _, let nearest, let known):
      "there is no source `\(name)`" + Self.suggestion(nearest)
        + (known.isEmpty ? "; the recipe has no `sources`" : "; the recipe's sources are " + known.joined(separator: ", "))
    }
  }

  private static func suggestion(_ nearest: String?) -> String { nearest.map { " (did you mean `\($0)`?)" } ?? "" }
}

/// Finding what was meant by a name that is not there.
public enum Spelling {
  /// The candidate nearest to `word` by edit distance, if it is near enough to have been meant: a third of its letters.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let ranked = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= max(1, word.count / 3) ? best.0 : nil
  }

  /// Levenshtein's distance: insertions, deletions and substitutions of characters.
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let substituted = diagonal + (letter == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
