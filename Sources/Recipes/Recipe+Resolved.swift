import Filters

/// Reduces a recipe to the parts whose conditions match a photo.
extension Recipe {
  /// Returns the recipe with only the steps that apply to a photo, and without their conditions. Outputs that aren't
  /// made are kept.
  package func resolved(for photo: PhotoFacts) -> Recipe {
    guard hasConditions else { return self }
    var recipe = self
    recipe.steps = steps.taken(for: photo)
    for index in outputs.indices { recipe.outputs[index].steps = outputs[index].steps.taken(for: photo) }
    return recipe
  }

  /// Returns the recipe with the fields of its texts filled in for a photo.
  ///
  /// - Throws: `RecipeError` if the value of a field is unknown.
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

  func filled(_ steps: [Step], for subject: PhotoSubject) throws(RecipeError) -> [Step] {
    var filled = steps
    for (index, step) in steps.enumerated() {
      guard let text = step.filter as? Text, !text.fields.isEmpty else { continue }
      let missing = text.fieldUses.filter { subject.values[$0.name]?.text.isEmpty != false }
      if let missing = missing.first(where: { $0.fallback == nil }) {
        throw error(at: step.node, .unknownValue(field: missing.name))
      }
      do throws(FilterError) {
        let own = try text.filled(with: subject.values)
        // Nothing but empty texts for missing values.
        if let missing = missing.first, own.text.allSatisfy(\.isWhitespace) {
          throw FilterError.unsuitableParameter(
            parameter: "text",
            why:
              "`text` is empty, because this photo's product has no \(missing.name); add a condition to the step: "
              + "`when: { product: { \(missing.name): present } }`")
        }
        try own.check()
        filled[index].filter = own
      } catch {
        throw self.error(at: step.node, .filter(error))
      }
    }
    return filled
  }

  /// Returns the recipe with unknown fields left as written, for planning without a photo.
  package func withUnknownFieldsAsWritten(for subject: PhotoSubject) -> Recipe {
    let written = { (steps: [Step]) in
      steps.map { step in
        guard let text = step.filter as? Text else { return step }
        var step = step
        let braced = { (field: String) in "{\(field)}" }
        // An invalid value is reported when the photo is rendered.
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

  /// Whether texts contain fields.
  package var hasFields: Bool { outputs.contains { !fields(of: $0).isEmpty } }

  /// Returns the product attributes used in the texts of an output.
  package func fields(of output: Output) -> [String] {
    Set((sourceSteps(of: output) + steps + output.steps).flatMap(\.fields)).sorted()
  }

  /// Whether an output uses the photo's own focus, if it has one.
  package func usesFocus(_ output: Output) -> Bool {
    let used = sourceNames(of: output)
    let ofPhoto = sources.flatMap { source in
      if case .photo = source.content, used.contains(source.name) { source.steps } else { [] as [Step] }
    }
    return (ofPhoto + steps + output.steps).contains { ($0.filter as? any CropsAroundFocus)?.with(.center) != nil }
  }

  /// Whether any output depends on conditions.
  package var hasConditions: Bool { outputs.contains(where: isConditional) }

  /// Whether an output, or one of its steps, is conditional.
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

  /// Whether a photo's header is needed to determine which outputs are made from it.
  package var choosesOutputsByHeader: Bool { outputs.contains { $0.when?.asksOfHeader == true } }

  /// Returns which of an output's steps apply to a photo. The shared steps come first.
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
  /// Whether the step's condition matches, and all per-photo images that the step uses exist.
  package func isTaken(for photo: PhotoFacts) -> Bool {
    (when?.holds(for: photo) ?? true) && photo.missing.isDisjoint(with: filter.sourceNames)
  }
}
