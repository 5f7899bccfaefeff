import PackshotKit

extension ProblemRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .putBackOrMakeAnew(let path):
      "put \(path) back, render it anew with `packshot run --overwrite`, or remove it with `packshot photos remove`"
    case .collectGarbage: "`packshot catalog gc` removes it"
    case .restoreBackup, .relinkOrRemove, .link, .giveAnother, .putBackOrGiveAnother: suggestion
    }
  }
}

extension Repair {
  /// What is done, or why nothing can be and what to do instead.
  var words: String { deed == nil ? "cannot be repaired: " + problem.remedy.words : message }
}
