import PackshotKit

extension CodecRemedy: WordedRemedy {
  // No option does any of it.
  var words: String {
    switch self {
    case .saveAsOrdinary, .installLibrary, .allowMoreBytes: suggestion
    }
  }
}
