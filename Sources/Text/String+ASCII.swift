extension String {
  /// Whether the text is ASCII, so that the ten times slower Unicode tables aren't needed.
  package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
