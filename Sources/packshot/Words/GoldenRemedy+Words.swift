import PackshotKit
import Text

extension GoldenRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .leaveOutDigits: "the digits after @ are for `packshot golden approve`"
    case .useDigits: "@ is followed by the eight digits that `packshot golden check` prints, such as @1f2e3d4c"
    case .addCase(let suite):
      "`packshot golden new \(shellWord(suite)) NAME --recipe RECIPE --input PHOTO` adds one"
    case .writeResults: "`packshot golden check SUITE --output FOLDER` writes it, unless it is stopped"
    case .approveOrNameAnother: "`packshot golden approve` takes what it renders now, or give the new case another name"
    case .giveSuiteFirst, .deleteOrGiveRecipe, .nameWithoutFolder, .takeNearest: suggestion
    }
  }
}

extension RecordedRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .renderAgain: suggestion
    case .renderAndReplace: "render it again with --overwrite"
    case .relink: "`packshot photos relink` tells the catalog where a photo was moved to"
    case .renderAgainOrAskWhy: "render it again, or look at `packshot run --dry-run --verbose`"
    case .nameRecipeFolder: "name the recipe's folder with --recipe-files"
    }
  }
}
