import ObjectStore
import Testing

/// Calls that need a declaration which the entity lacks.
@Suite struct MissingDeclarationTests {
  private let store: Store

  init() throws { store = try Store.inMemory(BowTies.schema) }

  @Test func searchingAnEntityWithoutSearchThrows() throws {
    let error = #expect(throws: StoreError.notSearched(entity: "BowTie")) {
      try store.read { _ = try $0.search(BowTies.BowTie.self, "red") }
    }
    #expect(error?.message == "BowTie declares no searched attributes")
  }

  @Test func findingByNameInAnEntityWithoutNamesThrows() throws {
    let error = #expect(throws: StoreError.notNamed(entity: "BowTie")) {
      try store.read { _ = try $0.record(BowTies.BowTie.self, named: "Red") }
    }
    #expect(error?.message == "BowTie has no case-insensitive unique key, so its records cannot be found by name")
    #expect(throws: StoreError.notNamed(entity: "BowTie")) {
      try store.edit("Make") { _ = try $0.reuseOrMake(BowTies.BowTie.self, named: "Red") }
    }
    #expect(try store.read { try $0.count(Fetch<BowTies.BowTie>()) } == 0)
  }
}
