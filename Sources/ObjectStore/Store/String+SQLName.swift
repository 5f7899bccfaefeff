internal import CSQLiteSession

extension String {
  /// The name of a table, column, index, trigger or constraint in SQL. It is quoted if SQLite would otherwise read it
  /// as something else, such as `order` and `group`, or if it contains anything but letters, digits and underscores.
  ///
  /// All code that writes names into SQL uses this; `scripts/check-boundaries` checks that. Ordinary names are not
  /// quoted, because frozen schemas contain them without quotes.
  package var sqlName: String {
    if isBareName { return self }
    return "\"" + replacing("\"", with: "\"\"") + "\""
  }

  /// Whether SQLite accepts the text as a name without quotes.
  private var isBareName: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), utf8.allSatisfy(\.isOfName)
    else { return false }
    if Self.bareKeywords.contains(self) { return true }
    return withCString { sqlite3_keyword_check($0, Int32(utf8.count)) } == 0
  }

  /// Keywords that SQLite accepts as names, and that frozen schemas contain without quotes.
  private static let bareKeywords: Set<String> = ["conflict", "view"]
}

extension UInt8 {
  /// Whether the byte is part of a letter, digit or underscore. For SQLite, everything beyond ASCII is a letter.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
