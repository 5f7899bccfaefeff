import PackshotKit

extension LimitRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .raise(let limit): "\(limit.setting.option) raises it"
    }
  }
}
