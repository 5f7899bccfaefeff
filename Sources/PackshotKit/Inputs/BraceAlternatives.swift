/// Expands braces in a pattern as shells do: `*.{jpg,png}` becomes `*.jpg` and `*.png`.
///
/// Braces can be nested. Braces are literal if they contain no comma, aren't closed, follow a backslash or are inside
/// brackets.
enum BraceAlternatives {
  /// Maximum number of alternatives. More are probably a mistake, and each would be matched with every name.
  static let limit = 1000

  /// Returns nil if there are more than ``limit``.
  static func of(_ pattern: ArraySlice<UInt8>) -> [[UInt8]]? {
    guard let braces = firstBraces(in: pattern) else { return [Array(pattern)] }
    guard let ends = of(pattern[(braces.close + 1)...]) else { return nil }
    var alternatives: [[UInt8]] = []
    for choice in braces.choices {
      guard let choices = of(choice) else { return nil }
      for one in choices { alternatives += ends.map { Array(pattern[..<braces.open]) + one + $0 } }
      if alternatives.count > limit { return nil }
    }
    return alternatives
  }

  /// Returns the first pair of braces with a comma directly inside.
  private static func firstBraces(
    in pattern: ArraySlice<UInt8>
  ) -> (open: Int, choices: [ArraySlice<UInt8>], close: Int)? {
    var open: [(place: Int, commas: [Int])] = []
    // Outer braces start before inner ones but close later.
    var first: (open: Int, choices: [ArraySlice<UInt8>], close: Int)?
    for place in plainPlaces(in: pattern) {
      switch pattern[place] {
      case UInt8(ascii: "{"): open.append((place, []))
      case UInt8(ascii: ","): if !open.isEmpty { open[open.count - 1].commas.append(place) }
      case UInt8(ascii: "}"):
        guard let braces = open.popLast(), !braces.commas.isEmpty, braces.place < first?.open ?? .max else { continue }
        let bounds = [braces.place] + braces.commas + [place]
        first = (braces.place, zip(bounds, bounds.dropFirst()).map { pattern[($0 + 1)..<$1] }, place)
      default: continue
      }
    }
    return first
  }

  /// Returns the positions of bytes that are neither escaped nor inside brackets.
  private static func plainPlaces(in pattern: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    var place = pattern.startIndex
    while place < pattern.endIndex {
      switch pattern[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "["): place = closingBracket(of: place, in: pattern).map { $0 + 1 } ?? place + 1
      default:
        places.append(place)
        place += 1
      }
    }
    return places
  }

  private static func closingBracket(of open: Int, in pattern: ArraySlice<UInt8>) -> Int? {
    var place = open + 1
    if place < pattern.endIndex, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(pattern[place]) { place += 1 }
    // A closing bracket in first position is part of the set.
    let first = place
    while place < pattern.endIndex {
      if pattern[place] == UInt8(ascii: "]"), place > first { return place }
      place += pattern[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
