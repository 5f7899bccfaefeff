import Foundation
internal import GRDB
import Text

/// A row's value for a column such as `product.sku`, which names the records that a relationship leads to.
struct RelatedTexts {
  let relationship: Relationship
  let attribute: String
  /// The texts in the row, one for each record.
  let texts: [String]

  /// Name of the column.
  var name: String { relationship.name + "." + attribute }
}

/// A column that disagrees with the IDs or names beside it.
struct RelatedDisagreement {
  let column: RelatedTexts
  let owner: Entity
  let ids: [UUID]
  let type: any Record.Type
  let step: Int
}

extension Edit {
  /// Returns the records named by the columns of one relationship, for a row without a column for their IDs.
  ///
  /// - Parameter columns: The columns of the relationship that are not empty.
  func ids<D: Record, R: Record>(
    _ destination: D.Type, namedBy columns: [RelatedTexts], of owner: R.Type, _ state: inout ImportState
  ) throws(StoreError) -> [UUID] {
    guard let first = columns.first else { return [] }
    var ids: [UUID] = []
    if first.relationship.isToMany {
      let isMade = D.entity.isMadeByName && D.entity.foldedAttributes == [first.attribute]
      for text in first.texts {
        ids.append(
          isMade
            ? try reuseOrMake(destination, named: text).id
            : try record(destination, knownBy: [(first.attribute, text)], state.index).id)
      }
    } else {
      let texts = columns.compactMap { column in column.texts.first.map { (name: column.attribute, text: $0) } }
      ids = [try record(destination, knownBy: texts, state.index).id]
    }
    for id in ids { state.order.row(step, needs: id) }
    for column in columns {
      if let error = try disagreement(column, of: R.entity, destination, ids) { throw error }
    }
    return ids
  }

  /// Returns an error if records don't have the names in a column; nil if they do.
  func disagreement<D: Record>(
    _ column: RelatedTexts, of owner: Entity, _ type: D.Type, _ ids: [UUID]
  ) throws(StoreError) -> StoreError? {
    var found: [String] = []
    for id in ids {
      if let attribute = D.entity.attribute(column.attribute),
        let text = try record(type, id)?.value(for: column.attribute)?.text(as: attribute.type)
      {
        found.append(text)
      }
    }
    if Set(found.map(\.nameFolded)) == Set(column.texts.map(\.nameFolded)) { return nil }
    return .refused(
      InvalidValue(
        entity: owner.name, attribute: column.name, value: .string(column.texts.joined(separator: ", ")),
        .namesAnother(relationship: column.relationship.name, found: found)))
  }

  /// Returns the one record with the given texts. Throws `notFound` or `ambiguous`.
  private func record<D: Record>(
    _ type: D.Type, knownBy texts: [(name: String, text: String)], _ index: KeyIndex
  ) throws(StoreError) -> D {
    let query = texts.map(\.text).joined(separator: ", ")
    var values: [String: AttributeValue] = [:]
    for (name, text) in texts { values[name] = try D.entity.attribute(name)?.value(text: text, of: D.entity.name) }
    // A unique value identifies the record. The other values are compared with it later.
    for key in D.entity.uniqueKeys {
      guard let found = try keyed(type, key, { name throws(StoreError) in values[name] }) else { continue }
      if let known = found.first { return known }
      throw .notFound(entity: D.entity.name, query: query)
    }
    let matches = try index.by(texts.map(\.name)).matches(type, { name throws(StoreError) in values[name] }, in: self)
    if matches.count > 1 {
      throw .ambiguous(
        entity: D.entity.name, query: query, count: matches.count,
        candidates: matches.prefix(StoreError.namedCount).map { "\($0.id.text) (\($0.title))" })
    }
    guard let known = matches.first else { throw .notFound(entity: D.entity.name, query: query) }
    return known
  }

  /// Returns the records with the values of a unique key, at most one; nil if a value is missing.
  func keyed<R: Record>(
    _ type: R.Type, _ key: UniqueKey, _ value: (String) throws(StoreError) -> AttributeValue?
  ) throws(StoreError) -> [R]? {
    var values: [AttributeValue] = []
    for name in key.attributes {
      guard let value = try value(name) else { return nil }
      values.append(value)
    }
    if case .caseBlind = key { values = values.map(\.nameFolded) }
    let condition = key.columns.map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
    return try attempt { try R.fetchAll(db, "WHERE " + condition, StatementArguments(values.map(\.stored))) }
  }
}

extension AttributeValue {
  fileprivate var nameFolded: AttributeValue {
    if case .string(let text) = self { .string(text.nameFolded) } else { self }
  }
}
