import Filters
import Parameters

/// How a key enters the cache keys of outputs.
package enum CacheKeyRole: Sendable {
  /// As a line of the canonical text, unless it has its default.
  ///
  /// - Parameter ofPicture: Whether it also decides what an output shows, apart from its size and its file's format.
  case value(ofPicture: Bool)
  /// As something that follows from its value, such as the content of a file.
  case derived(String)
  /// It doesn't enter cache keys, for this reason.
  case excluded(String)

  package var isExcluded: Bool { if case .excluded = self { true } else { false } }
}

/// A key of a recipe's head or of an output, declared once. The reader, the JSON Schema, the canonical text, the cache key and the
/// guides follow from the declaration.
package struct RecipeKey<Node: Sendable>: Sendable {
  package let name: String
  package let role: CacheKeyRole
  /// Whether an included file can set it, or, for a key of an output, the recipe's `defaults`.
  package let isShared: Bool
  let schema: @Sendable (FilterList) -> Value
  /// Sets the key's properties of a node. The text is the path of the key, for messages.
  let read: @Sendable (RecipeReader, Value.Entry, String, inout Node) throws(RecipeError) -> Void
  /// The key's lines in the canonical text.
  let lines: @Sendable (Node) -> [String]
}

extension RecipeKey {
  /// A key that sets several properties, or that the reader reads together with others.
  init(
    _ name: String, _ role: CacheKeyRole, isShared: Bool = false, schema: @escaping @autoclosure @Sendable () -> Value,
    read: @escaping @Sendable (RecipeReader, Value.Entry, String, inout Node) throws(RecipeError) -> Void = {
      _, _, _, _ in
    },
    lines: @escaping @Sendable (Node) -> [String] = { _ in [] }
  ) {
    self.init(name: name, role: role, isShared: isShared, schema: { _ in schema() }, read: read, lines: lines)
  }

  /// A key that sets one property.
  init<T>(
    _ name: String, _ property: WritableKeyPath<Node, T> & Sendable, _ role: CacheKeyRole, isShared: Bool = false,
    schema: @escaping @autoclosure @Sendable () -> Value,
    read: @escaping @Sendable (RecipeReader) -> (Value.Entry, String) throws(RecipeError) -> T,
    lines: @escaping @Sendable (T) -> [String]
  ) {
    self.init(
      name, role, isShared: isShared, schema: schema(),
      read: { reader, entry, path, node throws(RecipeError) in node[keyPath: property] = try read(reader)(entry, path)
      },
      lines: { lines($0[keyPath: property]) })
  }
}

extension RecipeKey where Node == Recipe {
  /// A key whose default is the property's first value.
  ///
  /// - Parameters:
  ///   - allowed: What it takes, to follow "it must be".
  ///   - summary: A sentence that says what it is.
  init<T: ParameterType>(
    _ name: String, _ property: WritableKeyPath<Recipe, T> & Sendable, _ role: CacheKeyRole, allowed: String,
    _ summary: String
  ) {
    self.init(
      name, property, role,
      schema: T.kind.schema(summary, default: Recipe.standard[keyPath: property].value),
      read: { reader in
        { entry, path throws(RecipeError) in try reader.value(of: entry, as: name, path: path, allowed) }
      },
      lines: { value in
        // Words stand without quotes.
        if case .choice = T.kind, case .text(let word) = value.value.content { return ["\(name): \(word)"] }
        return ["\(name): \(value.value)"]
      })
  }
}

extension RecipeReader {
  /// Sets the properties that the keys of a map give. Records the error of each key that is wrong and goes on.
  ///
  /// - Parameter path: The path of the map, with a dot at its end if there is one.
  func read<Node>(
    _ keys: [RecipeKey<Node>], of given: [String: Value.Entry], path: String = "", into node: inout Node
  ) {
    for key in keys {
      guard let entry = given[key.name] else { continue }
      part { () throws(RecipeError) in try key.read(self, entry, path + key.name, &node) }
    }
  }
}

extension Value {
  /// A map of keys to their schemas.
  static func properties<Node>(_ keys: [RecipeKey<Node>], _ filters: FilterList = .standard) -> Value {
    Value(.map(keys.map { Entry(key: $0.name, value: $0.schema(filters)) }))
  }
}
