import PackshotKit

extension RenderingRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .readWithoutSandbox: "--no-sandbox reads them in this process"
    }
  }
}
