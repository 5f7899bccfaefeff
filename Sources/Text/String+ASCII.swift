extension String {
  /// Whether it is so plain that Unicode's tables, which take ten times as long, need not be asked.
  package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
