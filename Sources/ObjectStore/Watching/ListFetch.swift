import Foundation
internal import GRDB

/// A fetch of the entries of a list, without the records.
struct ListFetch<R: Record>: Sendable {
  /// Whether the list has sections.
  var isDivided: Bool { section != nil }
  /// Whether an entry's presence depends on other entries, so that the whole list must be fetched after a change.
  private let isLimited: Bool
  /// The entities of other records that decide whether a record is in the list.
  let entities: Set<String>
  /// Whether other records decide the order.
  let isSortedByRelated: Bool
  private let order: ListOrder
  private let fetch: Fetch<R>
  private let columns: [String]
  private let section: SectionRule?
  private let context: StoreContext

  /// Throws `unknownName` if the fetch or the sectioning contains a name that the entity doesn't have.
  init(_ fetch: Fetch<R>, _ sectioning: Sectioning?, _ context: StoreContext) throws(StoreError) {
    self.fetch = fetch
    self.context = context
    isLimited = fetch.limit != nil || fetch.offset > 0
    var entities = fetch.condition?.entities(of: R.entity, in: context.model) ?? []
    var columns: [String] = []
    var isSortedByRelated = false
    for order in fetch.effectiveOrder {
      let key = try OrderSQL(order, in: context.model)
      columns.append(key.expression)
      entities.formUnion(key.entities)
      isSortedByRelated = isSortedByRelated || !key.entities.isEmpty
    }
    var section: SectionRule?
    if let sectioning { section = try SectionRule(sectioning, of: fetch, context) }
    self.entities = entities
    self.isSortedByRelated = isSortedByRelated
    self.columns = columns
    self.section = section
    order = ListOrder(
      isSectionDescending: section?.isDescending ?? false, isDescending: fetch.effectiveOrder.map(\.isDescending))
  }

  /// Fetches the whole list.
  func state(_ db: Database) throws -> ListState {
    let entries = try entries(db, fetch)
    // The entries are in the fetch's order.
    return ListState(isDivided ? entries.sorted(by: order.callAsFunction) : entries, isDivided: isDivided)
  }

  /// Returns the list after `old`, if only the records with some IDs were changed.
  func state(_ db: Database, after old: ListState, changed ids: Set<UUID>) throws -> ListState {
    // Fetching very many changed records takes longer than fetching the whole list.
    if isLimited || ids.count > 1000 { return try state(db) }
    var some = fetch
    some.condition = .and([.oneOf("id", ids.map(AttributeValue.uuid))] + [fetch.condition].compactMap { $0 })
    let changed = try entries(db, some).sorted(by: order.callAsFunction)
    var merged: [ListEntry] = []
    merged.reserveCapacity(old.entries.count + changed.count)
    var next = 0
    for entry in old.entries where !ids.contains(entry.id) {
      while next < changed.count, order(changed[next], entry) {
        merged.append(changed[next])
        next += 1
      }
      merged.append(entry)
    }
    return ListState(merged + changed[next...], isDivided: isDivided)
  }

  private func entries(_ db: Database, _ fetch: Fetch<R>) throws -> [ListEntry] {
    let sql = try FetchSQL(fetch, context)
    let selection = (["id"] + columns + [section?.column.sqlName].compactMap { $0 }).joined(separator: ", ")
    let statement = try db.makeStatement(sql: "SELECT \(selection) FROM \(R.entity.table.sqlName) \(sql.clauses)")
    let rows = try Row.fetchCursor(statement, arguments: sql.arguments)
    var entries: [ListEntry] = []
    while let row = try rows.next() {
      entries.append(
        ListEntry(
          id: row[0], section: section.map { $0(row[columns.count + 1]) } ?? .only,
          keys: columns.indices.map { row[$0 + 1] }))
    }
    return entries
  }
}

extension Condition {
  /// Returns the entities of other records that decide whether a record of `entity` meets the condition.
  fileprivate func entities(of entity: Entity, in model: Model) -> Set<String> {
    switch self {
    case .compare, .text, .oneOf: return []
    // Whether a SKU in another case matches depends on whether one in the same case exists.
    case .named, .called: return [entity.name]
    case .count(let name, nil, _, _): return Set([entity.relationship(name)?.destination].compactMap { $0 })
    case .any(let name, let inner), .count(let name, let inner?, _, _):
      guard let destination = (entity.relationship(name)?.destination).flatMap(model.entity(_:)) else { return [] }
      return inner.entities(of: destination, in: model).union([destination.name])
    case .and(let all), .or(let all): return all.reduce(into: []) { $0.formUnion($1.entities(of: entity, in: model)) }
    case .not(let inner): return inner.entities(of: entity, in: model)
    }
  }
}
