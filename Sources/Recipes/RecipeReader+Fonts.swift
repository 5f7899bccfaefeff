import Filters
import Parameters

extension Recipe {
  /// A named list of font files.
  package struct FontList: Sendable {
    package var name: String
    /// The paths as the recipe writes them. Each part of a text is set in the first font that contains all of its
    /// characters.
    package var files: [String]
    /// The language of texts in this font, as a BCP 47 tag.
    package var language: String?
    package var node: Node
  }
}

extension RecipeKey where Node == Recipe {
  static var fonts: Self {
    Self(
      "fonts", \.fonts, .derived("the content of the fonts of an output's texts, and their languages"), isShared: true,
      schema: [
        "description": "The fonts of texts, by name.", "type": "object",
        "additionalProperties": [
          "anyOf": [
            ["type": "string", "description": "The path of a font file, relative to the recipe's folder."],
            [
              "type": "object",
              "properties": [
                "files": [
                  "description":
                    "The paths of font files: each part of a text is set in the first that has all of it.",
                  "type": "array", "items": ["type": "string"], "minItems": 1,
                ],
                "language": [
                  "description": "The language of texts in them, such as de.", "type": "string",
                  "pattern": "^[A-Za-z0-9-]{1,35}$",
                ],
              ],
              "required": ["files"], "additionalProperties": false,
            ],
          ]
        ],
      ],
      read: RecipeReader.fonts,
      lines: { fonts in
        guard !fonts.isEmpty else { return [] }
        return ["fonts:"]
          + fonts.map { font in
            let files = Value(.list(font.files.map(\.value)))
            let language = font.language.map { ", language: \($0.value)" } ?? ""
            return "  \(font.name.value): { files: \(files)\(language) }"
          }
      })
  }
}

extension RecipeReader {
  fileprivate func fonts(_ entry: Value.Entry, path: String) throws(RecipeError) -> [Recipe.FontList] {
    var fonts: [Recipe.FontList] = []
    for font in try map(entry.value, at: Recipe.Node(path: path, location: entry.value.location)) {
      let node = Recipe.Node(path: "\(path).\(font.key)", location: font.value.location)
      part { () throws(RecipeError) in fonts.append(try self.font(font, at: node)) }
    }
    return fonts
  }

  /// Reads a font: a single path, or `files` with an optional language.
  private func font(_ entry: Value.Entry, at node: Recipe.Node) throws(RecipeError) -> Recipe.FontList {
    if case .text(let path) = entry.value.content {
      return Recipe.FontList(name: entry.key, files: [path], language: nil, node: node)
    }
    let given = try fields(of: entry.value, at: node, allowed: RecipeKeys.font)
    var files: [String] = []
    if case .list(let values)? = given["files"]?.value.content { files = values.compactMap { String($0) } }
    guard case .list(let values)? = given["files"]?.value.content, !values.isEmpty, files.count == values.count else {
      throw error(
        at: given["files"]?.value.location ?? node.location, node.path,
        .missingKey(
          "files", of: "a font",
          what: "a list of paths in the order in which they are tried, such as `files: [brand.otf, fallback.ttf]`"))
    }
    let language = try given["language"].map { (entry) throws(RecipeError) in
      try text(entry, path: "\(node.path).language")
    }
    let isTag = { (text: String) in
      (1...35).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    }
    if let language, !isTag(language) {
      throw error(
        at: given["language"]?.value.location, "\(node.path).language",
        .refusedValue(
          key: "language", found: "\"\(language)\"", nearest: nil,
          allowed: "a language tag, such as de, ar or zh-Hant"))
    }
    return Recipe.FontList(name: entry.key, files: files, language: language, node: node)
  }

  func checkFont(
    of text: Text, at node: Recipe.Node, among fonts: [Recipe.FontList]
  ) throws(RecipeError) {
    guard let name = text.font, !fonts.contains(where: { $0.name == name }) else { return }
    let names = fonts.map(\.name)
    throw error(
      at: node.location, node.path,
      .unknownFont(name, nearest: Spelling.nearest(to: name, among: names), known: names))
  }

  /// Throws if a source, which is made once for all photos, contains fields.
  func checkNoFields(in source: Recipe.Source) throws(RecipeError) {
    for step in source.steps {
      guard let field = step.fields.first else { continue }
      throw error(
        at: step.node.location, step.node.path, .fieldInSource(field: field, source: source.name))
    }
  }

  /// Throws if a text contains a field that isn't a known attribute.
  func checkFields(of text: Text, at node: Recipe.Node) throws(RecipeError) {
    guard let unknown = text.fields.first(where: { !attributeNames.contains($0) }) else { return }
    let nearest = Spelling.nearest(to: unknown, among: attributeNames.all)
    throw error(
      at: node.location, node.path,
      .unknownField(unknown, nearest: nearest, known: attributeNames.all))
  }
}
