import Parameters

extension Recipe {
  /// The complete recipe as YAML, with all defaults and without comments. Recipes with the same effect have the same
  /// text.
  public var canonicalYAML: String { Self.keys.flatMap { $0.lines(self) }.map { $0 + "\n" }.joined() }
}

extension [Recipe.Step] {
  /// The lines of the steps in the canonical text.
  var lines: [String] {
    if isEmpty { return ["steps: []"] }
    return ["steps:"]
      + flatMap { step in
        ["  - \(step.filter.canonicalText)"] + (step.when.map { ["    when: \($0.value)"] } ?? [])
      }
  }
}
