import ObjectStore
import Testing

/// Which names a model may use.
@Suite struct ModelNamesTests {
  private func fault(
    of entity: String = "Order", _ attributes: [Attribute], _ relationships: [Relationship] = [],
    orderedBy: String? = nil, and others: [Entity] = []
  ) -> ModelError? {
    do throws(ModelError) {
      let own = Entity(entity, attributes: attributes, relationships: relationships, orderedBy: orderedBy)
      try Model(entities: [own] + others).check()
      return nil
    } catch {
      return error
    }
  }

  private func text(_ name: String) -> Attribute { Attribute(name: name, type: .string) }

  @Test(arguments: ["", "a\0b", "unit price", "a\"b", "a'b", "a.b", "1st", "_id", "a=b"])
  func anInvalidNameIsRefused(name: String) {
    #expect(fault([text(name)]) == .unusableName(entity: "Order", name: name))
    #expect(fault(of: name, [text("title")]) == .unusableName(entity: name, name: nil))
  }

  @Test(arguments: ["group", "Größe", "line_2", "名前", "rowid", "conflict"])
  func keywordsAndNonLatinLettersAreAllowed(name: String) {
    #expect(fault([text(name)]) == nil)
    #expect(fault(of: name, [text("title")]) == nil)
  }

  @Test func twoNamesForOneColumnAreRefused() {
    #expect(fault([text("name"), text("Name")]) == .takenColumn(entity: "Order", column: "Name"))
    #expect(
      fault([text("name"), text("nameOrder")], orderedBy: "name") == .takenColumn(entity: "Order", column: "nameOrder"))
    let picture = Attribute(name: "picture", type: .data(rowLimit: 100))
    #expect(fault([text("pictureFile"), picture]) == .takenColumn(entity: "Order", column: "pictureFile"))
  }

  @Test func duplicateAndReservedTableNamesAreRefused() {
    #expect(fault([text("name")], and: [Entity("order", attributes: [])]) == .takenTable(table: "order"))
    #expect(fault(of: "Sqlite_order", [text("name")]) == .takenTable(table: "sqlite_order"))
    let group = Entity("Group", attributes: [], relationships: [.toMany("b", "Order", inverse: "a")])
    let pairs = Entity("A_b", attributes: [])
    #expect(fault([], [.toMany("a", "Group", inverse: "b")], and: [group, pairs]) == .takenTable(table: "a_b"))
  }
}
