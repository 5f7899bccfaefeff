import Filters
import Parameters

/// Expands an output with `each` into one output for each value.
extension RecipeReader {
  /// Returns the outputs for an entry, with the values of its `each` filled in.
  func outputs(ofEach output: Value, path: String) throws(RecipeError) -> [Value] {
    guard case .map(let all) = output.content, let each = all.first(where: { $0.key == "each" }) else {
      return [output]
    }
    let path = "\(path).each"
    let lists = try lists(each.value, path: path)
    let rest = Value(.map(all.filter { $0.key != "each" }), at: output.location)
    var used: Set<String> = []
    var outputs: [Value] = []
    for values in Self.combinations(lists) {
      outputs.append(try substitute(values, in: rest, path: path, noting: &used))
    }
    if let unused = lists.first(where: { !used.contains($0.key) }) {
      throw error(at: unused.location, "\(path).\(unused.key)", .unusedEach(key: unused.key))
    }
    return outputs
  }

  private typealias List = (key: String, location: Location?, values: [Value])

  /// Maximum number of outputs from one entry.
  private static let largestCount = 1000

  private func lists(_ each: Value, path: String) throws(RecipeError) -> [List] {
    guard case .map(let entries) = each.content, !entries.isEmpty else {
      throw error(
        at: each.location, path,
        .wrongShape(key: "each", found: each.excerpt, shape: "a map of lists, such as `{ width: [800, 400] }`"))
    }
    var lists: [List] = []
    var count = 1
    for entry in entries {
      guard case .list(let values) = entry.value.content, !values.isEmpty else {
        throw error(
          at: entry.value.location, "\(path).\(entry.key)",
          .wrongShape(
            key: entry.key, found: entry.value.excerpt, shape: "a list of at least one value, such as `[800, 400]`"))
      }
      for value in values where Self.text(of: value) == nil {
        throw error(
          at: value.location, "\(path).\(entry.key)",
          .refusedElement(
            list: entry.key, found: value.excerpt, nearest: nil,
            allowed: "its values are texts, numbers, or true and false"))
      }
      lists.append((entry.key, entry.location, values))
      count = min(count * values.count, Self.largestCount + 1)
    }
    guard count <= Self.largestCount else {
      throw error(at: each.location, path, .tooManyOutputs(limit: Self.largestCount))
    }
    return lists
  }

  /// Returns all combinations of one value per list. The last list varies fastest.
  private static func combinations(_ lists: [List]) -> [[String: Value]] {
    lists.reduce([[:]]) { combinations, list in
      combinations.flatMap { combination in
        list.values.map { value in combination.merging([list.key: value]) { $1 } }
      }
    }
  }

  private func substitute(
    _ values: [String: Value], in value: Value, path: String, noting used: inout Set<String>
  ) throws(RecipeError) -> Value {
    switch value.content {
    case .text(let text): return try substitute(values, in: text, at: value.location, path: path, noting: &used)
    case .list(let items):
      var list: [Value] = []
      for item in items { list.append(try substitute(values, in: item, path: path, noting: &used)) }
      return Value(.list(list), at: value.location)
    case .map(let entries):
      var map: [Value.Entry] = []
      for var entry in entries {
        entry.value = try substitute(values, in: entry.value, path: path, noting: &used)
        map.append(entry)
      }
      return Value(.map(map), at: value.location)
    case .null, .boolean, .number: return value
    }
  }

  /// If the text is a single field, returns the value itself, such as a number. Otherwise inserts the values as text.
  private func substitute(
    _ values: [String: Value], in text: String, at location: Location?, path: String, noting used: inout Set<String>
  ) throws(RecipeError) -> Value {
    var result = ""
    var rest = text[...]
    while let open = rest.range(of: "{each.") {
      guard let close = rest[open.upperBound...].firstIndex(of: "}") else { break }
      let key = String(rest[open.upperBound..<close])
      guard let value = values[key] else {
        let keys = values.keys.sorted()
        throw error(
          at: location, path,
          .unknownEach(key: key, nearest: Spelling.nearest(to: key, among: keys), known: keys))
      }
      used.insert(key)
      if text.count == key.count + "{each.}".count { return Value(value.content, at: location) }
      result += rest[..<open.lowerBound] + Self.text(of: value)!
      rest = rest[rest.index(after: close)...]
    }
    return Value(.text(result + rest), at: location)
  }

  /// Returns a value as text, or nil if it isn't a scalar.
  private static func text(of value: Value) -> String? {
    switch value.content {
    case .text(let text): text
    case .number, .boolean: value.description
    case .null, .list, .map: nil
    }
  }
}
