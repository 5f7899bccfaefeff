import Foundation
internal import GRDB
import Text

/// The outcome of a row.
enum ImportOutcome {
  case inserted, updated, unchanged
  /// The row's record doesn't exist, and only updates were requested.
  case skipped
}

/// The state of an import beyond the current row.
struct ImportState {
  /// The IDs of existing records by the IDs in rows, if a unique key shows that they are the same record.
  var aliases: [UUID: UUID] = [:]
  /// The IDs that rows refer to and that don't exist yet.
  var awaited: [(entity: Entity, id: UUID, by: String, step: Int)] = []
  /// Whether a record with such an ID may be created later.
  var mayAwait = true
  /// The numbers of the records' rows, by entity and ID.
  var taken: [String: [UUID: Int]] = [:]
  /// The dependencies between rows.
  var order = RowOrder()
  /// The entities among the rows that aggregates are computed from.
  let parts: Set<String>
  /// The values that aggregates should have after all rows.
  var aggregates: [(entity: Entity, id: UUID, attribute: Attribute, value: AttributeValue, step: Int)] = []
  /// Values of existing records that rows have set although they are computed from other records, such as a product's
  /// stock.
  var corrections: [ImportCorrection] = []
  /// The values of existing records that empty cells have removed.
  var emptied: [ImportEmptied] = []
  /// The columns of related names that disagree with the related IDs in the same row, as far as known when the row was
  /// imported.
  var disagreements: [RelatedDisagreement] = []
  /// How the records of rows are identified.
  let rules: ImportRules
  let index: KeyIndex
  /// The ignored columns and keys.
  var ignored: Set<String> = []
  /// The changes by rows, if requested.
  var changes: [ImportChange] = []
  var tellsChanges = false
  /// The columns of each record type.
  private var columns: [String: Any] = [:]

  init(parts: Set<String>, aliases: [UUID: UUID] = [:], rules: ImportRules, index: KeyIndex) {
    self.parts = parts
    self.aliases = aliases
    self.rules = rules
    self.index = index
  }

  /// The current lengths of the lists, for a rollback.
  var mark: Mark {
    Mark(
      awaited: awaited.count, aggregates: aggregates.count, corrections: corrections.count, emptied: emptied.count,
      disagreements: disagreements.count, changes: changes.count, order: order.mark)
  }

  struct Mark {
    fileprivate let awaited, aggregates, corrections, emptied, disagreements, changes: Int
    fileprivate let order: RowOrder.Mark
  }

  /// Removes all entries added after a mark.
  mutating func takeBack(to mark: Mark) {
    awaited.removeSubrange(mark.awaited...)
    aggregates.removeSubrange(mark.aggregates...)
    corrections.removeSubrange(mark.corrections...)
    emptied.removeSubrange(mark.emptied...)
    disagreements.removeSubrange(mark.disagreements...)
    changes.removeSubrange(mark.changes...)
    order.takeBack(to: mark.order)
  }

  mutating func columns<R: Record>(of type: R.Type, in model: Model) -> ImportColumns<R> {
    if let known = columns[R.entity.name] as? ImportColumns<R> { return known }
    let made = ImportColumns<R>(model)
    columns[R.entity.name] = made
    return made
  }
}

extension Edit {
  /// Sets a row's values in its record, and keeps the record's other values.
  ///
  /// The row's record is the record with the row's ID. Otherwise it is the record with the row's values of the import's
  /// key (``ImportRules/key``), then of a unique key; the first unique key that finds a record counts. Otherwise it is
  /// a new record, in which blank values have their defaults. A blank value also stands for the default that an existing
  /// record still has, so the same file can be imported again. A record that the row refers to by ID may be created
  /// later. Throws `notFound` if another record must exist first.
  func take<R: Record>(
    _ type: R.Type, _ row: ImportRow, _ state: inout ImportState
  ) throws(StoreError) -> (outcome: ImportOutcome, id: UUID) {
    do { return try takeValues(type, row, &state) } catch { throw row.quoted(error, of: R.entity) }
  }

