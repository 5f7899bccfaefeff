import PackshotKit

extension FontRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .installLibrary: "install it, or run scripts/setup"
    case .addFont: suggestion
    }
  }
}
