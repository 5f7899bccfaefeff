/// The sign before a number's decimals.
public enum DecimalSeparator: String, Codable, Sendable, CaseIterable {
  /// `1,299.00`
  case point
  /// `1.299,00`
  case comma

  /// The sign itself.
  package var sign: Character { self == .point ? "." : "," }

  /// The signs that can stand between groups of digits: the other sign, an apostrophe, or one of the spaces that programs write there.
  var groupSigns: Set<Character> {
    [self == .point ? "," : ".", "'", "\u{2019}", " ", "\u{A0}", "\u{2009}", "\u{202F}"]
  }
}
