/// The text that searches see, and the pieces of it that the index holds.
///
/// Of every word the index has each run of up to three letters: “mug” is `mug`, `ug` and `g`, and what a run begins with is
/// found with it. So one letter, two or three are each one entry of the index, and a longer word is where all its runs of
/// three are, which few other words have. What a name begins with is there once more behind ``mark``.
enum SearchText {
  /// Stands before the first letters of a name. A private character of Unicode, which no text should have; where one does,
  /// it is found in vain and left out when the text is looked at.
  private static let mark = "\u{E000}"

  /// How many letters an entry of the index has at most.
  private static let runLength = 3

  /// How many entries of the index one search looks up; what is left to tell, the texts themselves do.
  private static let lookupCount = 24

  /// How many words of a query count.
  private static let wordCount = 24

  /// Fields as searches see them: a line each, case, accents and width made the same, one space between words.
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

  /// The words of what a person types.
  static func words(of query: String) -> [String] {
    folded([query]).split(separator: " ").prefix(wordCount).map(String.init)
  }

  /// The entries of the index for a folded text that starts with its name, with spaces between them.
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

  /// Whether FTS5 can be asked for less than all of words: some are as long as an entry of the index, and not all just so.
  static func canBeBrief(_ words: [String]) -> Bool {
    let lengths = words.map(\.unicodeScalars.count)
    return lengths.contains { $0 >= runLength } && lengths.contains { $0 != runLength }
  }

  /// How much of words FTS5 is asked for.
  enum Lookup {
    /// Every run of three letters, and words of two. One letter alone, which most records have, is left out where there is
    /// something else.
    case whole
    /// As many runs of three letters as a word takes to be covered, and no shorter word.
    case brief
  }

  /// What FTS5 is asked for texts that may have all of `words`; for those only whose name begins with the first.
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

  /// Where in a word of some letters the runs start that are looked up.
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

  /// Whether words end at it: the space and what ASCII has for control.
  fileprivate var isSeparator: Bool { self <= 0x20 || self == 0x7f }

  /// Whether a scalar starts with it in UTF-8.
  fileprivate var startsScalar: Bool { self & 0xc0 != 0x80 }
}

extension UnicodeScalar {
  fileprivate var isSeparator: Bool { isASCII && UInt8(ascii: self).isSeparator }
}

extension String {
  /// The text as a string of FTS5's query language.
  fileprivate var asTerm: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
