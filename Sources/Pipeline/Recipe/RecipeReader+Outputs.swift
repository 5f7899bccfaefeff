import Filters
import ImageCodecs
import Parameters
import PixelCore

/// The files that are made of each photo.
extension RecipeReader {
  /// - Parameter skuPattern: The recipe's, if it has one; nil where that could not be read.
  func outputs(
    _ entry: Value.Entry?, _ skuPattern: SKUPattern??, in document: Value
  ) throws(RecipeError) -> [Recipe.Output] {
    guard let entry else {
      throw error(
        at: document.location, "outputs",
        .missingKey("outputs", of: "a recipe", what: "such as `- { file: \"{relative}/{stem}.png\" }`"))
    }
    guard case .list(let values) = entry.value.content, !values.isEmpty else {
      throw error(
        at: entry.value.location, "outputs",
        .wrongShape(
          key: "outputs", found: entry.value.excerpt,
          shape: "a list of at least one output, such as `- { file: \"{stem}.png\" }`"))
    }
    var outputs: [Recipe.Output] = []
    for (index, value) in values.enumerated() {
      part { () throws(RecipeError) in
        let path = "outputs[\(index)]"
        var made: [Recipe.Output] = []
        for value in try self.outputs(ofEach: value, path: path) {
          made += try self.outputs(value, skuPattern, path: path)
        }
        for output in made {
          // Names with a size in them may be the same and not name the same file.
          if output.template.fields.isDisjoint(with: OutputTemplate.Field.sizes),
            let other = outputs.first(where: { output.isMadeWith($0) && $0.template == output.template })
          {
            throw error(
              at: value.location, output.node.path,
              .sameFile(
                output.template.text, other: other.node.path == output.node.path ? nil : other.node.path))
          }
          outputs.append(output)
        }
      }
    }
    return outputs
  }

  /// One entry of the recipe's `outputs`: an output for each of its formats.
  private func outputs(
    _ value: Value, _ skuPattern: SKUPattern??, path: String
  ) throws(RecipeError) -> [Recipe.Output] {
    let node = Recipe.Node(path: path, location: value.location)
    let given = try fields(
      of: value, at: node, allowed: RecipeKeys.output)
    guard let file = given["file"], let name = try text(file, path: "\(path).file") else {
      throw error(
        at: value.location, path, .missingKey("file", of: "an output", what: "such as \"{relative}/{stem}.png\""))
    }
    let template: OutputTemplate
    do {
      template = try OutputTemplate(name, attributeNames: attributeNames)
    } catch {
      throw self.error(at: file.value.location, "\(path).file", .template(error))
    }
    if let skuPattern, let mistake = template.unfilledField(by: skuPattern) {
      throw error(at: file.value.location, "\(path).file", .template(mistake))
    }
    let steps = try steps(given["steps"], path: "\(path).steps")
    let when = try when(given["when"], path: path)
    let background = try background(given["background"] ?? defaults["background"], path: path)
    let check = try marketplace(given["check"] ?? defaults["check"], path: path)
    return try encodings(given, of: template, path: path).map { template, encoding in
      Recipe.Output(
        template: template, when: when, steps: steps, encoding: encoding, background: background, check: check,
        node: node)
    }
  }

  /// What is said for all outputs.
  func defaults(_ entry: Value.Entry?) throws(RecipeError) -> [String: Value.Entry] {
    guard let entry else { return [:] }
    return try fields(
      of: entry.value, at: Recipe.Node(path: "defaults", location: entry.value.location), allowed: RecipeKeys.defaults)
  }

  private func background(_ entry: Value.Entry?, path: String) throws(RecipeError) -> Color {
    guard let entry else { return .white }
    guard let color = Color(entry.value), color.isOpaque else {
      throw refused(entry, as: "background", at: "\(path).background", ParameterKind.opaqueColor.description)
    }
    return color
  }

  private func marketplace(_ entry: Value.Entry?, path: String) throws(RecipeError) -> Marketplace? {
    guard let entry else { return nil }
    guard case .text(let name) = entry.value.content, let marketplace = Marketplace(named: name) else {
      throw error(
        at: entry.value.location, "\(path).check",
        .unknownMarketplace(
          found: entry.value.excerpt, nearest: nearest(to: entry.value, among: Marketplace.names),
          known: Marketplace.names))
    }
    return marketplace
  }
}

extension Recipe.Output {
  /// Whether there are photos that both are made of, as far as can be told without one.
  fileprivate func isMadeWith(_ other: Recipe.Output) -> Bool {
    when == nil || other.when == nil || when == other.when
  }
}
