import Filters
import ImageCodecs
import Parameters
import PixelCore

extension RecipeKey where Node == Recipe {
  static var outputs: Self {
    Self(
      "outputs", \.outputs, .derived("the chain of each output"),
      schema: [
        "description": "The files made from each photo, all from one decode.", "type": "array", "minItems": 1,
        "items": [
          "if": ["required": ["each"]], "then": ["$ref": "#/$defs/outputOfEach"], "else": ["$ref": "#/$defs/output"],
        ],
      ],
      read: RecipeReader.outputs,
      lines: { outputs in
        ["outputs:"]
          + outputs.flatMap { output in
            let lines = Recipe.Output.keys.flatMap { $0.lines(output) } + output.steps.lines
            return zip(["  - "] + repeatElement("    ", count: lines.count), lines).map { $0 + $1 }
          }
      })
  }

  static var defaults: Self {
    Self(
      "defaults", .derived("the outputs that they hold for"), isShared: true,
      schema: [
        "description": "Settings for all outputs that can use them and don't set them.", "type": "object",
        "properties": .properties(Recipe.Output.keys.filter(\.isShared)), "additionalProperties": false,
      ],
      read: { reader, entry, path, _ throws(RecipeError) in
        reader.defaults = try reader.fields(
          of: entry.value, at: Recipe.Node(path: path, location: entry.value.location),
          allowed: Recipe.Output.keys.filter(\.isShared).map(\.name))
      })
  }
}

extension Value {
  static var output: Value {
    [
      "type": "object", "properties": .properties(Recipe.Output.keys), "required": ["file"],
      "additionalProperties": false,
    ]
  }

  /// The schema of an output with `each`, in which any value can be a text with a field.
  static var outputOfEach: Value {
    [
      "type": "object", "required": ["file", "each"],
      "propertyNames": ["enum": Value(.list(Recipe.Output.keys.map(\.name.value)))],
      "properties": [
        "file": ["type": "string"],
        "each": Value.properties(Recipe.Output.keys.filter { $0.name == "each" }).entry("each")!.value,
      ],
    ]
  }
}

/// Reads the outputs.
extension RecipeReader {
  func outputs(_ entry: Value.Entry, path: String) throws(RecipeError) -> [Recipe.Output] {
    guard case .list(let values) = entry.value.content, !values.isEmpty else {
      throw error(
        at: entry.value.location, path,
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
          made += try self.outputs(value, path: path)
        }
        for output in made {
          // Names with a size can be equal as templates without naming the same file.
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

  /// Reads an entry of the recipe's `outputs`, which becomes one output for each of its formats.
  private func outputs(_ value: Value, path: String) throws(RecipeError) -> [Recipe.Output] {
    let node = Recipe.Node(path: path, location: value.location)
    let given = try fields(of: value, at: node, allowed: Recipe.Output.keys.map(\.name))
    guard let file = given["file"] else {
      throw error(
        at: value.location, path, .missingKey("file", of: "an output", what: "such as \"{relative}/{stem}.png\""))
    }
    let name = try text(file, path: "\(path).file")
    let template: OutputTemplate
    do {
      template = try OutputTemplate(name, attributeNames: attributeNames)
    } catch {
      throw self.error(at: file.value.location, "\(path).file", .template(error))
    }
    if let naming, let mistake = template.unfilledField(by: naming) {
      throw error(at: file.value.location, "\(path).file", .template(mistake))
    }
    let encodings = try encodings(given, of: template, path: path)
    var output = Recipe.Output(template: template, encoding: encodings[0].1, node: node)
    read(Recipe.Output.keys, of: given.merging(defaults) { given, _ in given }, path: "\(path).", into: &output)
    return encodings.map { template, encoding in
      (output.template, output.encoding) = (template, encoding)
      return output
    }
  }

  func background(_ entry: Value.Entry, path: String) throws(RecipeError) -> Color {
    guard let color = Color(entry.value), color.isOpaque else {
      throw refused(entry, as: "background", at: path, ParameterKind.opaqueColor.description)
    }
    return color
  }

  func marketplace(_ entry: Value.Entry, path: String) throws(RecipeError) -> Marketplace? {
    guard case .text(let name) = entry.value.content, let marketplace = Marketplace(named: name) else {
      throw error(
        at: entry.value.location, path,
        .unknownMarketplace(
          found: entry.value.excerpt, nearest: nearest(to: entry.value, among: Marketplace.names),
          known: Marketplace.names))
    }
    return marketplace
  }
}

extension Recipe.Output {
  /// Whether both outputs may be made from the same photo.
  fileprivate func isMadeWith(_ other: Recipe.Output) -> Bool {
    when == nil || other.when == nil || when == other.when
  }
}
