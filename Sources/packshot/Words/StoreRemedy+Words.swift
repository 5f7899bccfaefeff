import PackshotKit

extension StoreRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .makeStore: "`packshot run` or adding a record creates one, and --catalog names another"
    case .listHistory: "`packshot catalog history` lists the edits"
    case .redo: "`packshot catalog redo` redoes what was undone last"
    case .allowReplacing: "--replace replaces it"
    case .copyToChange: "`packshot catalog backup FILE` makes a copy that can be changed"
    case .openToWrite: "run `packshot catalog migrate` once, or any command that writes"
    case .verify: "keep older backups, and see what `packshot catalog verify` says"
    case .addToValue("Product", "quantity", let text): "`packshot products stock SKU \(text)` adds to it"
    case .forgetAgain: "run the same command again when no other process uses it"
    case .useNewerVersion, .editOther, .giveOneValue, .addToValue, .linkAnotherFirst, .linkOne, .giveID, .takeSimilar,
      .tryLater, .nameAnotherFile, .nameFileInFolder, .copyWithLog, .useGiven, .addMigration:
      suggestion
    }
  }
}
