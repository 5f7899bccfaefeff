import Filters

/// What is left of a recipe for one photo: what its conditions hold for.
extension Recipe {
  /// The recipe without the steps that are not taken for a photo, and without the conditions of those that are. All outputs
  /// are there, also those that are not made.
  public func settled(for photo: PhotoFacts) -> Recipe {
    guard hasConditions else { return self }
    var recipe = self
    recipe.steps = steps.taken(for: photo)
    for index in outputs.indices { recipe.outputs[index].steps = outputs[index].steps.taken(for: photo) }
    return recipe
  }

  /// The recipe with the fields of its texts filled in for a photo.
  ///
  /// - Throws: Where nothing is known of a field's value.
  func filled(for subject: PhotoSubject) throws(RecipeError) -> Recipe {
    guard hasFields else { return self }
    var recipe = self
    recipe.steps = try filled(steps, for: subject)
    for index in outputs.indices { recipe.outputs[index].steps = try filled(outputs[index].steps, for: subject) }
    return recipe
  }

  private func filled(_ steps: [Step], for subject: PhotoSubject) throws(RecipeError) -> [Step] {
    var filled = steps
    for (index, step) in steps.enumerated() {
      guard let text = step.filter as? Text, !text.fields.isEmpty else { continue }
      if let missing = text.fields.first(where: { subject.values[$0]?.isEmpty != false }) {
        throw error(
          at: step.node, "the text uses {\(missing)}, but there is no \(missing) on record for this photo's product")
      }
      let own = text.filled(with: subject.values)
      do { try own.check() } catch { throw self.error(at: step.node, error.message) }
      filled[index].filter = own
    }
    return filled
  }

  /// Whether texts have fields.
  public var hasFields: Bool { outputs.contains { (steps + $0.steps).contains { !$0.fields.isEmpty } } }

  /// What the texts of an output have of products, of the steps that are taken.
  public func fields(of output: Output) -> [String] {
    Set((steps + output.steps).flatMap(\.fields)).sorted()
  }

  /// Whether anything depends on what a photo is.
  public var hasConditions: Bool { outputs.contains(where: isConditional) }

  /// Whether an output is not made of every photo, or not by the same steps.
  public func isConditional(_ output: Output) -> Bool {
    output.when != nil || (steps + output.steps).contains { $0.when != nil }
  }

  /// Whether a photo's header has to be known to tell which outputs are made of it.
  public var choosesOutputsByHeader: Bool { outputs.contains { $0.when?.asksOfHeader == true } }

  /// Which of an output's steps are taken for a photo, those that all outputs have in common first.
  public func takenSteps(of output: Output, for photo: PhotoFacts) -> [Bool] {
    (steps + output.steps).map { $0.when?.holds(for: photo) ?? true }
  }
}

extension [Recipe.Step] {
  fileprivate func taken(for photo: PhotoFacts) -> [Recipe.Step] {
    filter { $0.when?.holds(for: photo) ?? true }
      .map { Recipe.Step(filter: $0.filter, node: $0.node) }
  }
}
