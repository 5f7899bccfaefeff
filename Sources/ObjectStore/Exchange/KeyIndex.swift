import Foundation
internal import GRDB
import Text

/// An index of a store's records by the values of an import's key. It is read once, because the database has no index
/// for such a key.
final class KeyIndex {
  private let key: [String]
  private var ids: [String: [[AttributeValue]: [UUID]]] = [:]
  private var others: [[String]: KeyIndex] = [:]

  /// Creates an index by the values of some attributes, taken together. No records of an entity that lacks one of the
  /// attributes are found.
  init(_ key: [String]) { self.key = key }

  /// Returns the index of the same records by other attributes.
  func by(_ names: [String]) -> KeyIndex {
    if let known = others[names] { return known }
    let made = KeyIndex(names)
    others[names] = made
    return made
  }

  /// Returns the records with the same values as a row; none if the row lacks a value.
  func matches<R: Record>(
    _ type: R.Type, _ values: (String) throws(StoreError) -> AttributeValue?, in edit: Edit
  ) throws(StoreError) -> [R] {
    guard !key.isEmpty, key.allSatisfy({ R.entity.attribute($0) != nil }) else { return [] }
    var wanted: [AttributeValue] = []
    for name in key {
      guard let value = try values(name) else { return [] }
      wanted.append(value.folded)
    }
    if ids[R.entity.name] == nil { try fill(type, edit) }
    var found: [R] = []
    for id in ids[R.entity.name]?[wanted] ?? [] {
      // The record may have been rolled back or changed since.
      guard let record = try edit.record(type, id), self.values(of: record) == wanted else { continue }
      found.append(record)
    }
    return found
  }

  /// Adds a record that an import has created or changed.
  func add<R: Record>(_ record: R) {
    for other in others.values { other.add(record) }
    guard !key.isEmpty, ids[R.entity.name] != nil, let values = values(of: record) else { return }
    if ids[R.entity.name]?[values]?.contains(record.id) == true { return }
    ids[R.entity.name]?[values, default: []].append(record.id)
  }

  private func fill<R: Record>(_ type: R.Type, _ edit: Edit) throws(StoreError) {
    ids[R.entity.name] = [:]
    do {
      try edit.forEachBatch(Fetch<R>(by: [.init("id")])) { records in
        for record in records { add(record) }
      }
    } catch {
      throw StoreError(error, at: edit.context.path)
    }
  }

  /// Returns the record's values of the key; nil if one is missing.
  private func values<R: Record>(of record: R) -> [AttributeValue]? {
    let values = key.compactMap { record.value(for: $0) }.filter { $0 != .null }
    return values.count == key.count ? values.map(\.folded) : nil
  }
}

extension AttributeValue {
  fileprivate var folded: AttributeValue {
    if case .string(let text) = self { .string(text.nameFolded) } else { self }
  }
}
