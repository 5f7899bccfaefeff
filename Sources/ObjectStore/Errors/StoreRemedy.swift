public import Errors

/// What can be done about an error of a store.
public enum StoreRemedy: Remedy, Hashable {
  /// Make the store by adding something to it, or name another.
  case makeStore
  /// Use a newer version of the program.
  case useNewerVersion
  /// Change something else of the record instead: these names.
  case editOther([String])
  /// Give it one value.
  case giveOneValue
  /// Add to the value instead: to that of the attribute of an entity.
  case addToValue(entity: String, attribute: String, text: String)
  /// Give the relationship another record first.
  case linkAnotherFirst(relationship: String)
  /// Give the relationship a record.
  case linkOne(relationship: String)
  /// Name one by its id.
  case giveID
  /// Take one of these names, which come near.
  case takeSimilar([String])
  /// Look at the history for the edits that there are.
  case listHistory
  /// Redo what was undone last.
  case redo
  /// Try again later.
  case tryLater
  /// Forget it once more, when nobody else uses the store.
  case forgetAgain
  /// Allow the file to be replaced.
  case allowReplacing
  /// Name another file.
  case nameAnotherFile
  /// Name a file in the folder.
  case nameFileInFolder
  /// Make a copy that can be changed.
  case copyToChange(path: String)
  /// Copy the file, with those beside it, to where it can be written to, and open the copy.
  case copyWithLog(path: String)
  /// Open the store for writing, which rolls back what a killed process left and brings the file up to date.
  case openToWrite
  /// Keep older backups, and look through the store.
  case verify
  /// Use the edit or reader that is there.
  case useGiven
  /// Add a step to the schema that makes what is missing.
  case addMigration

  public var name: String {
    switch self {
    case .makeStore: "make-catalog"
    case .useNewerVersion: "use-newer-version"
    case .editOther: "edit-other"
    case .giveOneValue: "give-one-value"
    case .addToValue: "add-to-value"
    case .linkAnotherFirst: "link-another-first"
    case .linkOne: "link-one"
    case .giveID: "give-id"
    case .takeSimilar: "take-similar"
    case .listHistory: "list-history"
    case .redo: "redo"
    case .tryLater: "try-later"
    case .forgetAgain: "forget-again"
    case .allowReplacing: "allow-replacing"
    case .nameAnotherFile: "name-another-file"
    case .nameFileInFolder: "name-file-in-folder"
    case .copyToChange: "copy-to-change"
    case .copyWithLog: "copy-with-log"
    case .openToWrite: "open-to-write"
    case .verify: "verify"
    case .useGiven: "use-given"
    case .addMigration: "add-migration"
    }
  }

  public var facts: Facts {
    switch self {
    case .editOther(let names), .takeSimilar(let names): ["names": .texts(names)]
    case .addToValue(let entity, let attribute, let text):
      ["entity": .text(entity), "attribute": .text(attribute), "value": .text(text)]
    case .linkAnotherFirst(let relationship), .linkOne(let relationship): ["relationship": .text(relationship)]
    case .copyToChange(let path), .copyWithLog(let path): ["path": .text(path)]
    case .makeStore, .useNewerVersion, .giveOneValue, .giveID, .listHistory, .redo, .tryLater, .forgetAgain,
      .allowReplacing, .nameAnotherFile, .nameFileInFolder, .openToWrite, .verify, .useGiven, .addMigration:
      [:]
    }
  }

  public var suggestion: String {
    switch self {
    case .makeStore: "adding a record creates one, or name another"
    case .useNewerVersion: "use a newer packshot"
    case .editOther(let names): "you can edit \(names.joined(separator: ", "))"
    case .giveOneValue: "leave it out"
    case .addToValue: "or add to what is there"
    case .linkAnotherFirst: "it needs at least one, so give it another first"
    case .linkOne: "it needs at least one"
    case .giveID: "give the id of one"
    case .takeSimilar(let names): "did you mean \(names.map { "“\($0)”" }.joined(separator: ", "))?"
    case .listHistory: "look at the history for the edits that there are"
    case .redo: "redo what was undone last"
    case .tryLater: "try again later"
    case .forgetAgain: "do the same again when no other process uses it"
    case .allowReplacing: "allow it to be replaced"
    case .nameAnotherFile: "give another name"
    case .nameFileInFolder: "name a file in it"
    case .copyToChange: "make a copy that can be changed"
    case .copyWithLog(let path): "copy \(path)* to a folder that you can write to, and open the copy"
    case .openToWrite: "open the catalog for writing once"
    case .verify: "keep older backups, and look through the catalog for what is damaged"
    case .useGiven: "use the edit or reader that the closure was given"
    case .addMigration: "add a migration to the schema that makes it"
    }
  }
}
