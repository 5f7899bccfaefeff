import PackshotKit

extension RecipeRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .startFromExample: "`packshot init` prints one to start from"
    case .nameByStemOrLeaveOut: "add {stem} to its name, or skip the photo with --exclude"
    }
  }
}
