extension String {
  /// The text in quotes. Quotes within it become single ones, so that it is seen where the outer ones end.
  package var quoted: String { "“" + replacing("“", with: "‘").replacing("”", with: "’") + "”" }
}
