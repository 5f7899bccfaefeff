extension String {
  /// The text for messages, shortened if it is long.
  package var excerpt: String { count <= 100 ? self : prefix(100) + "…" }
}
