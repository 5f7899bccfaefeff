import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// A relationship that is its own inverse: if Ann is a friend of Bob, Bob is a friend of Ann.
@Suite struct FriendsTests {
  private struct Person<Rule: LibraryRule>: Record {
    var id = UUID()
    var name = ""

    init() {}

    init(_ name: String) { self.name = name }

    static var properties: [Property<Person>] {
      [Property("id", \.id), Property("name", \.name, .name(1...200))]
    }

    static var entity: Entity {
      Entity(
        "Person", properties, toMany: [.toMany("friends", "Person", inverse: "friends", deleteRule: Rule.rule)],
        uniqueKeys: [.caseBlind("name")], orderedBy: "name", searched: ["name"], searchedThrough: ["friends"],
        names: ["name"])
    }
  }

  /// Ann and Bob are friends, and Bob and Cleo. Dai has no friends.
  private struct Circle<Rule: LibraryRule> {
    let store: Store
    let ann = Person<Rule>("Ann")
    let bob = Person<Rule>("Bob")
    let cleo = Person<Rule>("Cleo")
    let dai = Person<Rule>("Dai")

    init() throws {
      store = try Store.inMemory(StoreSchema(Model([Person<Rule>.self]), mark: "Frnd"))
      try store.save(ann, bob, cleo, dai)
      try store.edit("Make friends") { edit in
        try edit.link(ann, "friends", to: bob.id)
        try edit.link(bob, "friends", to: cleo.id)
      }
    }

    /// The names of each person's friends.
    var friends: [String: Set<String>] {
      get throws {
        try store.read { reader in
          try Dictionary(
            uniqueKeysWithValues: reader.fetch(Fetch<Person<Rule>>()).map { person in
              (
                person.name,
                Set(try reader.ids("friends", of: person).map { try reader.existing(Person<Rule>.self, $0).name })
              )
            })
        }
      }
    }

    func names(_ condition: String) throws -> [String] {
      let condition = try Condition(typed: condition, on: Person<Rule>.entity, in: store.model)
      return try store.read { try $0.fetch(Fetch<Person<Rule>>(where: condition)).map(\.name) }
    }
  }

  private static let all: [String: Set<String>] = ["Ann": ["Bob"], "Bob": ["Ann", "Cleo"], "Cleo": ["Bob"], "Dai": []]

  @Test func friendsAreLinkedAndUnlinkedFromEitherSide() throws {
    let circle = try Circle<Nullify>()
    #expect(try circle.friends == Self.all)
    try circle.store.edit("Link again") { try $0.link(circle.bob, "friends", to: circle.ann.id) }
    #expect(try circle.friends == Self.all)
    try circle.store.edit("Quarrel") { try $0.unlink(circle.bob, "friends", from: circle.ann.id) }
    #expect(try circle.friends == ["Ann": [], "Bob": ["Cleo"], "Cleo": ["Bob"], "Dai": []])
    try circle.store.edit("By name") { _ = try $0.set(circle.dai, [Assignment("friends", "Ann, Dai")]) }
    #expect(try circle.friends == ["Ann": ["Dai"], "Bob": ["Cleo"], "Cleo": ["Bob"], "Dai": ["Ann", "Dai"]])
    #expect(try circle.store.verify().isEmpty)
  }

  @Test func peopleAreFoundCountedAndSortedByFriends() throws {
    let circle = try Circle<Nullify>()
    #expect(try circle.names("friends=Bob") == ["Ann", "Cleo"])
    #expect(try circle.names("friends.name^=c") == ["Bob"])
    #expect(try circle.names("friends>1") == ["Bob"])
    #expect(try circle.names("friends.friends.name=Ann") == ["Ann", "Cleo"])
    #expect(try circle.names("friends(name!=Ann)>=1") == ["Ann", "Bob", "Cleo"])
    let fetch = Fetch<Person<Nullify>>(by: [.init("friends.name", descending: true), .init("name")])
    #expect(try circle.store.read { try $0.fetch(fetch).map(\.name) } == ["Bob", "Ann", "Cleo", "Dai"])
    #expect(try circle.store.read { try $0.search(Person<Nullify>.self, "cle").map(\.name) } == ["Cleo", "Bob"])
  }

  @Test func linksBetweenFriendsAreUndoneAndRedone() throws {
    let circle = try Circle<Nullify>()
    try circle.store.undo()
    #expect(try circle.friends.values.allSatisfy(\.isEmpty))
    try circle.store.redo()
    #expect(try circle.friends == Self.all)
    try circle.store.remove(circle.bob)
    #expect(try circle.friends == ["Ann": [], "Cleo": [], "Dai": []])
    try circle.store.undo()
    #expect(try circle.friends == Self.all)
    try circle.store.redo()
    #expect(try circle.friends == ["Ann": [], "Cleo": [], "Dai": []])
    #expect(try circle.store.verify().isEmpty)
  }

