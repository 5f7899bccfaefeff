public import Errors

extension Remedy {
  /// Create the store by adding a record, or name another store.
  public static var makeCatalog: Remedy { .init("add a record to create one, or name another") }
  /// Put the store's file back, or start the program again.
  public static func putStoreBack(path: String) -> Remedy {
    .init("put the file back, or restart packshot to use the new file", ["path": path])
  }
  /// Use a newer version of the program.
  public static var useNewerVersion: Remedy { .init("use a newer packshot") }
  /// Edit other values of the record instead: these names.
  public static func editOther(_ names: [String]) -> Remedy {
    .init("you can edit \(names.joined(separator: ", "))", ["names": names])
  }
  /// Give only one value.
  public static var giveOneValue: Remedy { .init("leave it out") }
  /// Add to the value of the entity's attribute instead.
  public static func addToValue(entity: String, attribute: String, text: String) -> Remedy {
    .init("or add to the current value", ["entity": entity, "attribute": attribute, "value": text])
  }
  /// Link the relationship to another record first.
  public static func linkAnotherFirst(relationship: String) -> Remedy {
    .init("it needs at least one, so add another first", ["relationship": relationship])
  }
  /// Link the relationship to a record.
  public static func linkOne(relationship: String) -> Remedy {
    .init("it needs at least one", ["relationship": relationship])
  }
  /// Give the ID of one record.
  public static var giveID: Remedy { .init("give the id of one") }
  /// Use one of these similar names.
  public static func takeSimilar(_ names: [String]) -> Remedy {
    .init("did you mean \(names.map { "“\($0)”" }.joined(separator: ", "))?", ["names": names])
  }
  /// List the history to find an existing edit.
  public static var listHistory: Remedy { .init("list the history") }
  /// Redo the last undone edit.
  public static var redo: Remedy { .init("redo the last undone edit") }
  /// Try again later.
  public static var tryLater: Remedy { .init("try again later") }
  /// Forget the record again when no other process uses the store.
  public static var forgetAgain: Remedy { .init("try again when no other process uses the catalog") }
  /// Allow the file to be replaced.
  public static var allowReplacing: Remedy { .init("allow it to be replaced") }
  /// Name another file.
  public static var nameAnotherFile: Remedy { .init("give another name") }
  /// Name a file in the folder.
  public static var nameFileInFolder: Remedy { .init("name a file in it") }
  /// Make a copy that can be changed.
  public static func copyToChange(path: String) -> Remedy { .init("make a copy that can be changed", ["path": path]) }
  /// Copy the file and those beside it to a folder that can be written to, and open the copy.
  public static func copyWithLog(path: String) -> Remedy {
    .init("copy \(path)* to a folder that you can write to, and open the copy", ["path": path])
  }
  /// Open the store for writing, which rolls back the transaction of a killed process and migrates the file.
  public static var openToWrite: Remedy { .init("open the catalog for writing once") }
  /// Keep older backups, and verify the store.
  public static var verify: Remedy { .init("keep older backups, and verify the catalog") }
  /// Use the edit or reader passed to the closure.
  public static var useGiven: Remedy { .init("use the edit or reader that the closure was given") }
  /// Add a migration to the schema that creates the missing columns.
  public static var addMigration: Remedy { .init("add a migration to the schema that makes it") }
}
