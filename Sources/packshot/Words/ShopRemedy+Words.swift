import PackshotKit

extension ShopRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .addStock(let sku): "`packshot products stock \(sku) +N` adds stock"
    case .restoreProduct(let sku): "`packshot products restore \(sku)` puts it back on sale"
    case .archiveProduct: "archive it instead, which keeps them: `packshot products archive SKU`"
    case .removePicturesToo: "--with-pictures removes their records too"
    case .leavePhotoOut(let path, let sku):
      "leave the photo out, and then `packshot photos edit \(path) product=\(sku)` moves it"
    }
  }
}
