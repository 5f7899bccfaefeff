import PackshotKit

extension RenderingRemedy {
  /// Which option does it.
  var words: String {
    switch self {
    case .readWithoutSandbox: "--no-sandbox reads them in this process"
    }
  }
}
