import Foundation
internal import GRDB

extension Store {
  /// Brings records from outside into the store, as one edit that can be undone.
  ///
  /// A row is about the record with its id, else about the one with the values of its first unique key (a SKU, a name), else
  /// about a new one. It sets what it names and leaves the rest as it is. References are ids, or what
  /// ``Reader/record(_:matching:)`` finds; a to-many relationship takes a list, of names between commas too, makes what is
  /// missing and can be made by its name alone, and then leads to these and no others. The order of rows does not matter.
  ///
  /// An ``Aggregate`` is set as ``Record/settle(_:of:at:in:)`` says: a product's quantity by a line in the stock ledger.
  /// Where the sources have the records that are added up, as a whole graph does, a sum without a base is only checked,
  /// and records bring about nothing else: a sale deducts no stock again. A sale that does not say so has its product's
  /// name and price.
  ///
  /// A small import is one transaction. A large one is tried on a copy first, which keeps nobody from writing, and which a
  /// trial is all of; then it is made in parts of a fraction of a second, between which others read and write. Readers see
  /// the parts that are done, records before those that refer to them. Where it fails after all, because others have
  /// changed something meanwhile, it is taken back (``ExchangeError/stopped(label:reason:obstacle:)`` where it cannot be);
  /// where its process is killed, whoever opens the store next does that.
  ///
  /// - Parameters:
  ///   - sources: what to read; see ``ImportSource/sources(at:as:entity:of:)``.
  ///   - label: what the edit is called; “Import products.csv” unless it is given.
  ///   - rules: which records rows are about, and what becomes of wrong ones.
  ///   - isTrial: whether to change nothing, and only say what would become of each row.
  ///   - progress: is told how far it is.
  /// - Throws: ``ExchangeError/refused(_:count:unread:)`` where rows are wrong, unless it is to keep going; then nothing is
  ///   imported. Otherwise what ``edit(_:_:)`` throws.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, _ rules: ImportRules, isTrial: Bool = false,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    try self.import(
      sources, label: label, rules, isTrial: isTrial, at: ImportPace(), progress: progress)
  }

  /// Imports with records known by their ids and unique values; see
  /// ``import(_:label:_:isTrial:progress:)``.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, allowsRepeats: Bool = false,
    isTrial: Bool = false, progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let rules = ImportRules(keepGoing: keepGoing, allowsRepeats: allowsRepeats)
    return try self.import(sources, label: label, rules, isTrial: isTrial, progress: progress)
  }

  /// Imports at another pace, with records known by their ids and unique values.
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

  /// Throws `unknownName` where no kind of record has what is to tell records.
  private func checkKey(_ key: [String], of sources: [ImportSource]) throws(StoreError) {
    let named = sources.compactMap(\.entity).compactMap { model.entity($0) }
    let entities = named.isEmpty ? model.entities : named
    for name in key where !entities.contains(where: { $0.attribute(name) != nil }) {
      throw .unknownName(
        entity: entities.map(\.name).joined(separator: ", "), name: name, known: entities[0].attributes.map(\.name))
    }
  }

  /// What would become of an import, tried on a copy.
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
