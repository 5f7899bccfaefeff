extension String {
  /// The text in quotes. Quotes within it become single quotes, so that the end of the outer ones is clear.
  package var quoted: String { "“" + replacing("“", with: "‘").replacing("”", with: "’") + "”" }
}
