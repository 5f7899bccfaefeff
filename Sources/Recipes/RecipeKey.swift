import Filters
import Parameters

/// How a key's value affects the cache keys of outputs.
package enum CacheKeyRole: Sendable {
  /// The value is a line of the canonical text, unless it is the default.
  ///
  /// - Parameter ofPicture: Whether the value also affects the content of pictures, apart from size and format.
  case value(ofPicture: Bool)
  /// Something derived from the value is part of the cache key, such as the content of a file.
  case derived(String)
  /// The value doesn't affect cache keys, for this reason.
  case excluded(String)

  package var isExcluded: Bool { if case .excluded = self { true } else { false } }
}

/// The declaration of a top-level key or of a key of an output. The reader, the JSON Schema, the canonical text, the
/// cache key and the guides are derived from it.
package struct RecipeKey<Node: Sendable>: Sendable {
  package let name: String
  package let role: CacheKeyRole
  /// Whether an included file can set it. For a key of an output, whether the recipe's `defaults` can.
  package let isShared: Bool
  let schema: @Sendable (FilterList) -> Value
  /// Sets the key's properties of a node. The text is the key's path, for messages.
  let read: @Sendable (RecipeReader, Value.Entry, String, inout Node) throws(RecipeError) -> Void
  /// Returns the key's lines in the canonical text.
  let lines: @Sendable (Node) -> [String]
}

extension RecipeKey {
  /// Creates a key that sets several properties, or that is read together with other keys.
  init(
    _ name: String, _ role: CacheKeyRole, isShared: Bool = false, schema: @escaping @autoclosure @Sendable () -> Value,
    read: @escaping @Sendable (RecipeReader, Value.Entry, String, inout Node) throws(RecipeError) -> Void = {
      _, _, _, _ in
    },
    lines: @escaping @Sendable (Node) -> [String] = { _ in [] }
  ) {
    self.init(name: name, role: role, isShared: isShared, schema: { _ in schema() }, read: read, lines: lines)
  }

  /// Creates a key that sets one property.
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
  /// Creates a key whose default is the property's initial value.
  ///
  /// - Parameters:
  ///   - allowed: The allowed values, worded to follow "it must be".
  ///   - summary: A sentence that describes the key.
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
        // Choices are written without quotes.
        if case .choice = T.kind, case .text(let word) = value.value.content { return ["\(name): \(word)"] }
        return ["\(name): \(value.value)"]
      })
  }
}

extension RecipeReader {
  /// Sets the properties for the keys of a map. Records the error of each invalid key and continues.
  ///
  /// - Parameter path: The path of the map, with a dot at its end if it isn't empty.
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
  /// Returns a map from keys to their schemas.
  static func properties<Node>(_ keys: [RecipeKey<Node>], _ filters: FilterList = .standard) -> Value {
    Value(.map(keys.map { Entry(key: $0.name, value: $0.schema(filters)) }))
  }
}
