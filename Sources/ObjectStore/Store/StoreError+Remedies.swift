public import Errors

extension Remedy {
  /// Make the store by adding something to it, or name another.
  public static var makeCatalog: Remedy { .init("adding a record creates one, or name another") }
  /// Use a newer version of the program.
  public static var useNewerVersion: Remedy { .init("use a newer packshot") }
  /// Change something else of the record instead: these names.
  public static func editOther(_ names: [String]) -> Remedy {
    .init("you can edit \(names.joined(separator: ", "))", ["names": names])
  }
  /// Give it one value.
  public static var giveOneValue: Remedy { .init("leave it out") }
  /// Add to the value instead: to that of the attribute of an entity.
  public static func addToValue(entity: String, attribute: String, text: String) -> Remedy {
    .init("or add to what is there", ["entity": entity, "attribute": attribute, "value": text])
  }
  /// Give the relationship another record first.
  public static func linkAnotherFirst(relationship: String) -> Remedy {
    .init("it needs at least one, so give it another first", ["relationship": relationship])
  }
  /// Give the relationship a record.
  public static func linkOne(relationship: String) -> Remedy {
    .init("it needs at least one", ["relationship": relationship])
  }
  /// Name one by its id.
  public static var giveID: Remedy { .init("give the id of one") }
  /// Take one of these names, which come near.
  public static func takeSimilar(_ names: [String]) -> Remedy {
    .init("did you mean \(names.map { "“\($0)”" }.joined(separator: ", "))?", ["names": names])
  }
  /// Look at the history for the edits that there are.
  public static var listHistory: Remedy { .init("look at the history for the edits that there are") }
  /// Redo what was undone last.
  public static var redo: Remedy { .init("redo what was undone last") }
  /// Try again later.
  public static var tryLater: Remedy { .init("try again later") }
  /// Forget it once more, when nobody else uses the store.
  public static var forgetAgain: Remedy { .init("do the same again when no other process uses it") }
  /// Allow the file to be replaced.
  public static var allowReplacing: Remedy { .init("allow it to be replaced") }
  /// Name another file.
  public static var nameAnotherFile: Remedy { .init("give another name") }
  /// Name a file in the folder.
  public static var nameFileInFolder: Remedy { .init("name a file in it") }
  /// Make a copy that can be changed.
  public static func copyToChange(path: String) -> Remedy { .init("make a copy that can be changed", ["path": path]) }
  /// Copy the file, with those beside it, to where it can be written to, and open the copy.
  public static func copyWithLog(path: String) -> Remedy {
    .init("copy \(path)* to a folder that you can write to, and open the copy", ["path": path])
  }
  /// Open the store for writing, which rolls back what a killed process left and brings the file up to date.
  public static var openToWrite: Remedy { .init("open the catalog for writing once") }
  /// Keep older backups, and look through the store.
  public static var verify: Remedy { .init("keep older backups, and look through the catalog for what is damaged") }
  /// Use the edit or reader that is there.
  public static var useGiven: Remedy { .init("use the edit or reader that the closure was given") }
  /// Add a step to the schema that makes what is missing.
  public static var addMigration: Remedy { .init("add a migration to the schema that makes it") }
}
