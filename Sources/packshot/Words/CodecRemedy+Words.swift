import PackshotKit

extension CodecRemedy {
  /// What to do: no option does any of it.
  var words: String {
    switch self {
    case .saveAsOrdinary, .installLibrary, .allowMoreBytes: suggestion
    }
  }
}
