extension String {
  /// The text, or its beginning where it is long: for messages.
  package var excerpt: String { count <= 100 ? self : prefix(100) + "…" }
}
