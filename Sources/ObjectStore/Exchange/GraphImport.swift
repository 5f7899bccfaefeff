import Foundation
internal import GRDB
import Text

/// Imports the rows of some sources into a store within one edit, in any order.
///
/// Each row has its own savepoint, so that a wrong row has no effect. A row that needs another record first waits until
/// all rows have been read. An ID that a row refers to may be created later. The import knows only at the end whether a
/// row has created that ID, whether sums match, and whether records have enough links. If the correct rows should be
/// imported nevertheless, the import starts over without the wrong ones.
struct GraphImport {
  private let edit: Edit
  private let sources: [ImportSource]
  private let rules: ImportRules
  private let index: KeyIndex
  private let tellsChanges: Bool
  private let progress: (Int) throws -> Void
  private let parts: Set<String>

  /// The rows that an earlier attempt found wrong at its end, by their numbers.
  private var excluded: [Int: ImportProblem] = [:]
  private var aliases: [UUID: UUID] = [:]
  /// Readers at the beginning of each text, with the names of their columns resolved.
  private var readers: [Int: ImportRows] = [:]

  // The state of one attempt.
  private var state: ImportState
  private var summary = ImportSummary()
  /// The places of the rows, by row number.
  private var places: [ImportPlace] = []
  private var waiting: [(number: Int, row: ImportRow, error: StoreError)] = []
  private var problems: [Int: ImportProblem] = [:]
  /// The rows that claim unique values that other records still have after all rows.
  private var clashes: [(step: Int, error: StoreError)] = []

  /// Creates an import of `sources`. If the rows contain records that aggregates are computed from, they are assumed to
  /// contain all consequences of records.
  init(
    _ sources: [ImportSource], in edit: Edit, _ rules: ImportRules, tellsChanges: Bool = false,
    progress: @escaping (Int) throws -> Void
  ) {
    self.edit = edit
    self.sources = sources
    self.rules = rules
    self.tellsChanges = tellsChanges
    index = KeyIndex(rules.key)
    self.progress = progress
    let model = edit.context.model
    parts = model.aggregatedEntities(in: sources)
    state = ImportState(parts: parts, rules: rules, index: index)
    edit.hasConsequences = parts.isDisjoint(with: model.aggregatedEntities { $0.base == nil })
  }

  /// The order in which the rows can be imported in parts.
  var plan: ImportPlan {
    let (rows, hasCircle) = state.order.sorted()
    return ImportPlan(
      rows: rows.map { (number: $0, place: places[$0]) }, hasCircle: hasCircle, readers: readers, parts: parts,
      hasConsequences: edit.hasConsequences, claimable: edit.claims.involved, rules: rules, summary: summary,
      problems: problems)
  }

  /// Imports all rows and returns the result. Throws ``ExchangeError/refused(_:count:unread:)`` if some are wrong,
  /// unless the rules say to keep going.
  mutating func run() throws -> ImportSummary {
    try edit.db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    var isDone = false
    while !isDone {
      try edit.db.inSavepoint {
        isDone = try attempt()
        return isDone ? .commit : .rollback
      }
    }
    problems.merge(excluded) { $1 }
    summary.describe(problems)
    if !rules.keepGoing, !problems.isEmpty { throw ExchangeError.refused(summary) }
    return summary
  }

  /// Imports all rows that are not excluded. Returns false if the import must start over with the aliases or the wrong
  /// rows it found.
  private mutating func attempt() throws -> Bool {
    edit.forgetSuspects()
    let known = aliases.count
    state = ImportState(parts: parts, aliases: aliases, rules: rules, index: index)
    state.tellsChanges = tellsChanges
    (summary, places, waiting, problems) = (ImportSummary(), [], [], [:])
    for index in sources.indices { try readRows(of: index) }
    try takeWaiting()
    clashes = try edit.disputedClaims()
    try setAggregates()
    summary.count(state.corrections)
    summary.count(state.emptied)
    summary.ignored = state.ignored.sorted()
    summary.changes = state.changes
    aliases = state.aliases
    let (late, needsAliases) = try lateProblems()
    // Read again the rows that came before the row that identifies their record, now that the record is known.
    if needsAliases, aliases.count > known { return false }
    if !rules.keepGoing {
      problems.merge(late) { first, _ in first }
      return true
    }
    excluded.merge(late) { first, _ in first }
    return late.isEmpty
  }
}

