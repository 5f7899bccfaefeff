import Filters
import Parameters

extension RecipeReader {
  func fonts(_ entry: Value.Entry?) throws(RecipeError) -> [Recipe.FontList] {
    guard let entry else { return [] }
    var fonts: [Recipe.FontList] = []
    for font in try map(entry.value, at: Recipe.Node(path: "fonts", location: entry.value.location)) {
      let node = Recipe.Node(path: "fonts.\(font.key)", location: font.value.location)
      part { () throws(RecipeError) in fonts.append(try self.font(font, at: node)) }
    }
    return fonts
  }

  /// Font files by a name: one path, or `files` and perhaps a language.
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
    let language = try text(given["language"], path: "\(node.path).language")
    if let language,
      !language.utf8.allSatisfy({
        $0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isAlphabetic || (48...57).contains($0)
      })
        || language.isEmpty || language.utf8.count > 35
    {
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

  /// Refuses fields in what is made once for all photos.
  func checkNoFields(in source: Recipe.Source) throws(RecipeError) {
    for step in source.steps {
      guard let field = step.fields.first else { continue }
      throw error(
        at: step.node.location, step.node.path, .fieldInSource(field: field, source: source.name))
    }
  }

  /// Refuses fields that no product has.
  func checkFields(of text: Text, at node: Recipe.Node) throws(RecipeError) {
    guard let unknown = text.fields.first(where: { !attributeNames.contains($0) }) else { return }
    let nearest = Spelling.nearest(to: unknown, among: attributeNames.all)
    throw error(
      at: node.location, node.path,
      .unknownField(unknown, nearest: nearest, known: attributeNames.all))
  }
}
