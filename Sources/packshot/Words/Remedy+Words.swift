import Foundation
import PackshotKit
import Platform
import Text

extension Remedy {
  /// The option that names the catalog, if it isn't the one that commands use without it.
  private var catalogOption: String {
    let (path, usual) = (self["catalog"], Environment.catalogPath(nil))
    let place = { URL(fileURLWithPath: $0).standardizedFileURL.path }
    return place(path) == place(usual) ? "" : " --catalog \(shellWord(path))"
  }

  /// What to do on the command line: the option or command to use. Defaults to ``suggestion``.
  var words: String {
    switch name {
    // A catalog
    case "make-catalog":
      "run the command in the catalog's folder, name the catalog with --catalog or PACKSHOT_CATALOG, or create one with "
        + "`packshot run` or by adding a record"
    case "list-history": "list the edits with `packshot catalog history`"
    case "redo": "redo it with `packshot catalog redo`"
    case "allow-replacing": "--overwrite replaces it"
    case "copy-to-change": "`packshot catalog backup FILE` makes a copy that can be changed"
    case "open-to-write": "run `packshot catalog migrate` once, or any command that writes"
    case "verify": "keep older backups, and run `packshot catalog verify`"
    case "add-to-value" where self["entity"] == "Product" && self["attribute"] == "quantity":
      "`packshot products stock SKU \(self["value"])` adds to it"
    case "forget-again": "run the command again when no other process uses the catalog"
    case "put-back-or-make-anew":
      "restore \(self["path"]), render it again with `packshot run --overwrite`, or remove it with `packshot photos remove`"
    case "collect-garbage": "`packshot catalog gc` removes it"
    // Imports and exports
    case "give-format": "set the format with --format"
    case "give-entity": "give --entity with one of \(self["known"])"
    case "give-encoding": "or, if it is Windows-1252, as Excel saves CSV, give --encoding windows-1252"
    case "give-entity-or-folder": "name it with --entity, or give a folder to export all kinds"
    case "allow-overwriting": "--overwrite replaces it"
    case "declare-decimal": "or give the decimal separator with --decimal comma or --decimal point"
    case "continue-or-undo":
      "the remaining rows are the newest edit in `packshot catalog history`, “\(self["label"])”. "
        + "Import the same file again to continue, or run `packshot catalog undo`"
    // The shop
    case "add-stock": "`packshot products stock \(self["sku"]) +N` adds stock"
    case "restore-product": "`packshot products restore \(self["sku"])` puts it back on sale"
    case "archive-product": "archive it instead, which keeps them: `packshot products archive SKU`"
    case "remove-pictures-too": "--with-pictures removes their records too"
    case "leave-photo-out":
      "add the product without the photo, and then run `packshot photos edit \(self["path"]) product=\(self["sku"])`"
    // Runs
    case "raise-limit": "\(SettingName(self["limit"]).option) raises it"
    case "read-without-sandbox": "--no-sandbox reads them in this process"
    case "install-library": "install it, or run scripts/setup"
    case "start-from-example": "`packshot init` prints one to start from"
    case "name-by-stem-or-leave-out": "add {stem} to its name, or skip the photo with --exclude"
    case "wait-or-choose-folder": "wait for it to finish, or choose another --output"
    case "move-catalog":
      "move the catalog with `packshot catalog move FILE --catalog \(shellWord(self["catalog"]))`, and name FILE as "
        + "`file` in the recipe's `catalog` or with --catalog"
    case "leave-out": "--exclude leaves them out"
    case "name-all-photos": "name all of them, or show only the named ones with --force"
    case "list-copies":
      "`packshot photos duplicates\(catalogOption)` lists all copies"
    case "run-for-all": "run without --changed-products to render them"
    case "tell-names-apart": suggestion.replacing("leave one of the photos out", with: "leave one out with --exclude")
    case "give-common-folder": "give the folder that contains both, or leave one out with --exclude"
    case "give-as-input": "to render it, give it without --files-from"
    case "leave-out-old-sheet": "use --exclude if it is an older sheet"
    case "allow-more-watches":
      "raise the limit with sysctl \(System.folderChangesLimits.queues), or run without --watch"
    case "import-shards": "run without --shard, after the shards' catalogs were imported"
    case "separate-folders": "use a separate output folder for each recipe, or replace it with --overwrite"
    case "confirm": "--yes confirms it"
    // Golden pictures
    case "leave-out-digits": "the digits after @ are for `packshot golden approve`"
    case "use-digits": "after @, give the eight digits that `packshot golden check` prints, such as @1f2e3d4c"
    case "add-case": "`packshot golden new \(shellWord(self["suite"])) NAME --recipe RECIPE --input PHOTO` adds one"
    case "write-results": "`packshot golden check SUITE --output FOLDER` writes it, unless it is stopped"
    case "approve-or-name-another":
      "approve its current picture with `packshot golden approve`, or choose another name"
    case "render-and-replace": "render it again with --overwrite"
    case "relink": "if it was moved, update its path with `packshot photos relink`"
    case "render-again-or-ask-why": "render it again, or run `packshot run --dry-run --verbose` to see what changed"
    case "name-recipe-folder": "name the recipe's folder with --recipe-files"
    case "choose-other-port": "end it, or choose another with --port, such as --port 0 for any"
    default: suggestion
    }
  }

  /// A detail as text.
  private subscript(name: String) -> String { details[name]?.description ?? "" }
}

extension Repair {
  /// The action, or why there is none and what to do instead.
  var words: String { action == nil ? "cannot be repaired: " + problem.remedy.words : message }
}
