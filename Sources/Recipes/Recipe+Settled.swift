import Filters

/// What is left of a recipe for one photo: what its conditions hold for.
extension Recipe {
  /// The recipe without the steps that are not taken for a photo, and without the conditions of those that are. All outputs
  /// are there, also those that are not made.
  package func settled(for photo: PhotoFacts) -> Recipe {
    guard hasConditions else { return self }
    var recipe = self
    recipe.steps = steps.taken(for: photo)
    for index in outputs.indices { recipe.outputs[index].steps = outputs[index].steps.taken(for: photo) }
    return recipe
  }

  /// The recipe with the fields of its texts filled in for a photo.
  ///
  /// - Throws: Where nothing is known of a field's value.
  package func filled(for subject: PhotoSubject) throws(RecipeError) -> Recipe {
    guard hasFields else { return self }
    var recipe = self
    let used = Set(outputs.flatMap(sourceNames))
    for index in sources.indices where used.contains(sources[index].name) {
      recipe.sources[index].steps = try filled(sources[index].steps, for: subject)
    }
    recipe.steps = try filled(steps, for: subject)
    for index in outputs.indices { recipe.outputs[index].steps = try filled(outputs[index].steps, for: subject) }
    return recipe
  }

  private func filled(_ steps: [Step], for subject: PhotoSubject) throws(RecipeError) -> [Step] {
    var filled = steps
    for (index, step) in steps.enumerated() {
      guard let text = step.filter as? Text, !text.fields.isEmpty else { continue }
      if let missing = text.fields.first(where: { subject.values[$0]?.text.isEmpty != false }) {
        throw error(at: step.node, .unknownValue(field: missing))
      }
      do throws(FilterError) {
        let own = try text.filled(with: subject.values)
        try own.check()
        filled[index].filter = own
      } catch {
        throw self.error(at: step.node, .filter(error))
      }
    }
    return filled
  }

  /// The recipe with those fields of its texts as they are written that nothing is known of: to plan it for no photo in particular.
  package func withUnknownFieldsAsWritten(for subject: PhotoSubject) -> Recipe {
    let written = { (steps: [Step]) in
      steps.map { step in
        guard let text = step.filter as? Text else { return step }
        var step = step
        let braced = { (field: String) in "{\(field)}" }
        // What is wrong with a value is reported when the photo is rendered.
        step.filter =
          (try? text.filled(with: subject.values, unknown: braced)) ?? (try? text.filled(with: [:], unknown: braced))
          ?? text
        return step
      }
    }
    var recipe = self
    recipe.steps = written(steps)
    for index in sources.indices { recipe.sources[index].steps = written(sources[index].steps) }
    for index in outputs.indices { recipe.outputs[index].steps = written(outputs[index].steps) }
    return recipe
  }

  /// Whether texts have fields.
  package var hasFields: Bool { outputs.contains { !fields(of: $0).isEmpty } }

  /// What the texts of an output have of products, of the steps that are taken.
  package func fields(of output: Output) -> [String] {
    Set((sourceSteps(of: output) + steps + output.steps).flatMap(\.fields)).sorted()
  }

  /// Whether anything depends on what a photo is.
  package var hasConditions: Bool { outputs.contains(where: isConditional) }

  /// Whether an output is not made of every photo, or not by the same steps.
  package func isConditional(_ output: Output) -> Bool {
    output.when != nil || (steps + output.steps).contains { $0.when != nil } || usesWhatMayBeMissing(output)
  }

  private func usesWhatMayBeMissing(_ output: Output) -> Bool {
    let used = sourceNames(of: output)
    return sources.contains { source in
      guard case .ownFile(_, missing: .skip) = source.content else { return false }
      return used.contains(source.name)
    }
  }

  /// Whether a photo's header has to be known to tell which outputs are made of it.
  package var choosesOutputsByHeader: Bool { outputs.contains { $0.when?.asksOfHeader == true } }

  /// Which of an output's steps are taken for a photo, those that all outputs have in common first.
  package func takenSteps(of output: Output, for photo: PhotoFacts) -> [Bool] {
    (steps + output.steps).map { $0.isTaken(for: photo) }
  }
}

extension [Recipe.Step] {
  fileprivate func taken(for photo: PhotoFacts) -> [Recipe.Step] {
    filter { $0.isTaken(for: photo) }.map { Recipe.Step(filter: $0.filter, node: $0.node) }
  }
}

extension Recipe.Step {
  /// Whether its condition holds, and all pictures are there that it uses.
  fileprivate func isTaken(for photo: PhotoFacts) -> Bool {
    (when?.holds(for: photo) ?? true) && photo.missing.isDisjoint(with: filter.sourceNames)
  }
}
