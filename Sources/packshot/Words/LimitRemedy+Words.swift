import PackshotKit

extension LimitRemedy {
  /// Which option does it.
  var words: String {
    switch self {
    case .raise(let limit): "\(limit.setting.option) raises it"
    }
  }
}