  private func takeValues<R: Record>(
    _ type: R.Type, _ row: ImportRow, _ state: inout ImportState
  ) throws(StoreError) -> (outcome: ImportOutcome, id: UUID) {
    let columns = state.columns(of: type, in: context.model)
    var row = row
    if state.rules.ignoresUnknown {
      // Another program's numbers are no ids of records, which the key identifies.
      let isOthers = !state.rules.key.isEmpty && row.hasForeignID
      state.ignored.formUnion(row.removeValues { !columns.allNames.contains($0) || isOthers && $0 == "id" })
    }
    var (record, isNew) = try base(type, row, columns, &state)
    if isNew, state.rules.updatesOnly { return (.skipped, record.id) }
    // Lists of photos often have a product's values only in the first of its rows.
    if state.taken[R.entity.name]?[record.id] != nil { row.values.removeAll(where: \.value.isBlank) }
    var isChanged = isNew
    let former = record
    var formerLinks: [(name: String, before: [UUID], after: [UUID], type: any Record.Type)] = []
    var missing = isNew ? R.entity.relationships.filter { !$0.isOptional }.map(\.name) : []
    var links: [(relationship: Relationship, ids: [UUID])] = []
    var aggregates: [(attribute: Attribute, aggregate: Aggregate, value: AttributeValue)] = []
    var related = try relatedTexts(row, columns)
    for (name, value) in row.values {
      switch try columns.column(name) {
      case .id, .related: break
      case .attribute(_, let attribute) where value.isBlank && isDefault(attribute, in: former, isNew),
        .aggregate(let attribute, _) where value.isBlank && isDefault(attribute, in: former, isNew):
        break
      case .attribute(let property, let attribute):
        try value.checkWhole(attribute, of: R.entity)
        let value = property.meaning(try value.read(attribute, of: R.entity.name))
        if try isSame(value, property, of: record) { continue }
        if !isNew, row.isBlank(name) { state.emptied.append(ImportEmptied(record: former.title, attribute: name)) }
        guard property.set(&record, value) else {
          throw .refused(
            InvalidValue(entity: R.entity.name, attribute: name, value: value, .form(attribute.expectation)))
        }
        isChanged = true
      case .aggregate(let attribute, let aggregate):
        aggregates.append((attribute, aggregate, try value.read(attribute, of: R.entity.name)))
      case .toOne(let property, let relationship, let destination):
        missing.removeAll { $0 == name }
        let given = try value.references(relationship, of: R.entity.name).first
        let target: UUID? = if let given { try id(destination, given, relationship, type, &state) } else { nil }
        try compare(related.removeValue(forKey: name), with: [target].compactMap(\.self), destination, type, &state)
        if property.get(record) == target.attributeValue { continue }
        guard property.set(&record, target.attributeValue) else { throw leadsNowhere(name, of: type) }
        if !isNew, row.isBlank(name) { state.emptied.append(ImportEmptied(record: former.title, attribute: name)) }
        isChanged = true
      case .toMany(let relationship, let destination):
        var ids: [UUID] = []
        for text in try value.references(relationship, of: R.entity.name) {
          ids.append(try id(destination, text, relationship, type, &state))
        }
        try compare(related.removeValue(forKey: name), with: ids, destination, type, &state)
        links.append((relationship, ids))
      }
    }
    for (name, texts) in related {
      let given = texts.filter { !$0.texts.isEmpty }
      switch try columns.column(name) {
      case .toOne(let property, _, let destination):
        let target = try ids(destination, namedBy: given, of: type, &state).first
        if target != nil { missing.removeAll { $0 == name } }
        if property.get(record) == target.attributeValue { continue }
        guard property.set(&record, target.attributeValue) else { throw leadsNowhere(name, of: type) }
        if !isNew, target == nil { state.emptied.append(ImportEmptied(record: former.title, attribute: name)) }
        isChanged = true
      case .toMany(let relationship, let destination):
        links.append((relationship, try ids(destination, namedBy: given, of: type, &state)))
      default: break
      }
    }
    if let name = missing.first { throw leadsNowhere(name, of: type) }
    if isNew { try R.complete(&record, isGiven: row.isGiven, in: self) }
    if isChanged {
      try row.checkCurrencies(of: record)
      record = try save(record)
    }
    for link in links {
      let linked = isNew ? [] : try ids(link.relationship.name, of: record)
      if Set(linked) == Set(link.ids) { continue }
      if state.tellsChanges, let destination = context.model.recordType(link.relationship.destination) {
        formerLinks.append((link.relationship.name, linked, link.ids, destination))
      }
      if !isNew, link.ids.isEmpty, row.isBlank(link.relationship.name) {
        state.emptied.append(ImportEmptied(record: former.title, attribute: link.relationship.name))
      }
      try setLinks(record, link.relationship.name, to: link.ids)
      isChanged = true
    }
    for (attribute, aggregate, value) in aggregates {
      if let part = R.entity.relationship(aggregate.relationship)?.destination, state.parts.contains(part) {
        state.aggregates.append((R.entity, record.id, attribute, value, step))
      } else if let before = record.value(for: attribute.name), before != value {
        try R.setComputedValue(attribute, of: record, to: value, in: self)
        if !isNew, let after = try existing(type, record.id).value(for: attribute.name), after != before {
          state.corrections.append(ImportCorrection(record: record.title, attribute, before: before, after: after))
        }
        isChanged = true
      }
    }
    state.index.add(record)
    if state.tellsChanges, isChanged, state.changes.count < ImportSummary.describedCount {
      let now = try existing(type, record.id)
      var values = isNew ? [] : try differences(former, now)
      if !isNew {
        for link in formerLinks {
          values.append(
            .init(
              name: link.name, before: try titles(link.type, link.before), after: try titles(link.type, link.after)))
        }
      }
      state.changes.append(
        ImportChange(line: row.start.line, subject: now.subject, isNew: isNew, values: values))
    }
    return (isNew ? .inserted : isChanged ? .updated : .unchanged, record.id)
  }

