import PackshotKit

extension FontRemedy {
  /// What to do.
  var words: String {
    switch self {
    case .installLibrary: "install it, or run scripts/setup"
    case .addFont: suggestion
    }
  }
}
