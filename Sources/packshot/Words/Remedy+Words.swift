import PackshotKit
import Text

extension Remedy {
  /// What to do on the command line: the option or command to use. Defaults to ``suggestion``.
  var words: String {
    switch name {
    // A catalog
    case "make-catalog": "`packshot run` or adding a record creates one, and --catalog names another"
    case "list-history": "`packshot catalog history` lists the edits"
    case "redo": "`packshot catalog redo` redoes what was undone last"
    case "allow-replacing": "--replace replaces it"
    case "copy-to-change": "`packshot catalog backup FILE` makes a copy that can be changed"
    case "open-to-write": "run `packshot catalog migrate` once, or any command that writes"
    case "verify": "keep older backups, and see what `packshot catalog verify` says"
    case "add-to-value" where self["entity"] == "Product" && self["attribute"] == "quantity":
      "`packshot products stock SKU \(self["value"])` adds to it"
    case "forget-again": "run the same command again when no other process uses it"
    case "put-back-or-make-anew":
      "put \(self["path"]) back, render it anew with `packshot run --overwrite`, or remove it with `packshot photos remove`"
    case "collect-garbage": "`packshot catalog gc` removes it"
    // Imports and exports
    case "give-format": "give its format with --format"
    case "give-entity": "give --entity with one of \(self["known"])"
    case "give-encoding": "or, if it is Windows-1252, as Excel saves CSV, give --encoding windows-1252"
    case "give-entity-or-folder": "name it with --entity, or give a folder to export them all"
    case "allow-overwriting": "--overwrite replaces it"
    case "declare-decimal": "or declare with --decimal comma or --decimal point how the file writes numbers"
    case "continue-or-undo":
      "what remains is the newest edit in `packshot catalog history`, “\(self["label"])”. "
        + "Importing the same file again continues it; `packshot catalog undo` undoes it once nothing is in the way"
    // The shop
    case "add-stock": "`packshot products stock \(self["sku"]) +N` adds stock"
    case "restore-product": "`packshot products restore \(self["sku"])` puts it back on sale"
    case "archive-product": "archive it instead, which keeps them: `packshot products archive SKU`"
    case "remove-pictures-too": "--with-pictures removes their records too"
    case "leave-photo-out":
      "leave the photo out, and then `packshot photos edit \(self["path"]) product=\(self["sku"])` moves it"
    // Runs
    case "raise-limit": "\(SettingName(self["limit"]).option) raises it"
    case "read-without-sandbox": "--no-sandbox reads them in this process"
    case "install-library": "install it, or run scripts/setup"
    case "start-from-example": "`packshot init` prints one to start from"
    case "name-by-stem-or-leave-out": "add {stem} to its name, or skip the photo with --exclude"
    case "wait-or-choose-folder": "wait for it to finish, or choose another --output"
    case "leave-out": "--exclude leaves them out"
    case "run-for-all": "run without --changed-products to render them"
    case "tell-names-apart": suggestion.replacing("leave one of the photos out", with: "leave one out with --exclude")
    case "give-common-folder": "give the folder that holds both, or leave one out with --exclude"
    case "give-as-input": "to render it, give it without --files-from"
    case "leave-out-old-sheet": "use --exclude if it is an older sheet"
    case "allow-more-watches":
      "sysctl fs.inotify.max_user_instances raises the limit; otherwise leave --watch out"
    case "import-shards": "run without --shard, after the shards' catalogs were imported"
    case "separate-folders": "use a separate output folder for each recipe, or replace it with --overwrite"
    case "confirm": "--yes confirms it"
    // Golden pictures
    case "leave-out-digits": "the digits after @ are for `packshot golden approve`"
    case "use-digits": "@ is followed by the eight digits that `packshot golden check` prints, such as @1f2e3d4c"
    case "add-case": "`packshot golden new \(shellWord(self["suite"])) NAME --recipe RECIPE --input PHOTO` adds one"
    case "write-results": "`packshot golden check SUITE --output FOLDER` writes it, unless it is stopped"
    case "approve-or-name-another":
      "`packshot golden approve` takes what it renders now, or give the new case another name"
    case "render-and-replace": "render it again with --overwrite"
    case "relink": "`packshot photos relink` tells the catalog where a photo was moved to"
    case "render-again-or-ask-why": "render it again, or look at `packshot run --dry-run --verbose`"
    case "name-recipe-folder": "name the recipe's folder with --recipe-files"
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
