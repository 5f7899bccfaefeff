import Filters
import Parameters
import PixelCore

/// The recipe's secondary inputs.
extension RecipeReader {
  /// - Parameter skuPattern: The recipe's, if it has one; nil where that could not be read.
  func sources(_ entry: Value.Entry?, _ skuPattern: SKUPattern??) throws(RecipeError) -> [Recipe.Source] {
    guard let entry else { return [] }
    let map = try self.map(entry.value, at: Recipe.Node(path: "sources", location: entry.value.location))
    var sources: [Recipe.Source] = []
    for source in map {
      let node = Recipe.Node(path: "sources.\(source.key)", location: source.value.location)
      part { () throws(RecipeError) in
        sources.append(try self.source(source.key, source.value, skuPattern, at: node))
      }
    }
    return sources
  }

  private func source(
    _ name: String, _ value: Value, _ skuPattern: SKUPattern??, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source {
    if case .text(let path) = value.content {
      let content = try picture(path, missing: .error, skuPattern, at: node)
      return Recipe.Source(name: name, content: content, node: node)
    }
    if case .map(let entries) = value.content,
      let kind = entries.first(where: { ["file", "photo"].contains($0.key) })?.key
    {
      return try decoded(name, value, isFile: kind == "file", skuPattern, at: node)
    }
    return Recipe.Source(name: name, content: try drawn(value, at: node), node: node)
  }

  // MARK: Pictures

  /// A source that is decoded: a file, or the photo.
  private func decoded(
    _ name: String, _ value: Value, isFile: Bool, _ skuPattern: SKUPattern??, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source {
    let given = try fields(of: value, at: node, allowed: isFile ? RecipeKeys.fileSource : RecipeKeys.photoSource)
    let content: Recipe.Source.Content
    if isFile {
      let missing = try choice(
        "missing", in: given["missing"], standard: Recipe.Source.Missing.error,
        allowed: "error (a photo without it fails) or skip (the steps that use it are left out)")
      guard let file = given["file"], let path = try text(file, path: "\(node.path).file") else {
        throw error(
          at: node.location, node.path, .noValue(key: "file", what: "a path, such as \"masks/{stem}.png\""))
      }
      let place = Recipe.Node(path: "\(node.path).file", location: file.value.location)
      content = try picture(path, missing: missing, skuPattern, at: place)
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
    let steps = try steps(given["steps"], path: "\(node.path).steps")
    for step in steps { try check(step, of: name) }
    return Recipe.Source(name: name, content: content, steps: steps, node: node)
  }

  /// A picture by its path: the same for all photos, or each photo's own.
  private func picture(
    _ path: String, missing: Recipe.Source.Missing, _ skuPattern: SKUPattern??, at node: Recipe.Node
  ) throws(RecipeError) -> Recipe.Source.Content {
    // One that may be missing is looked for with each photo, wherever it is.
    guard PictureTemplate.hasFields(path) || missing == .skip else { return .file(path) }
    let template: PictureTemplate
    do { template = try PictureTemplate(path, attributeNames: attributeNames) } catch {
      throw self.error(at: node.location, node.path, .template(error))
    }
    if let skuPattern, let mistake = template.unfilledField(by: skuPattern) {
      throw error(at: node.location, node.path, .template(mistake))
    }
    return .ownFile(template, missing: missing)
  }

  // MARK: Steps

  /// Refuses a step that a source cannot have.
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
    // What does not suit this picture may suit another.
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