  @Test func denyKeepsAPersonWithFriendsAndCascadeDeletesFriendsOfFriends() throws {
    let denying = try Circle<Deny>()
    let error = #expect(throws: StoreError.self) { try denying.store.remove(denying.bob) }
    guard case .denied(let denial)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(denial.relationship == "friends" && Set(denial.holders) == ["Ann", "Cleo"])
    try denying.store.remove(denying.dai)
    #expect(try denying.friends == ["Ann": ["Bob"], "Bob": ["Ann", "Cleo"], "Cleo": ["Bob"]])

    let cascading = try Circle<Cascade>()
    try cascading.store.remove(cascading.ann)
    #expect(try cascading.friends == ["Dai": []])
    try cascading.store.undo()
    #expect(try cascading.friends == Self.all)
    try cascading.store.redo()
    #expect(try cascading.friends == ["Dai": []])
  }

  @Test func noActionLeavesADeletedPersonsIdWhichVerifyReportsAndRepairs() throws {
    let circle = try Circle<NoAction>()
    try circle.store.remove(circle.ann)
    let problems = try circle.store.verify()
    #expect(
      problems.map(\.message) == [
        "Person “Bob” (\(circle.bob.id.text)): friends refers to \(circle.ann.id.text), which does not exist"
      ])
    try circle.store.repair(circle.store.repairs(of: problems))
    #expect(try circle.friends == ["Bob": ["Cleo"], "Cleo": ["Bob"], "Dai": []])
    #expect(try circle.store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM friends_friends") } == 2)
  }

  @Test(arguments: ExchangeFormat.allCases)
  func friendsAreExportedAndImportedUnchanged(format: ExchangeFormat) throws {
    let (folder, circle) = (try TemporaryFolder(), try Circle<Nullify>())
    try circle.store.export(to: folder.path("friends"), as: format)
    let copy = try Circle<Nullify>()
    try copy.store.edit("Forget all") { edit in
      for person in [copy.ann, copy.bob, copy.cleo, copy.dai] { try edit.remove(Person<Nullify>.self, person.id) }
    }
    try copy.store.import(ImportSource.sources(at: folder.path("friends"), as: format, of: copy.store.model))
    #expect(try copy.friends == Self.all)
    #expect(try copy.store.verify().isEmpty)
    try copy.store.undo()
    #expect(try copy.friends.isEmpty)
  }

  @Test func aWatchedListWithAConditionOnFriendsFollowsTheirChanges() throws {
    let circle = try Circle<Nullify>()
    let watcher = try ListWatcher<Person<Nullify>>(
      circle.store, Fetch(where: .any("friends", .named("name", "Bob"))))
    #expect(watcher.sections.map(\.ids) == [[circle.ann.id, circle.cleo.id]])
    try circle.store.edit("Link") { try $0.link(circle.bob, "friends", to: circle.dai.id) }
    #expect(try watcher.poll() == [.inserted(circle.dai.id, at: ListIndex(section: 0, item: 2))])
    try circle.store.remove(circle.bob)
    _ = try watcher.poll()
    #expect(watcher.count == 0)
  }

  @Test func aLinkMissingOneOfItsRowsIsReportedAndRepaired() throws {
    let circle = try Circle<Nullify>()
    try circle.store.tamper("DELETE FROM friends_friends WHERE friends = (SELECT id FROM person WHERE name = 'Ann')")
    let problems = try circle.store.verify()
    #expect(
      problems.map(\.message) == [
        "Person “Bob” (\(circle.bob.id.text)): friends is without \(circle.ann.id.text), and should be with it"
      ])
    try circle.store.repair(circle.store.repairs(of: problems))
    #expect(try circle.friends == Self.all)
    #expect(try circle.store.verify().isEmpty)
  }

  // MARK: - Relationships that a model can't have

  private func fault(_ relationships: Relationship..., of other: Relationship...) -> ModelError? {
    let person = Entity("Person", attributes: [], relationships: relationships)
    let book = Entity("Book", attributes: [], relationships: other)
    do throws(ModelError) { try Model(entities: [person, book]).check() } catch { return error }
    return nil
  }

  @Test func aRelationshipWithoutAnInverseIsRefusedWithTheReason() {
    let fault = fault(.toOne("favourite", "Book", inverse: ""))
    #expect(fault == .missingInverse(entity: "Person", relationship: "favourite", found: ""))
    #expect(
      fault?.message
        == "Person.favourite has no inverse; declare one at the entity it leads to, with a delete rule for when that record is deleted"
    )
  }

  @Test func aOneToOneRelationshipIsRefused() {
    #expect(
      fault(.toOne("spouse", "Person", inverse: "spouse"))
        == .oneToOne(entity: "Person", relationship: "spouse", inverse: "Person.spouse"))
  }

  @Test func twoInverseRelationshipsWithOneNameAreRefused() {
    #expect(
      fault(.toMany("links", "Book", inverse: "links"), of: .toMany("links", "Person", inverse: "links"))
        == .takenTable(table: "links_links"))
  }
}