  /// Returns the differences between two states of a record, without values computed from the same record.
  private func differences<R: Record>(_ old: R, _ new: R) throws(StoreError) -> [ImportChange.Value] {
    var values: [ImportChange.Value] = []
    for property in R.properties where property.attribute?.isDerived != true || property.attribute?.aggregate != nil {
      let (before, after) = (property.get(old), property.get(new))
      if before.isIdentical(to: after) { continue }
      if let relationship = property.relationship, let type = context.model.recordType(relationship.destination) {
        values.append(
          .init(
            name: relationship.name, before: try titles(type, old.destination(of: relationship)),
            after: try titles(type, new.destination(of: relationship))))
      } else {
        values.append(.init(name: property.name, before: before.json(property.type), after: after.json(property.type)))
      }
    }
    return values
  }

  /// Returns the names of records, separated by commas.
  private func titles<R: Record>(_ type: R.Type, _ ids: [UUID]) throws(StoreError) -> JSONValue {
    var titles: [String] = []
    for id in ids { titles.append(try record(type, id)?.title.listedName ?? id.text) }
    return titles.isEmpty ? .null : .string(titles.joined(separator: ", "))
  }

  /// Returns the current state of a row's record.
  private func base<R: Record>(
    _ type: R.Type, _ row: ImportRow, _ columns: ImportColumns<R>, _ state: inout ImportState
  ) throws(StoreError) -> (record: R, isNew: Bool) {
    let id = try row.value("id", of: R.entity)
    if case .uuid(let id) = id, let known = try record(type, state.aliases[id] ?? id) { return (known, false) }
    let matches = try state.index.matches(
      type, { name throws(StoreError) in try row.value(name, of: R.entity) }, in: self)
    if matches.count > 1, let name = state.rules.key.first, let value = try row.value(name, of: R.entity) {
      throw .refused(
        InvalidValue(
          entity: R.entity.name, attribute: name, value: value,
          .ofSeveral(entity: R.entity.name, count: matches.count)))
    }
    if let known = matches.isEmpty ? try keyed(type, row) : matches[0] {
      if case .uuid(let id) = id { state.aliases[id] = known.id }
      return (known, false)
    }
    var record = R()
    if let id, let property = R.properties.first, !property.set(&record, id) { preconditionFailure("an id is a UUID") }
    return (record, true)
  }

  /// Returns the record with the row's values of a unique key: of the first key that has such a record.
  private func keyed<R: Record>(_ type: R.Type, _ row: ImportRow) throws(StoreError) -> R? {
    for key in R.entity.uniqueKeys {
      let found = try keyed(type, key) { name throws(StoreError) in try row.value(name, of: R.entity) }
      if let found { return found.first }
    }
    return nil
  }

  /// Returns the columns of a row with names of related records, by relationship.
  private func relatedTexts<R: Record>(
    _ row: ImportRow, _ columns: ImportColumns<R>
  ) throws(StoreError) -> [String: [RelatedTexts]] {
    var related: [String: [RelatedTexts]] = [:]
    for (name, value) in row.values {
      guard case .related(let relationship, let attribute) = try columns.column(name) else { continue }
      let texts = try value.relatedTexts(relationship, name, of: R.entity.name)
      related[relationship.name, default: []].append(
        RelatedTexts(relationship: relationship, attribute: attribute, texts: texts))
    }
    return related
  }

