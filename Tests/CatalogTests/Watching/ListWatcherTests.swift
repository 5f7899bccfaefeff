import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: lists follow changes, with sections and moves, across processes.
@Suite struct ListWatcherTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  /// The same file through other connections, as another process has it.
  private let other: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    other = try Store(at: store.path, BowTies.schema, createIfMissing: false)
  }

  /// A list, and the section title of each of its records.
  private struct Case: Sendable {
    let fetch: Fetch<BowTie>
    let sections: Sectioning?
    let title: @Sendable (BowTie) -> String

    init(
      _ fetch: Fetch<BowTie>, by sections: Sectioning? = nil,
      _ title: @escaping @Sendable (BowTie) -> String = { _ in "" }
    ) {
      self.fetch = fetch
      self.sections = sections
      self.title = title
    }

    /// The expected list: a fetch of the records, grouped into sections.
    func expected(_ store: Store) throws -> [ListSection] {
      var all: [ListSection] = sections == nil ? [ListSection(title: "", ids: [])] : []
      for record in try store.read({ try $0.fetch(fetch) }) {
        if all.last?.title != title(record) { all.append(ListSection(title: title(record), ids: [])) }
        all[all.count - 1].ids.append(record.id)
      }
      return all
    }
  }

  private static let cases: [Case] = [
    Case(Fetch()),
    Case(Fetch(by: [.init("timesWorn"), .init("name", descending: true)])),
    Case(Fetch(), by: .letter) { String($0.name.prefix(1)) },
    Case(Fetch(by: [.init("name", descending: true)]), by: .letter) { String($0.name.prefix(1)) },
    Case(
      Fetch(where: .where("timesWorn", .more, Int32(1)), by: [.init("timesWorn"), .init("rating")]),
      by: .value("timesWorn")
    ) { "\($0.timesWorn)" },
    Case(Fetch(by: [.init("isFavorite", descending: true)]), by: .value("isFavorite")) { "\($0.isFavorite)" },
    Case(Fetch(by: [.init("searchKey")]), by: .value("searchKey")) { $0.searchKey },
    Case(Fetch(by: [.init("rating", descending: true)], limit: 6, offset: 2)),
  ]

  @Test(arguments: cases.indices, [1, 2, 3] as [UInt64])
  func applyingTheEventsToTheOldListGivesTheNewList(number: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let list = Self.cases[number]
    let watcher = try ListWatcher(store, list.fetch, sections: list.sections)
    var copy: [ListSection] = list.sections == nil ? [ListSection(title: "", ids: [])] : []
    #expect(watcher.sections == copy)
    for step in 1...40 {
      let before = try ties()
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        try Self.change(Bool.random(using: &generator) ? store : other, using: &generator)
      }
      let events = try watcher.poll()
      copy.apply(events)
      let expected = try list.expected(store)
      try #require(watcher.sections == expected, "seed \(seed), step \(step)")
      try #require(copy == expected, "seed \(seed), step \(step): \(events)")
      let changed = try Self.differences(before, ties()).intersection(expected.flatMap(\.ids))
      #expect(changed.isSubset(of: events.compactMap(\.id)), "seed \(seed), step \(step)")
    }
    var fromNothing: [ListSection] = list.sections == nil ? [ListSection(title: "", ids: [])] : []
    fromNothing.apply(watcher.asInsertions)
    #expect(fromNothing == copy, "seed \(seed)")
  }

  /// Makes one edit of one to five records.
  private static func change(_ store: Store, using generator: inout SeededGenerator) throws {
    try store.edit("Change") { edit in
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let known = try edit.fetch(Fetch<BowTie>()).randomElement(using: &generator)
        switch (Int.random(in: 0..<5, using: &generator), known) {
        case (0, let tie?): try edit.remove(BowTie.self, tie.id)
        case (1..., var tie?):
          tie.timesWorn = Int32.random(in: 0...3, using: &generator)
          tie.rating = Double(Int.random(in: 0...5, using: &generator))
          tie.isFavorite = Bool.random(using: &generator)
          if Bool.random(using: &generator) { tie.name = name(using: &generator) }
          try edit.save(tie)
        default:
          try edit.save(BowTie(name(using: &generator), searchKey: "ABC".randomElement(using: &generator)!.description))
        }
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        try edit.save(BowTie(name(using: &generator), searchKey: "ABC".randomElement(using: &generator)!.description))
      }
    }
  }

  private static func name(using generator: inout SeededGenerator) -> String {
    "\("ABCDE".randomElement(using: &generator)!) \(Int.random(in: 0...20, using: &generator))"
  }

  private func ties() throws -> [UUID: [AttributeValue]] {
    Dictionary(
      uniqueKeysWithValues: try store.all(BowTie.self).map { tie in
        (tie.id, BowTie.entity.attributes.compactMap { tie.value(for: $0.name) })
      })
  }

  private static func differences(_ one: [UUID: [AttributeValue]], _ other: [UUID: [AttributeValue]]) -> Set<UUID> {
    Set(Set(one.keys).union(other.keys).filter { one[$0] != other[$0] })
  }

  @Test func commitsOfAnotherConnectionAreReportedAndNothingElse() throws {
    let watcher = try ListWatcher<BowTie>(store, sections: .letter)
    #expect(try watcher.poll().isEmpty)
    let tie = BowTie("Red Bow Tie", searchKey: "R")
    try other.save(tie)
    let place = ListIndex(section: 0, item: 0)
    #expect(try watcher.poll() == [.sectionInserted("R", at: 0), .inserted(tie.id, at: place)])
    #expect(try watcher.poll().isEmpty)
    try store.save(tie)
    #expect(try watcher.poll().isEmpty)
    _ = try other.edit("Rate") { try $0.update(BowTie.self, tie.id) { $0.rating = 3 } }
    #expect(try watcher.poll() == [.updated(tie.id, from: place, to: place)])
    _ = try store.edit("Rename") { try $0.update(BowTie.self, tie.id) { $0.name = "Green Bow Tie" } }
    #expect(
      try watcher.poll() == [
        .sectionDeleted("R", from: 0), .sectionInserted("G", at: 0), .moved(tie.id, from: place, to: place),
      ])
    try other.undo()
    try store.undo()
    #expect(watcher.titles == ["G"])
    try watcher.poll()
    #expect(watcher.titles == ["R"])
    try other.remove(tie)
    #expect(try watcher.poll() == [.deleted(tie.id, from: place), .sectionDeleted("R", from: 0)])
  }

  @Test func theFewestPossibleMovesAreReported() throws {
    let ties = (0..<6).map { BowTie("Tie \($0)", searchKey: "T") }
    for tie in ties { try store.save(tie) }
    let watcher = try ListWatcher<BowTie>(store)
    try store.edit("Rename") { edit in
      try edit.update(BowTie.self, ties[4].id) { $0.name = "Tie 0a" }
      try edit.update(BowTie.self, ties[2].id) { $0.name = "Tie 2a" }
    }
    let at = { ListIndex(section: 0, item: $0) }
    #expect(
      try watcher.poll() == [
        .moved(ties[4].id, from: at(4), to: at(1)), .updated(ties[2].id, from: at(2), to: at(3)),
      ])
  }

  @Test func aReaderShowsTheStateAfterTheEventsAndAFailedPollIsRepeated() throws {
    struct Failure: Error {}
    let watcher = try ListWatcher<BowTie>(store)
    try other.save(BowTie("Red Bow Tie", searchKey: "R"))
    #expect(throws: Failure.self) { try watcher.poll { _, _ in throw Failure() } }
    #expect(watcher.sections == [ListSection(title: "", ids: [])])
    var names: [String] = []
    try watcher.poll { events, reader in
      for id in events.compactMap(\.id) { names.append(try reader.existing(BowTie.self, id).name) }
    }
    #expect(names == ["Red Bow Tie"])
  }

  @Test func aWatcherWithoutAnInitialListReportsTheWholeListFirst() throws {
    let (red, blue) = (BowTie("Red Bow Tie", searchKey: "R"), BowTie("Blue Bow Tie", searchKey: "B"))
    try store.save(red)
    for store in [store, try memory(with: red)] {
      let watcher = try ListWatcher<BowTie>(store, sections: .letter, startingEmpty: true)
      #expect(watcher.sections.isEmpty && watcher.count == 0)
      let events = try watcher.poll { events, reader in
        let names = try events.compactMap(\.id).map { try reader.existing(BowTie.self, $0).name }
        #expect(names == ["Red Bow Tie"])
        #expect(watcher.titles == ["R"] && watcher.count == 1)
      }
      #expect(events == watcher.asInsertions)
      #expect(try watcher.poll().isEmpty)
      try store.save(blue)
      #expect(
        try watcher.poll() == [.sectionInserted("B", at: 0), .inserted(blue.id, at: ListIndex(section: 0, item: 0))])
    }
  }

  private func memory(with tie: BowTie) throws -> Store {
    let store = try Store.inMemory(BowTies.schema)
    try store.save(tie)
    return store
  }

  @Test func theListIsReloadedIfChangesWereDroppedUnseen() throws {
    let (red, blue) = (BowTie("Red Bow Tie", searchKey: "R"), BowTie("Blue Bow Tie", searchKey: "B"))
    try store.save(red)
    let watcher = try ListWatcher<BowTie>(store)
    var copy = watcher.sections
    try store.save(blue)
    try store.tamper("DELETE FROM _change")
    copy.apply(try watcher.poll())
    #expect(copy == [ListSection(title: "", ids: [blue.id, red.id])])
    try store.remove(red)
    #expect(try watcher.poll() == [.deleted(red.id, from: ListIndex(section: 0, item: 1))])
  }

  @Test func aStoreWhoseFileIsRemovedIsNoLongerFollowed() throws {
    let watcher = try ListWatcher<BowTie>(store)
    try FileManager.default.removeItem(atPath: store.path)
    #expect(throws: StoreError.replaced(path: store.path)) { try watcher.poll() }
  }

  @Test func aListWithAConditionOnRelatedRecordsFollowsThem() throws {
    let catalog = try Catalog.inMemory()
    let buyers = try ListWatcher<Catalog.Customer>(catalog.store, Fetch(where: .count("sales", .more, 0)))
    let annas = try ListWatcher<Catalog.Product>(
      catalog.store, Fetch(where: .any("makers", .text("name", .begins, "ann"))))
    let mug = try catalog.addProduct(Catalog.Product(sku: "M", name: "Mug"), stock: 3, makers: ["Ben"])
    let customer = try catalog.add(Catalog.Customer(name: "Cleo"))
    #expect(try buyers.poll().isEmpty && annas.poll().isEmpty)
    let sale = try catalog.recordSale(customer: customer.id, product: mug.id)
    #expect(try buyers.poll() == [.inserted(customer.id, at: ListIndex(section: 0, item: 0))])
    try catalog.remove(Catalog.Sale.self, sale.id)
    #expect(try buyers.poll() == [.deleted(customer.id, from: ListIndex(section: 0, item: 0))])
    let ben = try catalog.record(Catalog.Maker.self, matching: "Ben")
    try catalog.set(Catalog.Maker.self, ben.id, [Assignment("name", "Anna")])
    #expect(try annas.poll() == [.inserted(mug.id, at: ListIndex(section: 0, item: 0))])
  }

  @Test func aStreamYieldsTheListThenEventsAndEndsWithoutReaders() async throws {
    let (red, blue) = (BowTie("Red Bow Tie", searchKey: "R"), BowTie("Blue Bow Tie", searchKey: "B"))
    try store.save(red)
    let (store, other) = (store, other)
    let reading = Task {
      var list = [ListSection(title: "", ids: [])]
      for try await events in store.watch(Fetch<BowTie>()) {
        list.apply(events)
        if list[0].ids == [red.id] { try other.save(blue) }
        if list[0].ids == [blue.id, red.id] { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return list
    }
    #expect(try await reading.value == [ListSection(title: "", ids: [blue.id, red.id])])
  }

  @Test func unknownAttributesAreRefusedByName() throws {
    for sections in [Sectioning.value("colour"), .value("weave")] {
      #expect(throws: StoreError.self) { try ListWatcher<BowTie>(store, sections: sections) }
    }
    #expect(throws: StoreError.self) { try ListWatcher(store, Fetch<BowTie>(by: [.init("colour")])) }
  }
}

extension ListEvent {
  /// The id of the event's record, or nil if the event is about a section.
  fileprivate var id: UUID? {
    switch self {
    case .deleted(let id, _), .inserted(let id, _), .moved(let id, _, _), .updated(let id, _, _): id
    case .sectionDeleted, .sectionInserted: nil
    }
  }
}
