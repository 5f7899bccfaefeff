import Foundation

extension Store {
  /// Brings records from outside into the store, as one group of changes that can be undone.
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
  /// - Parameters:
  ///   - sources: what to read; see ``ImportSource/sources(at:as:entity:of:)``.
  ///   - label: what the edit is called; “Import products.csv” unless it is given.
  ///   - keepGoing: whether to leave out what is wrong and import the rest.
  ///   - isTrial: whether to change nothing, and only say what would become of each row.
  ///   - progress: is told how many rows have been read.
  /// - Throws: ``ExchangeError/refused(problems:count:unread:)`` where rows are wrong, unless it is to keep going; then nothing is
  ///   imported. Otherwise what ``edit(_:_:)`` throws.
  @discardableResult
  public func `import`(
    _ sources: [ImportSource], label: String? = nil, keepGoing: Bool = false, isTrial: Bool = false,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> ImportSummary {
    do {
      return try edit(label ?? Self.label(sources)) { edit in
        var graph = GraphImport(sources, in: edit, keepGoing: keepGoing, progress: progress)
        let summary = try graph.run()
        if isTrial { throw Trial(summary: summary) }
        return summary
      }
    } catch let trial as Trial {
      return trial.summary
    }
  }

  private static func label(_ sources: [ImportSource]) -> String {
    let name = sources.first.map { URL(fileURLWithPath: $0.name).lastPathComponent } ?? "nothing"
    return "Import \(name)" + (sources.count > 1 ? " and \(sources.count - 1) more" : "")
  }
}

/// Ends a group of changes that was only tried.
private struct Trial: Error {
  let summary: ImportSummary
}
