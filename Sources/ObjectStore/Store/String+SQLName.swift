internal import CSQLiteSession

extension String {
  /// The name of a table, column, index, trigger or check as SQL has it: in quotes where SQLite would take it for something
  /// else, as `order` and `group`, or where it is more than letters, digits and underscores.
  ///
  /// Everything that puts a name into SQL goes through this, which `scripts/check-boundaries` looks after. Ordinary names stay
  /// bare, as they stand in schemas that are frozen.
  package var sqlName: String {
    if isBareName { return self }
    return "\"" + replacing("\"", with: "\"\"") + "\""
  }

  /// Whether SQLite takes it for a name as it stands.
  private var isBareName: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), utf8.allSatisfy(\.isOfName)
    else { return false }
    if Self.bareKeywords.contains(self) { return true }
    return withCString { sqlite3_keyword_check($0, Int32(utf8.count)) } == 0
  }

  /// Keywords that SQLite takes for names all the same, and that frozen schemas have bare.
  private static let bareKeywords: Set<String> = ["conflict", "view"]
}

extension UInt8 {
  /// Whether it belongs to a letter, a digit or an underscore. To SQLite everything beyond ASCII is a letter.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
