import Filters
import Parameters

/// Reads the conditions of steps and outputs.
extension RecipeReader {
  func when(_ entry: Value.Entry, path: String) throws(RecipeError) -> When {
    try condition(entry.value, called: "when", path: path, allowed: RecipeKeys.when)
  }

  /// Reads the conditions of which none may match: a map, or a list of maps.
  private func not(_ entry: Value.Entry, path: String) throws(RecipeError) -> [When] {
    let path = "\(path).not"
    guard case .list(let values) = entry.value.content else {
      return [try condition(entry.value, called: "not", path: path, allowed: RecipeKeys.conditions)]
    }
    if values.isEmpty { throw error(at: entry.value.location, path, .emptyList(key: "not")) }
    var conditions: [When] = []
    for (index, value) in values.enumerated() {
      conditions.append(
        try condition(value, called: "not", path: "\(path)[\(index)]", allowed: RecipeKeys.conditions))
    }
    return conditions
  }

  private func condition(
    _ value: Value, called key: String, path: String, allowed: [String]
  ) throws(RecipeError) -> When {
    let given = try fields(of: value, at: Recipe.Node(path: path, location: value.location), allowed: allowed)
    guard !given.isEmpty else {
      throw error(
        at: value.location, path,
        .asksNothing(
          key: key, what: "add a condition, such as `orientation: portrait`, or remove it"))
    }
    var when = When()
    when.orientation = try given["orientation"].map { (entry) throws(RecipeError) in
      try words(entry, path: path, allowed: When.Orientation.allCases.map(\.rawValue))
        .compactMap(When.Orientation.init)
    }
    when.width = try given["width"].map { (entry) throws(RecipeError) in try bounds(entry, path: path) }
    when.height = try given["height"].map { (entry) throws(RecipeError) in try bounds(entry, path: path) }
    when.view = try given["view"].map { (entry) throws(RecipeError) in try words(entry, path: path) }
    if let product = given["product"] { when.product = try questions(product, path: "\(path).product") }
    if let alpha = given["alpha"] {
      guard case .boolean(let flag) = alpha.value.content else {
        throw refused(alpha, as: "alpha", at: "\(path).alpha", "true (photos with an alpha channel) or false")
      }
      when.alpha = flag
    }
    if let not = given["not"] { when.not = try self.not(not, path: path) }
    return when
  }

  /// Reads the conditions on the photo's product.
  private func questions(_ product: Value.Entry, path: String) throws(RecipeError) -> [When.Question] {
    let entries = try map(product.value, at: Recipe.Node(path: path, location: product.value.location))
    guard !entries.isEmpty else {
      throw error(
        at: product.value.location, path,
        .asksNothing(key: "product", what: "give it an attribute, such as `price: present`"))
    }
    var questions: [When.Question] = []
    for entry in entries {
      guard attributeNames.contains(entry.key) else {
        let names = attributeNames.all
        throw error(
          at: entry.location, path,
          .unknownAttribute(entry.key, nearest: Spelling.nearest(to: entry.key, among: names), known: names))
      }
      questions.append(When.Question(attribute: entry.key, test: try test(entry, path: path)))
    }
    return questions.sorted { $0.attribute < $1.attribute }
  }

  private func test(_ entry: Value.Entry, path: String) throws(RecipeError) -> When.Test {
    switch entry.value.content {
    case .map: return .within(try bounds(entry, path: path))
    case .text("present"): return .present
    case .text("absent"): return .absent
    case .list(let values) where values.isEmpty:
      throw error(
        at: entry.value.location, "\(path).\(entry.key)", .emptyList(key: entry.key))
    case .list(let values):
      var texts: [String] = []
      for value in values { texts.append(try plainText(value, called: entry.key, path: path)) }
      return .oneOf(texts)
    default: return .oneOf([try plainText(entry.value, called: entry.key, path: path)])
    }
  }

  private func plainText(_ value: Value, called key: String, path: String) throws(RecipeError) -> String {
    switch value.content {
    case .text(let text): return text
    case .number, .boolean: return value.description
    case .null, .list, .map:
      throw error(
        at: value.location, "\(path).\(key)",
        .refusedValue(
          key: key, found: value.excerpt, nearest: nil,
          allowed: "a value, a list of values, `present`, `absent`, or bounds such as `{ min: 1 }`"))
    }
  }

  /// Reads a word, or a list of alternative words.
  private func words(
    _ entry: Value.Entry, path: String, allowed: [String]? = nil
  ) throws(RecipeError) -> [String] {
    let values: [Value]
    if case .list(let list) = entry.value.content { values = list } else { values = [entry.value] }
    var words: [String] = []
    for value in values {
      guard case .text(let word) = value.content, allowed?.contains(word) != false else {
        let what =
          allowed.map { "one of \($0.joined(separator: ", ")), or a list of these" } ?? "a text, or a list of texts"
        throw error(
          at: value.location, "\(path).\(entry.key)",
          .refusedValue(
            key: entry.key, found: value.excerpt, nearest: nearest(to: value, among: allowed ?? []), allowed: what))
      }
      if !words.contains(word) { words.append(word) }
    }
    guard !words.isEmpty else {
      throw error(
        at: entry.value.location, "\(path).\(entry.key)", .emptyList(key: entry.key))
    }
    return words
  }

  /// Reads the bounds of a number.
  private func bounds(_ entry: Value.Entry, path: String) throws(RecipeError) -> When.Bounds {
    let path = "\(path).\(entry.key)"
    guard case .map = entry.value.content else {
      throw refused(entry, at: path, "bounds, such as `{ min: 1000 }` or `{ min: 1000, max: 2000 }`")
    }
    let given = try fields(
      of: entry.value, at: Recipe.Node(path: path, location: entry.value.location), allowed: ["min", "max"])
    var bounds = When.Bounds()
    for (key, entry) in given {
      guard case .number(let number) = entry.value.content else {
        throw refused(entry, as: key, at: "\(path).\(key)", "a number")
      }
      if key == "min" { bounds.min = number } else { bounds.max = number }
    }
    guard bounds.min != nil || bounds.max != nil else {
      throw error(at: entry.value.location, path, .noBounds(key: entry.key))
    }
    if let min = bounds.min, let max = bounds.max, min > max {
      throw error(at: entry.value.location, path, .emptyBounds)
    }
    return bounds
  }
}
