import Foundation
internal import GRDB

extension Store {
  /// Imports records from outside, as one edit that can be undone.
  ///
  /// A row's record is the record with the row's ID; otherwise the record with the row's values of ``ImportRules/key``
  /// or of a unique key (a SKU, a name); otherwise a new record. The row sets the values it contains, and the record's
  /// other values are kept. References are IDs, or anything that ``Reader/record(_:matching:)`` finds. A to-many
  /// relationship takes a list, which can be names separated by commas, and then leads to exactly these records;
  /// missing records that need only a name are created. The order of rows doesn't matter.
  ///
  /// An ``Aggregate`` is set by ``Record/setComputedValue(_:of:to:in:)``: for example, a product's quantity by a line in the
  /// stock ledger. If the sources contain the records that are added up, as a whole graph does, a sum without a base is
  /// only compared, and changes have no further consequences: a sale doesn't deduct stock again. A sale without name
  /// and price gets the name and price of its product.
  ///
  /// A small import is one transaction. A large import is first tried on a copy, which doesn't block writers; with
  /// `isTrial`, it ends there. Then it is made in parts of a fraction of a second, between which other processes can
  /// read and write. Readers see finished parts. In these, a record comes before all records that refer to it. If the
  /// import fails because another process has changed something since the trial, it is undone
  /// (``ExchangeError/stopped(label:_:kept:)`` if that is impossible). If its process is killed, the next process that
  /// opens the store undoes it.
  ///
  /// - Parameters:
  ///   - sources: The texts to import; see ``ImportSource/sources(at:as:encoding:entity:of:)``.
  ///   - label: Label of the edit. Defaults to “Import products.csv”, with the name of the file.
  ///   - rules: How records are identified, and whether wrong rows are skipped.
  ///   - isTrial: Whether to change nothing, and only return what would be done.
  ///   - progress: Called with the progress of the import.
  /// - Throws: ``ExchangeError/refused(_:count:unread:)`` if rows are wrong, unless the rules say to keep going; then
  ///   nothing is imported. Otherwise the errors of ``edit(_:_:)``.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, _ rules: ImportRules, isTrial: Bool = false,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    try self.import(
      sources, label: label, rules, isTrial: isTrial, at: ImportPace(), progress: progress)
  }

  /// Imports records that are identified by IDs and unique values; see ``import(_:label:_:isTrial:progress:)``.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, allowsDuplicates: Bool = false,
    isTrial: Bool = false, progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let rules = ImportRules(keepGoing: keepGoing, allowsDuplicates: allowsDuplicates)
    return try self.import(sources, label: label, rules, isTrial: isTrial, progress: progress)
  }

  /// Imports at another pace records that are identified by IDs and unique values.
  func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, isTrial: Bool = false,
    at pace: ImportPace, progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    try self.import(
      sources, label: label, ImportRules(keepGoing: keepGoing), isTrial: isTrial, at: pace, progress: progress)
  }

  /// Imports at another pace.
  func `import`(
    _ sources: [ImportSource], label: String? = nil, _ rules: ImportRules, isTrial: Bool = false,
    at pace: ImportPace, progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    do {
      return try bringIn(sources, label: label, rules, isTrial: isTrial, at: pace, progress: progress)
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
  }

  private func bringIn(
    _ sources: [ImportSource], label: String?, _ rules: ImportRules, isTrial: Bool, at pace: ImportPace,
    progress: @escaping (ImportProgress) throws -> Void
  ) throws -> ImportSummary {
    try checkKey(rules.key, of: sources)
    if isTrial { return try trial(of: sources, rules, progress).summary }
    let label = label ?? Self.label(sources)
    if sources.map(\.bytes.count).reduce(0, +) <= pace.bytesAtOnce {
      return try edit(label) { edit in
        var graph = GraphImport(sources, in: edit, rules) {
          try progress(.checked($0))
        }
        return try graph.run()
      }
    }
    let plan = try trial(of: sources, rules, progress)
    if plan.rows.isEmpty { return plan.summary }
    var parts = ImportInParts(plan, of: sources, pace: pace, progress: progress)
    var (summary, forgotten) = try longEdit(label) { part in try parts.run(part) }
    summary.forgotten = forgotten
    return summary
  }

  /// Throws `unknownName` if no entity has an attribute in `key`.
  private func checkKey(_ key: [String], of sources: [ImportSource]) throws(StoreError) {
    let named = sources.compactMap(\.entity).compactMap { model.entity($0) }
    let entities = named.isEmpty ? model.entities : named
    for name in key where !entities.contains(where: { $0.attribute(name) != nil }) {
      throw .unknownName(
        entity: entities.map(\.name).joined(separator: ", "), name: name, known: entities[0].attributes.map(\.name))
    }
  }

  /// Tries an import on a copy.
  private func trial(
    of sources: [ImportSource], _ rules: ImportRules, _ progress: @escaping (ImportProgress) throws -> Void
  ) throws -> ImportPlan {
    let copy = try privateCopy()
    return try copy.writer.writeWithoutTransaction { db in
      var plan: ImportPlan?
      try db.inTransaction(.immediate) {
        let edit = Edit(db, copy.context)
        defer { edit.close() }
        var graph = GraphImport(sources, in: edit, rules, tellsChanges: true) {
          try progress(.checked($0))
        }
        _ = try graph.run()
        plan = graph.plan
        return .rollback
      }
      return plan!
    }
  }

  private static func label(_ sources: [ImportSource]) -> String {
    let name = sources.first.map { URL(fileURLWithPath: $0.name).lastPathComponent } ?? "nothing"
    return "Import \(name)" + (sources.count > 1 ? " and \(sources.count - 1) more" : "")
  }
}
