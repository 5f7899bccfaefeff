import Catalog
import Foundation
import ObjectStore

/// Checks that a catalog has the result of the storm's processes.
struct Inspection {
  /// Descriptions of what is wrong, or an empty list.
  private(set) var problems: [String] = []
  /// What happened, for the output.
  private(set) var figures: [String] = []

  /// Checks a catalog and the logs of all processes, each of which had `operations` to perform.
  init(of catalog: Catalog, _ logs: [[LogLine]], operations: Int) throws {
    for (index, log) in logs.enumerated() { inspectNumbers(of: log, process: index + 1, operations) }
    let lines = logs.flatMap(\.self)
    let history = try catalog.store.history().reversed()
    inspectRefusals(lines)
    try inspectHistory(history.map { try Step(label: $0.label) }, lines)
    try inspectState(catalog, history.filter { !$0.isUndone })
    problems += try catalog.verify().filter { !$0.isNote }.map { "verify: \($0.message)" }
  }

  /// Checks that each operation was performed once, whichever process was killed.
  private mutating func inspectNumbers(of log: [LogLine], process: Int, _ operations: Int) {
    let ended = log.filter { $0.outcome.kind != .begun }.map(\.step.number)
    let begun = log.filter { $0.outcome.kind == .begun }.map(\.step.number)
    if Set(ended).count != ended.count { problems.append("process \(process) has performed an operation twice") }
    if Set(ended + begun) != Set(1...operations) {
      problems.append("process \(process) has performed \(Set(ended + begun).count) operations of \(operations)")
    }
  }

  private mutating func inspectRefusals(_ lines: [LogLine]) {
    var counts: [String: Int] = [:]
    for line in lines where line.outcome.kind == .refused {
      let reason = line.outcome.reason ?? ""
      counts[reason, default: 0] += 1
      if !line.step.operation.honestRefusals.contains(reason) {
        problems.append("\(line.step.operation) was refused: \(line.outcome.message ?? reason)")
      }
    }
    let ended = Dictionary(grouping: lines, by: \.outcome.kind).mapValues(\.count)
    let undos = lines.filter { $0.step.operation == .undo && $0.outcome.kind == .done }.count
    let redos = lines.filter { $0.step.operation == .redo && $0.outcome.kind == .done }.count
    figures.append(
      "\(ended[.done, default: 0] + ended[.found, default: 0]) done (\(undos) undos, \(redos) redos), "
        + "\(ended[.nothing, default: 0]) nothing to do, \(ended[.refused, default: 0]) refused")
    let reasons = counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    figures.append("refusals: \(reasons.joined(separator: ", "))")
  }

  /// Checks that the history contains exactly the logged operations that weren't undone.
  private mutating func inspectHistory(_ history: [Step], _ lines: [LogLine]) throws {
    let recorded = Set(history)
    if recorded.count != history.count { problems.append("the history has an edit twice") }
    let edits = lines.filter { ![.undo, .redo].contains($0.step.operation) }
    let kept = Set(edits.filter { [.done, .found].contains($0.outcome.kind) }.map(\.step))
    for step in recorded.subtracting(kept) { problems.append("\(step) is in the history, but was not said to be done") }

    let undos = lines.filter { $0.step.operation == .undo }
    let undone = Set(try undos.compactMap(\.outcome.subject).map(Step.init(label:)))
    let lost = kept.subtracting(recorded).subtracting(undone)
    // Undos whose process was killed before it could log them.
    let unsaid = undos.filter { $0.outcome.kind == .begun }.count - undos.filter { $0.outcome.kind != .begun }.count
    if lost.count > unsaid { problems.append("\(lost.count) edits are lost: \(lost)") }
  }

  /// Checks that a shop in plain dictionaries, after the history's edits in order, equals the catalog.
  ///
  /// Undo reverts the newest edit that isn't undone, and an edit drops undone ones. So whatever was undone and redone in
  /// between, the catalog must equal the remaining edits applied to an empty one.
  private mutating func inspectState(_ catalog: Catalog, _ history: [HistoryEntry]) throws {
    var expected = ShopModel()
    for entry in history {
      let step = try Step(label: entry.label)
      do {
        try expected.apply(step.operation)
      } catch let illegal as Illegal {
        problems.append("edit \(entry.id), \(step.operation), should have been refused: \(illegal)")
      }
    }
    try catalog.read { reader in
      let found = try ShopModel(reader)
      problems += found.differences(from: expected)
      var ledger: [UUID: Int] = [:]
      for line in try reader.fetch(Fetch<Catalog.StockMovement>()) {
        ledger[line.productId, default: 0] += Int(line.delta)
      }
      for (id, product) in found.products where ledger[id, default: 0] != product.stock {
        problems.append("the ledger of product \(id) comes to \(ledger[id, default: 0]), its stock is \(product.stock)")
      }
      figures.append(
        "\(history.count) edits left: \(found.products.count) products, \(found.customers.count) customers, "
          + "\(found.sales.count) sales, \(ledger.values.reduce(0, +)) in stock")
    }
  }
}
