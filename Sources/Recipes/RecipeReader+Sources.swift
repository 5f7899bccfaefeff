import Filters
import Parameters
import PixelCore

extension RecipeKey where Node == Recipe {
  static var sources: Self {
    Self(
      name: "sources", role: .derived("the content and the steps of the sources that an output uses"), isShared: true,
      schema: { filters in
        [
          "description": "Other pictures by name, prepared once per run, or for each photo.",
          "type": "object",
          "additionalProperties": [
            "anyOf": [
              [
                "type": "string",
                "description":
                  "A picture's path, relative to the recipe's folder; with fields such as {stem}, each photo's own.",
              ],
              .fileSource, .photoSource,
              .oneFilter(of: filters.all.filter { $0 is any ImageSource.Type }, and: .sourceSteps),
            ]
          ],
        ]
      },
      read: { reader, entry, path, recipe throws(RecipeError) in recipe.sources = try reader.sources(entry, path) },
      lines: { recipe in
        recipe.sources.isEmpty
          ? [] : ["sources:"] + recipe.sources.map { "  \($0.name.value): \($0.canonicalText)" }
      })
  }
}

extension Recipe.Source {
  fileprivate var canonicalText: String {
    let content: String
    switch self.content {
    case .drawn(let filter): content = filter.canonicalText
    case .file(let path):
      if steps.isEmpty { return "\(path.value)" }
      content = "file: \(path.value)"
    case .ownFile(let template, let missing):
      content = "file: \(template.text.value)" + (missing == .error ? "" : ", missing: \(missing.rawValue)")
    case .photo: content = "photo: original"
    case .member: preconditionFailure("a recipe names no photos of a group")
    }
    let steps = steps.map { "{ \($0.filter.canonicalText) }" }.joined(separator: ", ")
    return "{ \(content)" + (steps.isEmpty ? " }" : ", steps: [ \(steps) ] }")
  }
}

/// Reads the sources.
extension RecipeReader {
  fileprivate func sources(_ entry: Value.Entry, _ path: String) throws(RecipeError) -> [Recipe.Source] {
    var sources: [Recipe.Source] = []
    for source in try map(entry.value, at: Recipe.Node(path: path, location: entry.value.location)) {
      let node = Recipe.Node(path: "\(path).\(source.key)", location: source.value.location)
      part { () throws(RecipeError) in
        sources.append(try self.source(source.key, source.value, at: node))
      }
    }
    return sources
  }

  private func source(
    _ name: String, _ value: Value, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source {
    if case .text(let path) = value.content {
      let content = try picture(path, missing: .error, at: node)
      return Recipe.Source(name: name, content: content, node: node)
    }
    if case .map(let entries) = value.content,
      let kind = entries.first(where: { ["file", "photo"].contains($0.key) })?.key
    {
      return try decoded(name, value, isFile: kind == "file", at: node)
    }
    guard case .map(let entries) = value.content, let steps = entries.first(where: { $0.key == "steps" }) else {
      return Recipe.Source(name: name, content: try drawn(value, at: node), node: node)
    }
    let drawing = Value(.map(entries.filter { $0.key != "steps" }), at: value.location)
    return Recipe.Source(
      name: name, content: try drawn(drawing, at: node), steps: try self.steps(steps, of: name, at: node), node: node)
  }

  // MARK: Pictures

  /// Reads a source that is decoded: a file, or the photo.
  private func decoded(
    _ name: String, _ value: Value, isFile: Bool, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source {
    let given = try fields(of: value, at: node, allowed: isFile ? RecipeKeys.fileSource : RecipeKeys.photoSource)
    let content: Recipe.Source.Content
    if isFile {
      let missing =
        try given["missing"].map { (entry) throws(RecipeError) in
          try self.value(
            of: entry, as: "missing", path: "\(node.path).missing",
            "error (a photo without it fails) or skip (the steps that use it are left out)")
        } ?? Recipe.Source.Missing.error
      guard let file = given["file"] else {
        throw error(
          at: node.location, node.path, .noValue(key: "file", what: "a path, such as \"masks/{stem}.png\""))
      }
      let place = Recipe.Node(path: "\(node.path).file", location: file.value.location)
      content = try picture(text(file, path: place.path), missing: missing, at: place)
    } else {
      guard given["photo"]?.value == Value(.text("original")) else {
        throw error(
          at: given["photo"]?.value.location ?? node.location, "\(node.path).photo",
          .refusedValue(
            key: "photo", found: given["photo"]?.value.excerpt ?? "not there", nearest: nil,
            allowed: "original (the photo as it is decoded, upright)"))
      }
      content = .photo
    }
    let steps =
      try given["steps"].map { (entry) throws(RecipeError) in try self.steps(entry, of: name, at: node) } ?? []
    return Recipe.Source(name: name, content: content, steps: steps, node: node)
  }

  /// Returns a picture for its path: the same for all photos, or a per-photo image.
  func picture(
    _ path: String, missing: Recipe.Source.Missing, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source.Content {
    // An optional image is looked for with each photo, even if its path is constant.
    guard PictureTemplate.hasFields(path) || missing == .skip else { return .file(path) }
    let template: PictureTemplate
    do { template = try PictureTemplate(path, attributeNames: attributeNames) } catch {
      throw self.error(at: node.location, node.path, .template(error))
    }
    if let naming, let mistake = template.unfilledField(by: naming) {
      throw error(at: node.location, node.path, .template(mistake))
    }
    return .ownFile(template, missing: missing)
  }

  // MARK: Steps

  private func steps(
    _ entry: Value.Entry, of source: String, at node: Recipe.Node
  ) throws(RecipeError) -> [Recipe.Step] {
    let steps = try self.steps(entry, path: "\(node.path).steps")
    for step in steps { try check(step, of: source) }
    return steps
  }

  /// Throws for a step that a source can't have.
  private func check(_ step: Recipe.Step, of source: String) throws(RecipeError) {
    func refuse(_ fault: RecipeError.Fault) -> RecipeError {
      error(at: step.node.location, step.node.path, fault)
    }
    if step.when != nil {
      throw refuse(.conditionInSource(source: source))
    }
    if let other = step.filter.sourceNames.first {
      throw refuse(.sourceInSource(other: other))
    }
    // A step that fails for this sample may work with the actual picture.
    let sample = PlannedShape.exact(
      ImageShape(size: PixelSize(width: 400, height: 300), format: .encodedPremultiplied))
    if let plan = try? step.filter.plan(sample, in: PlanContext()), plan.output.exact == nil {
      throw refuse(.lateSizeInSource(filter: type(of: step.filter).name))
    }
  }

  // MARK: Drawings

  private func drawn(_ value: Value, at node: Recipe.Node) throws(RecipeError) -> Recipe.Source.Content {
    let step = try self.step(value, path: node.path)
    if step.when != nil {
      throw error(at: node.location, node.path, .conditionOfSource)
    }
    guard let source = step.filter as? any ImageSource else {
      let makers = filters.all.filter { $0 is any ImageSource.Type }.map { $0.name }
      throw error(
        at: node.location, node.path,
        .makesNoImage(filter: type(of: step.filter).name, makers: makers))
    }
    do {
      _ = try source.sourceShape(in: .encodedPremultiplied)
    } catch {
      throw located(error, in: value.entry(type(of: step.filter).name)?.value ?? value, at: node)
    }
    return .drawn(source)
  }
}
