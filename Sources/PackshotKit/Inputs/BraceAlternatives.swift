/// The alternatives of a pattern with braces, as shells write them: `*.{jpg,png}` stands for `*.jpg` and `*.png`.
///
/// Braces may stand in braces. Those without a comma, those that are not closed, and those behind a backslash or in brackets
/// are themselves.
enum BraceAlternatives {
  /// More than this is a mistake, and every one of them is matched with every name.
  static let limit = 1000

  /// Nil if there are more than ``limit``.
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

  /// The first braces with a comma between them.
  private static func firstBraces(
    in pattern: ArraySlice<UInt8>
  ) -> (open: Int, choices: [ArraySlice<UInt8>], close: Int)? {
    var open: [(place: Int, commas: [Int])] = []
    // Outer braces come before those in them, which close first.
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

  /// Where bytes stand that are neither behind a backslash nor in brackets.
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
    // A bracket that comes first is one of the set.
    let first = place
    while place < pattern.endIndex {
      if pattern[place] == UInt8(ascii: "]"), place > first { return place }
      place += pattern[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
