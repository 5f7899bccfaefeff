import Parameters

extension Recipe {
  /// The recipe in full, as YAML: every default written out, comments gone. Recipes that do the same have the same text.
  public var canonicalYAML: String { Self.keys.flatMap { $0.lines(self) }.map { $0 + "\n" }.joined() }
}

extension [Recipe.Step] {
  /// The steps in the canonical text.
  var lines: [String] {
    if isEmpty { return ["steps: []"] }
    return ["steps:"]
      + flatMap { step in
        ["  - \(step.filter.canonicalText)"] + (step.when.map { ["    when: \($0.value)"] } ?? [])
      }
  }
}