// MARK: - Rows

extension GraphImport {
  private mutating func readRows(of index: Int) throws {
    let source = sources[index]
    do {
      var rows = try ImportRows(source)
      if let type = source.entity.flatMap(edit.context.model.recordType) {
        let wrong = nameColumns(of: &rows, of: source, type)
        for error in wrong { fail(.store(error), source: index, line: rows.headerLine) }
        if !wrong.isEmpty { return }
      }
      readers[index] = rows
      while true {
        do {
          guard let row = try rows.next() else { return }
          places.append(ImportPlace(source: index, line: row.start.line, number: row.number, start: row.start))
          let number = places.count - 1
          if excluded[number] == nil { try take(row, number) }
          if places.count.isMultiple(of: 1000) { try progress(places.count) }
        } catch let error as TextError {
          fail(error, source: index, record: rows.number)
        }
      }
    } catch let error as TextError {
      fail(error, source: index, record: nil)
    }
  }

  /// Resolves the names of a CSV text's columns. Returns an error for each wrong name, once instead of for each row.
  private mutating func nameColumns<R: Record>(
    of rows: inout ImportRows, of source: ImportSource, _ type: R.Type
  ) -> [StoreError] {
    let columns = state.columns(of: type, in: edit.context.model)
    do { try rows.nameColumns(as: columns.allNames) } catch { return [error] }
    let names = rows.columns ?? []
    let isIgnoring = rules.ignoresUnknown && names.contains(where: columns.allNames.contains)
    return names.compactMap { name in
      // A column that was declared to contain an attribute isn't ignored.
      if isIgnoring, source.columns[name] == nil { return nil }
      do throws(StoreError) {
        _ = try columns.column(name)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Imports a row, or notes that it waits or is wrong.
  private mutating func take(_ row: ImportRow, _ number: Int) throws {
    do {
      try bring(row, number)
    } catch let error as StoreError where error.mayPass {
      waiting.append((number, row, error))
    } catch {
      guard let fault = ImportFault(aboutRow: error) else { throw error }
      problems[number] = problem(number, fault)
    }
  }

  /// Imports the rows that waited for others, until none of them can be imported.
  private mutating func takeWaiting() throws {
    var before = waiting.count + 1
    while !waiting.isEmpty, waiting.count < before {
      before = waiting.count
      let rows = waiting
      waiting = []
      for (number, row, _) in rows { try take(row, number) }
    }
    for (number, _, error) in waiting { problems[number] = problem(number, .store(error)) }
  }

  /// Sets aggregates with a base to the values in the rows.
  private func setAggregates() throws {
    for wanted in state.aggregates where wanted.attribute.aggregate?.base != nil {
      guard let type = edit.context.model.recordType(wanted.entity.name) else { continue }
      try edit.setComputedValue(type, wanted.id, wanted.attribute, to: wanted.value)
    }
  }

  /// Imports a row, or rolls back its changes and throws.
  private mutating func bring(_ row: ImportRow, _ number: Int) throws {
    let model = edit.context.model
    guard let name = row.entity else {
      throw ExchangeError.entityMissing(known: model.entities.map(\.name))
    }
    guard let type = model.recordType(name) else {
      throw ExchangeError.unknownEntity(name: name, known: model.entities.map(\.name))
    }
    edit.step = number
    let mark = state.mark
    let aggregateCount = state.aggregates.count
    var taking: (outcome: ImportOutcome, id: UUID)?
    var isRepeated = false
    do {
      try edit.db.inSavepoint {
        let before = state.changes.count
        let done = try edit.take(type, row, &state)
        if state.changes.count > before { state.changes[before].source = sources[places[number].source].name }
        if let first = state.taken[name]?[done.id] {
          // Lists of photos often repeat the columns of their products.
          if done.outcome == .unchanged, state.aggregates.count == aggregateCount {
            isRepeated = true
            return .rollback
          }
          let place = places[first]
          let line = place.source == places[number].source ? "line " : sources[place.source].name + ":"
          throw ExchangeError.repeated(
            entity: name, name: row.name(of: type.entity, toldApartBy: rules.key) ?? done.id.text,
            place: "\(line)\(place.line)")
        }
        if !rules.allowsDuplicates, done.outcome == .inserted { try checkIsNew(type, row, done.id) }
        taking = done
        return .commit
      }
    } catch {
      state.takeBack(to: mark)
      _ = edit.claims.takeHolders()
      throw error
    }
    if isRepeated {
      state.takeBack(to: mark)
      return summary.count(.unchanged)
    }
    guard let taking else { return }
    if taking.outcome == .skipped { return summary.count(.skipped) }
    for holder in edit.claims.takeHolders() { state.order.row(number, needs: holder) }
    state.taken[name, default: [:]][taking.id] = number
    state.order.took(number, record: taking.id, given: row.id(of: type.entity))
    summary.count(taking.outcome)
  }

  /// Throws an error if a row created a record that matches one that existed before the import.
  private func checkIsNew<R: Record>(_ type: R.Type, _ row: ImportRow, _ id: UUID) throws {
    let twins = try edit.twins(type, of: id, row) { state.taken[R.entity.name]?[$0] == nil }
    if let twin = twins.first { throw ExchangeError.present(subject: twin.subject, id: twin.id.text) }
  }
}

// MARK: - Problems

extension GraphImport {
  private mutating func fail(
    _ fault: ImportFault, source: Int, line: Int, column: Int? = nil, record: Int? = nil
  ) {
    places.append(ImportPlace(source: source, line: line, number: record, start: nil))
    problems[places.count - 1] = problem(places.count - 1, fault, column: column)
  }

  private mutating func fail(_ error: TextError, source: Int, record: Int?) {
    fail(.text(error), source: source, line: error.line, column: error.column, record: record)
    summary.unread += 1
  }

  private func problem(_ number: Int, _ fault: ImportFault, column: Int? = nil) -> ImportProblem {
    let place = places[number]
    return ImportProblem(
      source: sources[place.source].name, line: place.line, column: column, record: place.number,
      name: name(ofRowAt: place), fault: fault)
  }

  /// The record's name in a row; nil if there is none, or the row could not be read.
  private func name(ofRowAt place: ImportPlace) -> String? {
    guard let start = place.start, var rows = readers[place.source], let row = try? rows.row(at: start),
      let type = row.entity.flatMap(edit.context.model.recordType)
    else { return nil }
    return row.name(of: type.entity, toldApartBy: rules.key)
  }

  /// Returns the problems that are known only at the end, by the rows' numbers, and whether one of these rows came
  /// before the row that identifies its record.
  private func lateProblems() throws -> ([Int: ImportProblem], needsAliases: Bool) {
    var late: [Int: ImportProblem] = [:]
    var needsAliases = false
    for awaited in state.awaited where try !edit.isThere(awaited.entity, awaited.id) {
      if state.aliases[awaited.id] != nil { needsAliases = true }
      late[awaited.step] = problem(
        awaited.step, .leadsNowhere(relationship: awaited.by, id: awaited.id))
    }
    for wanted in state.aggregates where wanted.attribute.aggregate?.base == nil {
      let found = try edit.value(of: wanted.attribute, wanted.entity, wanted.id)
      if found == wanted.value { continue }
      let name = "\(wanted.entity.name).\(wanted.attribute.name)"
      late[wanted.step] = problem(
        wanted.step, .partsDiffer(attribute: name, value: wanted.value, found: found))
    }
    if !edit.hasConsequences {
      for type in edit.context.model.ledgerBacked { late.merge(try unbalanced(type)) { _, new in new } }
    }
    for (step, error) in clashes { late[step] = problem(step, .store(error)) }
    if rules.keepGoing, !clashes.isEmpty {
      // If these rows are left out, their records keep values that other rows give to other records.
      for (id, entity, error) in try edit.refusalsOfDependents() {
        if let step = state.taken[entity]?[id] { late[step] = late[step] ?? problem(step, .store(error)) }
      }
    }
    for found in state.disagreements {
      if let error = try edit.disagreement(found.column, of: found.owner, found.type, found.ids) {
        late[found.step] = problem(found.step, .store(error))
      }
    }
    for (step, error) in try edit.shortages() { late[step] = problem(step, .store(error)) }
    return (late, needsAliases)
  }

  /// Returns a problem for the rows of booked records that don't match their lines in the ledger, and for the rows of
  /// these lines.
  private func unbalanced<R: LedgerBacked>(_ type: R.Type) throws -> [Int: ImportProblem] {
    var late: [Int: ImportProblem] = [:]
    let lines = R.entity.relationship(type.lines)?.destination ?? ""
    for imbalance in try type.imbalances(in: edit) {
      let fault = ImportFault.unbalanced(
        entity: R.entity.name, lines: type.lineWords, found: imbalance.found, expected: imbalance.expected)
      if let step = state.taken[R.entity.name]?[imbalance.record] { late[step] = problem(step, fault) }
      guard let record = try edit.record(type, imbalance.record) else { continue }
      for line in try edit.ids(type.lines, of: record) {
        if let step = state.taken[lines]?[line] { late[step] = problem(step, fault) }
      }
    }
    return late
  }
}

extension Edit {
  /// Whether a record with the ID exists.
  func isThere(_ entity: Entity, _ id: UUID) throws(StoreError) -> Bool {
    try attempt {
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM \(entity.table.sqlName) WHERE id = ?"), arguments: [id]) ?? false
    }
  }

  /// Returns the current value of an aggregate.
  fileprivate func value(of attribute: Attribute, _ entity: Entity, _ id: UUID) throws(StoreError) -> AttributeValue {
    try attempt {
      let stored = try DatabaseValue.fetchOne(
        db.cachedStatement(sql: "SELECT \(attribute.name.sqlName) FROM \(entity.table.sqlName) WHERE id = ?"),
        arguments: [id])
      return stored.flatMap { AttributeValue($0, as: attribute.type) } ?? .null
    }
  }

  /// Sets an aggregate to a row's value through its base, after the records that it is computed from were imported.
  func setComputedValue<R: Record>(
    _ type: R.Type, _ id: UUID, _ attribute: Attribute, to value: AttributeValue
  ) throws(StoreError) {
    guard let record = try record(type, id), record.value(for: attribute.name) != value else { return }
    try R.setComputedValue(attribute, of: record, to: value, in: self)
  }
}

extension StoreError {
  /// Whether a later row may provide the missing record.
  fileprivate var mayPass: Bool {
    switch self {
    case .notFound, .sumRefused: true
    default: false
    }
  }
}

extension Model {
  /// Returns the entities whose records aggregates are computed from.
  fileprivate func aggregatedEntities(_ isIncluded: (Aggregate) -> Bool = { _ in true }) -> Set<String> {
    Set(
      entities.flatMap { entity in
        entity.attributes.compactMap(\.aggregate).filter(isIncluded)
          .compactMap { entity.relationship($0.relationship)?.destination }
      })
  }

  /// Returns the entities that aggregates are computed from and that `sources` have records of.
  fileprivate func aggregatedEntities(in sources: [ImportSource]) -> Set<String> {
    let parts = aggregatedEntities()
    var found: Set<String> = []
    for source in sources where found != parts {
      guard var rows = try? ImportRows(source) else { continue }
      // Errors in the text are reported when it is read for the import.
      while found != parts, let row = rows.nextReadable() {
        if let name = row.entity, parts.contains(name) { found.insert(name) }
        if source.format == .csv { break }
      }
    }
    return found
  }
}
