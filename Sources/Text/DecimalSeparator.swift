/// The character before a number's decimals.
public enum DecimalSeparator: String, Codable, Sendable, CaseIterable {
  /// `1,299.00`
  case point
  /// `1.299,00`
  case comma

  /// The separator as a character.
  package var sign: Character { self == .point ? "." : "," }

  /// Characters accepted between groups of digits: the other separator, an apostrophe, or one of several kinds of
  /// space.
  var groupSigns: Set<Character> {
    [self == .point ? "," : ".", "'", "\u{2019}", " ", "\u{A0}", "\u{2009}", "\u{202F}"]
  }
}
