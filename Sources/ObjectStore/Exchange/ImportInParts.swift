import Foundation
internal import GRDB

/// How an import shares its store with other writers.
struct ImportPace {
  /// Up to so many bytes of text are brought in at once.
  var bytesAtOnce = 256 << 10
  /// How long a part takes rows, before what is left to be done for it: a third as long again, and the disk's time.
  var partDuration: Duration = .milliseconds(200)
}

/// Brings the rows of some sources into a store, part by part, when a trial has shown in which order.
///
/// The rows of a part are read before it has the writer's lock, and written as if they came alone: what others have sold or
/// changed meanwhile counts. A row that was right when it was tried can turn out wrong therefore.
///
/// ## Measured
/// One transaction has the lock for too long however little it does. With all values computed before, `INSERT … SELECT` of
/// 200,000 products takes 4 s (two busy cores, SQLite 3.40): the table, four indexes, the triggers and the disk. Their stock
/// takes 2 s more, and changeset, history and search list are not in that; it grows with the file.
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
  /// The edit of the last part, which knows what the next must look at again.
  private var last: Edit?
  /// The relationships that lead to too few records so far.
  private var shortages: [(step: Int, error: StoreError)] = []
  /// What aggregates that have a base should come to when all rows are there.
  private var wanted: ArraySlice<(entity: Entity, id: UUID, attribute: Attribute, value: AttributeValue, step: Int)> =
    []
  /// The rows that have been read and not taken, and how many of the plan's have been read.
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

  /// Takes all rows, in as many parts as it takes.
  mutating func run(_ part: (_ change: (Edit) throws -> Void) throws -> Void) throws -> ImportSummary {
    while readCount < plan.rows.count || !ready.isEmpty {
      try readAhead()
      try part { edit in try takeRows(edit) }
      try progress(.imported(readCount - ready.count, of: plan.rows.count))
    }
    while !wanted.isEmpty { try part { edit in try settleAggregates(edit) } }
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

  /// Takes rows until the part has lasted long enough, and nothing that they refer to is still to come.
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
    aliases = state.aliases
    wanted += state.aggregates.filter { $0.attribute.aggregate?.base != nil }
    shortages = try edit.openShortages()
    ready.removeFirst(count)
  }

  /// Lets aggregates that have a base come to what the rows say, until the part has lasted long enough.
  private mutating func settleAggregates(_ edit: Edit) throws {
    edit.hasConsequences = plan.hasConsequences
    let start = ContinuousClock.now
    while ContinuousClock.now - start < pace.partDuration || pace.partDuration == .zero, let next = wanted.popFirst() {
      guard let type = edit.context.model.recordType(next.entity.name) else { continue }
      try edit.settle(type, next.id, next.attribute, at: next.value)
    }
  }

  /// Whether all is there that rows of this part refer to, and their records have the unique values that they are to have.
  private func isWhole(_ state: ImportState, _ edit: Edit) throws -> Bool {
    for awaited in state.awaited.reversed() where try !edit.isThere(awaited.entity, awaited.id) { return false }
    return try edit.unsettledClaims().isEmpty
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
