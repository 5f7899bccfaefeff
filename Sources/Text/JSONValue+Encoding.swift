import Foundation

extension JSONValue {
  /// Creates the JSON value that an encodable value encodes itself as. Keeps the order in which the value encodes its
  /// keys, unlike Foundation's encoder. IDs are in lower case, as everywhere in the catalog.
  public init(encoding value: some Encodable) {
    let node = Node()
    do {
      try NodeEncoder(node: node).encode(value)
    } catch {
      preconditionFailure("\(type(of: value)) cannot be encoded: \(error)")
    }
    self = node.value
  }
}

/// A JSON value under construction.
private final class Node {
  enum Content {
    case none
    case scalar(JSONValue)
    case array([Node])
    case object([(key: String, node: Node)])
  }

  var content = Content.none

  var value: JSONValue {
    switch content {
    case .none: .object([])
    case .scalar(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members): .object(members.map { .init($0.key, $0.node.value) })
    }
  }

  /// Appends an element. Becomes an array if it is still empty.
  func append() -> Node {
    let node = Node()
    if case .array(let nodes) = content { content = .array(nodes + [node]) } else { content = .array([node]) }
    return node
  }

  /// Adds a key and returns the node for its value. Becomes an object if it is still empty.
  func member(_ key: String) -> Node {
    let node = Node()
    if case .object(let members) = content {
      content = .object(members.filter { $0.key != key } + [(key, node)])
    } else {
      content = .object([(key, node)])
    }
    return node
  }
}

private struct NodeEncoder: Encoder {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func encode(_ value: some Encodable) throws {
    if let id = value as? UUID { node.content = .scalar(.string(id.text)) } else { try value.encode(to: self) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = node.content { node.content = .object([]) }
    return KeyedEncodingContainer(ObjectContainer(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .none = node.content { node.content = .array([]) }
    return ArrayContainer(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ScalarContainer(node: node) }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  private func scalar(_ value: JSONValue, _ key: Key) { node.member(key.stringValue).content = .scalar(value) }

  func encodeNil(forKey key: Key) { scalar(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { scalar(.boolean(value), key) }
  func encode(_ value: String, forKey key: Key) { scalar(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { scalar(.double(value), key) }
  func encode(_ value: Float, forKey key: Key) { scalar(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { scalar(.integer(Int64(value)), key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try NodeEncoder(node: node.member(key.stringValue)).encode(value)
  }
  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: node.member(key.stringValue)).container(keyedBy: Nested.self)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.member(key.stringValue)).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { NodeEncoder(node: node.member("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { NodeEncoder(node: node.member(key.stringValue)) }
}

private struct ArrayContainer: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .array(let nodes) = node.content { nodes.count } else { 0 } }

  func encodeNil() { node.append().content = .scalar(.null) }
  func encode(_ value: some Encodable) throws { try NodeEncoder(node: node.append()).encode(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: node.append()).container(keyedBy: Nested.self)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { NodeEncoder(node: node.append()).unkeyedContainer() }
  func superEncoder() -> any Encoder { NodeEncoder(node: node.append()) }
}

private struct ScalarContainer: SingleValueEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.content = .scalar(.null) }
  func encode(_ value: Bool) { node.content = .scalar(.boolean(value)) }
  func encode(_ value: String) { node.content = .scalar(.string(value)) }
  func encode(_ value: Double) { node.content = .scalar(.double(value)) }
  func encode(_ value: Float) { node.content = .scalar(.float(value)) }
  func encode(_ value: Int) { node.content = .scalar(.integer(Int64(value))) }
  func encode(_ value: some BinaryInteger & Encodable) { node.content = .scalar(.integer(Int64(value))) }
  func encode(_ value: some Encodable) throws { try NodeEncoder(node: node).encode(value) }
}
