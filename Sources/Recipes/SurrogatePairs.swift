/// Surrogate pairs in quoted text, such as `\ud83d\udc5f`, which JSON uses for characters beyond U+FFFF (RFC 8259,
/// section 7). YAML has no such escapes, and libyaml refuses them.
///
/// Before parsing, each pair is replaced by a mark of the same length, so that lines and columns don't change.
/// Afterwards the mark becomes the character in quoted text, and the pair again in text where a backslash is literal.
struct SurrogatePairs {
  /// Private-use characters that replace the `\u` of a pair.
  private static let mark = "\u{10ff5c}\u{10ff75}"

  /// The text with marks, or the original text if it has no pairs.
  let marked: String
  /// Whether the text contains marks.
  private let hasMarks: Bool

  init(_ yaml: String) {
    guard yaml.contains("\\u"), !yaml.contains(Self.mark) else {
      (marked, hasMarks) = (yaml, false)
      return
    }
    let pair = /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/
    var (marked, place) = ("", yaml.startIndex)
    for match in yaml.matches(of: pair) {
      // An escaped backslash doesn't start an escape.
      let before = yaml[..<match.range.lowerBound].reversed().prefix { $0 == "\\" }.count
      if before % 2 == 1 { continue }
      marked += yaml[place..<match.range.lowerBound] + Self.mark + match.1 + Self.mark + match.2
      place = match.range.upperBound
    }
    hasMarks = place > yaml.startIndex
    self.marked = marked + yaml[place...]
  }

  /// Returns a text that was in double quotes, with marks replaced by characters.
  func quoted(_ text: String) -> String {
    guard hasMarks else { return text }
    let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
    var result = String.UnicodeScalarView(parts[0].unicodeScalars)
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      let units = [parts[index], parts[index + 1].prefix(4)].compactMap { UInt16($0, radix: 16) }
      result += String(decoding: units, as: UTF16.self).unicodeScalars
      result += parts[index + 1].dropFirst(4).unicodeScalars
    }
    return String(result)
  }

  /// Returns any other text, with marks replaced by the original pairs.
  func restored(_ text: String) -> String {
    hasMarks ? text.replacing(Self.mark, with: "\\u") : text
  }
}