  /// Notes the columns of related names that disagree with the related IDs in the same row. They are checked again
  /// after all rows, because another row may rename the record.
  private func compare<D: Record, R: Record>(
    _ columns: [RelatedTexts]?, with ids: [UUID], _ destination: D.Type, _ owner: R.Type, _ state: inout ImportState
  ) throws(StoreError) {
    for column in columns ?? [] where !column.texts.isEmpty {
      if try disagreement(column, of: R.entity, destination, ids) == nil { continue }
      state.disagreements.append(
        RelatedDisagreement(column: column, owner: R.entity, ids: ids, type: destination, step: step))
    }
  }

  /// Returns the ID for a reference: an ID, or the ID of the record that ``Reader/record(_:matching:)`` finds, or, for
  /// a list of names, of a record created with only its name.
  private func id<D: Record, R: Record>(
    _ destination: D.Type, _ text: String, _ relationship: Relationship, _ owner: R.Type, _ state: inout ImportState
  ) throws(StoreError) -> UUID {
    guard let given = UUID(text: text) else {
      let id =
        relationship.isToMany && D.entity.isMadeByName
        ? try reuseOrMake(destination, named: text).id : try record(destination, matching: text).id
      state.order.row(step, needs: id)
      return id
    }
    state.order.row(step, needs: given)
    let id = state.aliases[given] ?? given
    if try isThere(D.entity, id) { return id }
    // A value that counts in an aggregate of a record that doesn't exist yet would be lost.
    if !state.mayAwait || D.entity.attributes.contains(where: { $0.aggregate?.relationship == relationship.inverse }) {
      throw .notFound(entity: D.entity.name, query: text)
    }
    state.awaited.append((D.entity, id, "\(R.entity.name).\(relationship.name)", step))
    return id
  }

  /// Whether a record has an attribute's default, which an empty cell then leaves as it is. An existing record's other
  /// value of a required attribute isn't replaced by the default, because nobody may have meant that.
  private func isDefault<R: Record>(_ attribute: Attribute, in record: R, _ isNew: Bool) -> Bool {
    guard let value = attribute.defaultValue else { return false }
    return isNew || !attribute.isOptional && record.value(for: attribute.name) == value
  }

  /// Whether a record already has a value. Stored bytes are read and compared.
  private func isSame<R: Record>(
    _ value: AttributeValue, _ property: Property<R>, of record: R
  ) throws(StoreError) -> Bool {
    guard case .data(let new) = value, case .here(let bytes) = new.place, case .data = property.get(record) else {
      return property.get(record).isIdentical(to: value)
    }
    return try self.bytes(of: record, property.name) == bytes
  }
}

extension ImportRow {
  /// Whether the row has an id in another form than this store's.
  fileprivate var hasForeignID: Bool {
    guard let value = values.first(where: { $0.name == "id" })?.value, !value.isEmpty else { return false }
    return value.text.flatMap { UUID(text: $0) } == nil
  }

  /// Removes the values with names that match a condition, and returns these names.
  fileprivate mutating func removeValues(where isRemoved: (String) -> Bool) -> [String] {
    let removed = values.map(\.name).filter(isRemoved)
    if !removed.isEmpty { values.removeAll { isRemoved($0.name) } }
    return removed
  }

  /// Returns the name that a row gives its record: its first text for a unique attribute or a title attribute.
  func name(of entity: Entity, toldApartBy key: [String] = []) -> String? {
    for name in entity.uniqueKeys.flatMap(\.attributes) + key + entity.titleAttributes {
      if let value = try? value(name, of: entity), case .string(let text) = value, !text.isEmpty { return text }
    }
    return nil
  }

  /// Whether the row has an empty cell for an attribute or relationship.
  func isBlank(_ name: String) -> Bool { values.contains { $0.name == name && $0.value.isBlank } }

  /// Whether the row has a value for an attribute.
  func isGiven(_ name: String) -> Bool { values.contains { $0.name == name && !$0.value.isEmpty } }

  /// The ID that the row gives its record; nil if there is none.
  func id(of entity: Entity) -> UUID? {
    if case .uuid(let id)? = try? value("id", of: entity) { id } else { nil }
  }

  /// The row's value for an attribute; nil if there is none.
  fileprivate func value(_ name: String, of entity: Entity) throws(StoreError) -> AttributeValue? {
    guard let attribute = entity.attribute(name), let value = values.first(where: { $0.name == name })?.value,
      !value.isEmpty
    else { return nil }
    return try value.read(attribute, of: entity.name)
  }
}
