/// Surrogate pairs in quoted text, such as `\ud83d\udc5f`, with which JSON writes characters beyond U+FFFF (RFC 8259, section 7).
/// YAML has no such escapes, and libyaml refuses them.
///
/// Before parsing, each pair becomes a mark of as many characters, so that no line or column moves. Afterwards the mark becomes the
/// character in quoted text, and the pair again in text where a backslash is only a backslash.
struct SurrogatePairs {
  /// Characters for private use, which stand for the `\u` of a mark.
  private static let mark = "\u{10ff5c}\u{10ff75}"

  /// The text with marks; as it was if it has no pairs.
  let marked: String
  /// Whether there are any marks.
  private let hasMarks: Bool

  init(_ yaml: String) {
    guard yaml.contains("\\u"), !yaml.contains(Self.mark) else {
      (marked, hasMarks) = (yaml, false)
      return
    }
    let pair = /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/
    var (marked, place) = ("", yaml.startIndex)
    for match in yaml.matches(of: pair) {
      // A backslash that another one escapes begins nothing.
      let before = yaml[..<match.range.lowerBound].reversed().prefix { $0 == "\\" }.count
      if before % 2 == 1 { continue }
      marked += yaml[place..<match.range.lowerBound] + Self.mark + match.1 + Self.mark + match.2
      place = match.range.upperBound
    }
    hasMarks = place > yaml.startIndex
    self.marked = marked + yaml[place...]
  }

  /// A text that was quoted with `"`, with characters for its marks.
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

  /// Any other text, with its pairs in place of marks.
  func restored(_ text: String) -> String {
    hasMarks ? text.replacing(Self.mark, with: "\\u") : text
  }
}
