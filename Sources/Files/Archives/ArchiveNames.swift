import Foundation
import Text

/// An encoding that was guessed for names in an archive.
package struct GuessedEncoding: Sendable, Equatable {
  package let encoding: String
  /// Number of names in the encoding.
  package let count: Int
  /// One of the names, with invisible characters escaped because the catalog refuses zero bytes.
  package let example: String
}

/// The names in a ZIP archive as text.
///
/// A name is UTF-8 if its entry says so, or has Info-ZIP's field for Unicode names, or if it is valid UTF-8. The
/// remaining names are in the encoding of the computer that made the archive, which the archive doesn't name. It is the
/// one in ``variable``. Otherwise one encoding is guessed for all of them: the one in which they look most like names. If
/// several do, it is the first in ``encodings``, which begins with the encoding that the ZIP specification prescribes.
package struct ArchiveNames {
  /// The environment variable with the encoding of names that aren't UTF-8, such as `cp866`. It isn't an option of one
  /// command, because names are parts of paths in all of them.
  package static let variable = "PACKSHOT_ZIP_NAMES"

  /// Returns the encoding in ``variable``. Throws if ICU doesn't know it.
  package static func stated(in environment: [String: String]) throws(ArchiveError) -> String? {
    guard let encoding = environment[variable], !encoding.isEmpty else { return nil }
    guard ICU.text([], in: encoding) != nil else { throw .unknownEncoding(encoding) }
    return encoding
  }

  private static let stated = Result { () throws(ArchiveError) in try stated(in: ProcessInfo.processInfo.environment) }

  /// The names by index; nil for a name that isn't valid in its encoding.
  let names: [String?]
  let guess: GuessedEncoding?

  /// - Throws: If ``variable`` names no encoding.
  init(_ records: [ZIPDirectory.Record]) throws(ArchiveError) {
    var names = records.map { String(validating: $0.name, as: UTF8.self) }
    let unknown = records.indices.filter { names[$0] == nil && !records[$0].isUTF8 }
    var guess: GuessedEncoding?
    if !unknown.isEmpty, let stated = try Self.stated.get() {
      for index in unknown { names[index] = ICU.text(records[index].name, in: stated) }
    } else if !unknown.isEmpty, let (encoding, texts) = Self.decode(unknown.map { records[$0].name }) {
      for (index, text) in zip(unknown, texts) { names[index] = text }
      guess = GuessedEncoding(encoding: encoding, count: unknown.count, example: printableText(texts[0]))
    }
    (self.names, self.guess) = (names, guess)
  }

  /// The encodings that are considered, with ICU's names. GB2312 is the part of GBK with the common characters, so it
  /// comes before Shift JIS, which can read Chinese names as rare characters. Windows-1251 comes before both,
  /// because GB2312 can read small Cyrillic letters as rare characters.
  private static let encodings = [
    ("CP437", "ibm-437"), ("CP850", "ibm-850"), ("Windows-1252", "windows-1252"), ("CP866", "ibm-866"),
    ("Windows-1251", "windows-1251"), ("GBK", "ibm-1383"), ("Shift JIS", "windows-932"), ("GBK", "windows-936"),
    ("Big5", "windows-950"),
  ]

  private static func decode(_ names: [[UInt8]]) -> (encoding: String, texts: [String])? {
    var best: (encoding: String, texts: [String], strangeness: Int)?
    for (name, encoding) in encodings {
      var (texts, strangeness): ([String], Int) = ([], 0)
      for bytes in names {
        guard let text = ICU.text(bytes, in: encoding) else { break }
        texts.append(text)
        strangeness += Self.strangeness(of: text)
      }
      if texts.count == names.count, strangeness < best?.strangeness ?? .max { best = (name, texts, strangeness) }
    }
    return best.map { ($0.encoding, $0.texts) }
  }

  /// How unusual a text is as a name. Zero means that all its non-ASCII characters are letters that occur together, or
  /// signs in their usual places, such as 90°.
  private static func strangeness(of text: String) -> Int {
    var strangeness = 0
    var previous: UnicodeScalar = " "
    for scalar in text.unicodeScalars {
      if !scalar.isASCII || !previous.isASCII { strangeness += Self.strangeness(of: scalar, after: previous) }
      previous = scalar
    }
    return strangeness
  }

  private static func strangeness(of scalar: UnicodeScalar, after previous: UnicodeScalar) -> Int {
    var strangeness = 0
    // An upper-case letter in the middle of a word is a lower-case one in another encoding.
    if scalar.properties.isUppercase, previous.properties.isLowercase { strangeness += 3 }
    // Words are in one script.
    if isCyrillic(scalar) && isLatin(previous) || isCyrillic(previous) && isLatin(scalar) { strangeness += 3 }
    let isIdeographBesideLatin =
      isIdeograph(scalar) && isLatin(previous) && previous.isASCII
      || isIdeograph(previous) && isLatin(scalar) && scalar.isASCII
    if isIdeographBesideLatin { strangeness += 1 }
    if scalar.isASCII { return strangeness }
    let isBehindDigit = previous.properties.numericType == .decimal
    switch (scalar, scalar.properties.generalCategory) {
    // 90°, 20 × 30, 2½, Lego®
    case ("°", _): strangeness += isBehindDigit ? 0 : 3
    case ("®", _), ("™", _): strangeness += previous.properties.isAlphabetic ? 0 : 1
    case ("½", _), ("¼", _), ("¾", _), ("²", _), ("×", _): strangeness += isBehindDigit || previous == " " ? 0 : 1
    case (_, .uppercaseLetter) where isCyrillic(scalar):
      // Chinese in a Cyrillic encoding is mostly capital letters.
      strangeness += isCyrillic(previous) ? 1 : 0
    case (_, .lowercaseLetter) where isCyrillic(scalar): break
    case (_, .uppercaseLetter), (_, .lowercaseLetter):
      // CP437 has Greek letters for formulas. Several accents in a row are rare, but not in text of East Asia.
      strangeness += isLatin(scalar) ? (isLatin(previous) && !previous.isASCII ? 1 : 0) : 3
      if isBehindDigit { strangeness += 1 }
    // Half-width Katakana are what most bytes of other encodings mean in Shift JIS.
    case (_, .otherLetter): strangeness += 0xff61...0xff9f ~= scalar.value ? 2 : scalar.value < 0x100 ? 1 : 0
    case (_, .control), (_, .privateUse), (_, .unassigned): strangeness += 10
    default: strangeness += 3
    }
    return strangeness
  }

  private static func isLatin(_ scalar: UnicodeScalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.value < 0x250
  }
  private static func isCyrillic(_ scalar: UnicodeScalar) -> Bool { 0x400...0x4ff ~= scalar.value }
  private static func isIdeograph(_ scalar: UnicodeScalar) -> Bool { scalar.value >= 0x2e80 }
}

extension ArchiveNames {
  /// Maximum length of a path in bytes, and maximum number of nested folders. With the archive's own path, the path still
  /// has to be one that the catalog records.
  private static let (maxByteCount, maxDepth) = (1000, 100)

  /// Returns a name as a relative path without empty components and `.`. Backslashes separate folders, because programs
  /// on Windows write them.
  static func path(of name: String) throws(ArchiveError) -> String {
    let bytes = name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    if bytes.contains(0) { throw .unsafeEntryName(why: "contains a zero byte") }
    if bytes.count > maxByteCount { throw .unsafeEntryName(why: "is longer than \(maxByteCount) bytes") }
    let hasDrive = bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && name.first?.isLetter == true
    if bytes.first == UInt8(ascii: "/") || hasDrive { throw .unsafeEntryName(why: "begins at the root of a disk") }
    let components = bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    if components.contains(where: { $0.elementsEqual("..".utf8) }) {
      throw .unsafeEntryName(why: "leads out of the archive")
    }
    if components.isEmpty { throw .unsafeEntryName(why: "is empty") }
    if components.count > maxDepth { throw .unsafeEntryName(why: "has more than \(maxDepth) folders") }
    return components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
