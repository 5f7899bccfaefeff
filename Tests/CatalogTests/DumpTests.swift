import Testing

@testable import Catalog

@Test func dumpIt() {
  print(
    "DUMP>>>\n" + ModelTables.bookkeeping + UndoHistory.createTables + "\n" + ModelTables(model: Catalog.model).sql
      + "\n<<<DUMP")
}
