import Foundation

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
  ///   - keepGoing: whether to leave out what is wrong and import the rest.
  ///   - allowsRepeats: whether rows without an id make records even where the store has some that are all the row says. Else
  ///     they are wrong: a list of sales that is imported twice would double them.
  ///   - isTrial: whether to change nothing, and only say what would become of each row.
  ///   - progress: is told how far it is.
  /// - Throws: ``ExchangeError/refused(problems:count:unread:)`` where rows are wrong, unless it is to keep going; then nothing is
  ///   imported. Otherwise what ``edit(_:_:)`` throws.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, allowsRepeats: Bool = false,
    isTrial: Bool = false,
    progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws -> ImportSummary {
    try self.import(
      sources, label: label, keepGoing: keepGoing, allowsRepeats: allowsRepeats, isTrial: isTrial, at: ImportPace(),
      progress: progress)
  }

  /// Imports at another pace.
  func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, allowsRepeats: Bool = false,
    isTrial: Bool = false,
    at pace: ImportPace, progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws -> ImportSummary {
    if isTrial { return try trial(of: sources, keepGoing, allowsRepeats, progress).summary }
    let label = label ?? Self.label(sources)
    if sources.map(\.bytes.count).reduce(0, +) <= pace.bytesAtOnce {
      return try edit(label) { edit in
        var graph = GraphImport(sources, in: edit, keepGoing: keepGoing, allowsRepeats: allowsRepeats) {
          progress(.checked($0))
        }
        return try graph.run()
      }
    }
    let plan = try trial(of: sources, keepGoing, allowsRepeats, progress)
    if plan.rows.isEmpty { return plan.summary }
    var parts = ImportInParts(plan, of: sources, keepGoing: keepGoing, pace: pace, progress: progress)
    var (summary, forgotten) = try longEdit(label) { part in try parts.run(part) }
    summary.forgotten = forgotten
    return summary
  }

  /// What would become of an import, tried on a copy.
  private func trial(
    of sources: [ImportSource], _ keepGoing: Bool, _ allowsRepeats: Bool, _ progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportPlan {
    let copy = try privateCopy()
    return try copy.writer.writeWithoutTransaction { db in
      var plan: ImportPlan?
      try db.inTransaction(.immediate) {
        let edit = Edit(db, copy.context)
        defer { edit.close() }
        var graph = GraphImport(sources, in: edit, keepGoing: keepGoing, allowsRepeats: allowsRepeats) {
          progress(.checked($0))
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
