import Foundation
internal import GRDB

/// How an import shares its store with other writers.
struct ImportPace {
  /// The maximum number of bytes of text imported at once.
  var bytesAtOnce = 256 << 10
  /// How long a part imports rows. Completing the part takes another third of that, and time for the disk.
  var partDuration: Duration = .milliseconds(200)
}

/// Imports the rows of some sources into a store in parts, in the order that a trial has found.
///
/// The rows of a part are read before the part takes the writer's lock, and are then applied to the current records, so
/// that sales and changes made since the trial are taken into account. A row that was correct in the trial can
/// therefore turn out wrong.
///
/// ## Measured
/// A single transaction would hold the lock for too long, however little it does. With all values computed in advance,
/// `INSERT … SELECT` of 200,000 products takes 4 s (two busy cores, SQLite 3.40) for the table, four indexes, the
/// triggers and the disk. Their stock takes another 2 s, not counting changeset, history and search index; and the time
/// grows with the file.
struct ImportInParts {
  private let plan: ImportPlan
  private let sources: [ImportSource]
  private let index: KeyIndex
  private let pace: ImportPace
  private let progress: (ImportProgress) throws -> Void

  private var summary = ImportSummary()
  private var problems: [Int: ImportProblem]
  private var readers: [Int: ImportRows]
  private var aliases: [UUID: UUID] = [:]
  /// The edit of the previous part, with the checks that the next part must repeat.
  private var last: Edit?
  /// The relationships that lead to too few records so far.
  private var shortages: [(step: Int, error: StoreError)] = []
  /// The values that aggregates with a base should have after all rows.
  private var wanted: ArraySlice<(entity: Entity, id: UUID, attribute: Attribute, value: AttributeValue, step: Int)> =
    []
  /// The rows that have been read but not imported, and the number of the plan's rows that have been read.
  private var ready: [(number: Int, place: ImportPlace, row: ImportRow)] = []
  private var readCount = 0

  init(
    _ plan: ImportPlan, of sources: [ImportSource], pace: ImportPace,
    progress: @escaping (ImportProgress) throws -> Void
  ) {
    self.plan = plan
    self.sources = sources
    index = KeyIndex(plan.rules.key)
    self.pace = pace
    self.progress = progress
    problems = plan.problems
    readers = plan.readers
    (summary.unread, summary.skipped) = (plan.summary.unread, plan.summary.skipped)
  }

  /// Imports all rows, in as many parts as needed.
  mutating func run(_ part: (_ change: (Edit) throws -> Void) throws -> Void) throws -> ImportSummary {
    while readCount < plan.rows.count || !ready.isEmpty {
      try readAhead()
      try part { edit in try takeRows(edit) }
      try progress(.imported(readCount - ready.count, of: plan.rows.count))
    }
    while !wanted.isEmpty { try part { edit in try setAggregates(edit) } }
    if let shortage = shortages.first { throw shortage.error }
    summary.describe(problems)
    return summary
  }

  private static let readAheadCount = 8192

  private mutating func readAhead() throws {
    while ready.count < Self.readAheadCount, readCount < plan.rows.count { try readNext() }
  }

  private mutating func readNext() throws {
    let (number, place) = plan.rows[readCount]
    readCount += 1
    if let start = place.start, let row = try readers[place.source]?.row(at: start) {
      ready.append((number, place, row))
    }
  }

  /// Imports rows until the part has taken long enough and all records that they refer to exist.
  private mutating func takeRows(_ edit: Edit) throws {
    edit.hasConsequences = plan.hasConsequences
    edit.claims.claimable = plan.claimable
    if let last { edit.takeOver(last) }
    last = edit
    var state = ImportState(parts: plan.parts, aliases: aliases, rules: plan.rules, index: index)
    state.mayAwait = plan.hasCircle
    let start = ContinuousClock.now
    var count = 0
    while true {
      if count == ready.count {
        guard readCount < plan.rows.count, try !isWhole(state, edit) else { break }
        try readNext()
      }
      try take(ready[count], edit, &state)
      count += 1
      if ContinuousClock.now - start >= pace.partDuration, try isWhole(state, edit) { break }
    }
    for awaited in state.awaited where try !edit.isThere(awaited.entity, awaited.id) {
      throw StoreError.notFound(entity: awaited.entity.name, query: awaited.id.text)
    }
    summary.count(state.corrections)
    summary.count(state.emptied)
    summary.ignored = state.ignored.union(summary.ignored).sorted()
    aliases = state.aliases
    wanted += state.aggregates.filter { $0.attribute.aggregate?.base != nil }
    shortages = try edit.openShortages()
    ready.removeFirst(count)
  }

  /// Sets aggregates with a base to the values in the rows, until the part has taken long enough.
  private mutating func setAggregates(_ edit: Edit) throws {
    edit.hasConsequences = plan.hasConsequences
    let start = ContinuousClock.now
    while ContinuousClock.now - start < pace.partDuration || pace.partDuration == .zero, let next = wanted.popFirst() {
      guard let type = edit.context.model.recordType(next.entity.name) else { continue }
      try edit.setComputedValue(type, next.id, next.attribute, to: next.value)
    }
  }

  /// Whether everything that rows of this part refer to exists, and their records have their unique values.
  private func isWhole(_ state: ImportState, _ edit: Edit) throws -> Bool {
    for awaited in state.awaited.reversed() where try !edit.isThere(awaited.entity, awaited.id) { return false }
    return try edit.disputedClaims().isEmpty
  }

  private mutating func take(
    _ next: (number: Int, place: ImportPlace, row: ImportRow), _ edit: Edit, _ state: inout ImportState
  ) throws {
    let (number, place, row) = next
    guard let type = row.entity.flatMap(edit.context.model.recordType) else { return }
    edit.step = number
    let mark = state.mark
    do {
      summary.count(try edit.savepoint { () throws(StoreError) in try edit.take(type, row, &state).outcome })
    } catch {
      guard let fault = ImportFault(aboutRow: error) else { throw error }
      state.takeBack(to: mark)
      problems[number] = ImportProblem(
        source: sources[place.source].name, line: place.line, column: nil, record: place.number,
        name: row.name(of: type.entity, toldApartBy: plan.rules.key), fault: fault)
      if plan.rules.keepGoing { return }
      summary.describe(problems)
      throw ExchangeError.refused(summary)
    }
  }
}
