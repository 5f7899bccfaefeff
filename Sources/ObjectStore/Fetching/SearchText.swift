/// The folded text of a record, and the entries of the index for it.
///
/// For each word, the index contains every run of up to three letters, starting at each letter: for “mug”, `mug`, `ug`
/// and `g`. Each run is also found by its beginning. A query of one to three letters is a single entry. A longer word
/// is looked up by all its runs of three letters, which few other words contain. The beginning of a name has another
/// entry, after ``mark``.
enum SearchText {
  /// Precedes the first letters of a name. It is a private-use character of Unicode, which texts should not contain. A
  /// text that contains it can match falsely; comparing the text itself removes such matches.
  private static let mark = "\u{E000}"

  /// The maximum number of letters in an index entry.
  private static let runLength = 3

  /// The maximum number of index entries that a search looks up. The rest of the query is compared with the texts.
  private static let lookupCount = 24

  /// The maximum number of words in a query that are used.
  private static let wordCount = 24

  /// Returns fields as searches compare them: one line for each, without differences of case, accents and width, and
  /// with one space between words.
  static func folded(_ fields: some Sequence<String>) -> String {
    var bytes: [UInt8] = []
    for field in fields {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      if field.isASCII {
        append(field.utf8.lazy.map { $0.isUppercase ? $0 + 0x20 : $0 }, to: &bytes)
      } else {
        let scalars = field.searchFolded.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
        append(String(String.UnicodeScalarView(scalars)).utf8, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ field: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    let start = bytes.count
    var isBetweenWords = false
    for byte in field {
      if byte.isSeparator {
        isBetweenWords = true
      } else {
        if isBetweenWords, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
        isBetweenWords = false
        bytes.append(byte)
      }
    }
  }

  /// Returns the words of a query.
  static func words(of query: String) -> [String] {
    folded([query]).split(separator: " ").prefix(wordCount).map(String.init)
  }

  /// Returns the index entries, separated by spaces, for a folded text that starts with its name.
  static func entries(of text: String) -> String {
    let start = text.unicodeScalars.prefix(runLength).prefix { !$0.isSeparator }
    let beginnings = (1...runLength).map { mark + String(start.prefix($0)) }
    var entries = Array(beginnings.joined(separator: " ").utf8)
    entries.reserveCapacity(5 * text.utf8.count)
    let bytes = Array(text.utf8)
    for start in bytes.indices where bytes[start].startsScalar && !bytes[start].isSeparator {
      entries.append(UInt8(ascii: " "))
      var end = start
      for _ in 0..<runLength {
        guard end < bytes.endIndex, !bytes[end].isSeparator else { break }
        repeat { end += 1 } while end < bytes.endIndex && !bytes[end].startsScalar
      }
      entries += bytes[start..<end]
    }
    return String(decoding: entries, as: UTF8.self)
  }

  /// Whether FTS5 can be asked for only part of the words: some have the length of an index entry or more, and not all
  /// have exactly that length.
  static func canBeBrief(_ words: [String]) -> Bool {
    let lengths = words.map(\.unicodeScalars.count)
    return lengths.contains { $0 >= runLength } && lengths.contains { $0 != runLength }
  }

  /// The part of the words that FTS5 is asked for.
  enum Lookup {
    /// All runs of three letters, and words of two. A single letter, which most records contain, is omitted if there is
    /// anything else.
    case whole
    /// Only as many runs of three letters as are needed to cover a word, and no shorter word.
    case brief
  }

  /// Returns the FTS5 query for texts that may contain all of `words`; with `atStart`, for texts whose name begins with
  /// the first word.
  static func lookup(_ words: [String], atStart: Bool, _ extent: Lookup) -> String {
    var terms: [String] = []
    if atStart, let first = words.first {
      terms.append((mark + String(first.unicodeScalars.prefix(runLength))).asTerm)
    }
    let longest = words.map(\.unicodeScalars.count).max() ?? 0
    let shortest = extent == .brief ? runLength : min(2, longest)
    for word in words {
      let letters = Array(word.unicodeScalars)
      if letters.count >= runLength {
        for start in runStarts(letters.count, extent) {
          var run = String.UnicodeScalarView()
          run.append(contentsOf: letters[start..<start + runLength])
          terms.append(String(run).asTerm)
        }
      } else if letters.count >= shortest {
        terms.append(word.asTerm + " *")
      }
    }
    return terms.prefix(lookupCount).joined(separator: " AND ")
  }

  /// Returns the starts of the runs that are looked up in a word of `letterCount` letters.
  private static func runStarts(_ letterCount: Int, _ extent: Lookup) -> [Int] {
    let last = letterCount - runLength
    switch extent {
    case .whole: return Array(0...last)
    case .brief: return stride(from: 0, to: last, by: runLength) + [last]
    }
  }
}

extension UInt8 {
  fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  /// Whether the byte ends words: the space and ASCII's control characters.
  fileprivate var isSeparator: Bool { self <= 0x20 || self == 0x7f }

  /// Whether a scalar starts with the byte in UTF-8.
  fileprivate var startsScalar: Bool { self & 0xc0 != 0x80 }
}

extension UnicodeScalar {
  fileprivate var isSeparator: Bool { isASCII && UInt8(ascii: self).isSeparator }
}

extension String {
  /// The text as a string in FTS5's query language.
  fileprivate var asTerm: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
