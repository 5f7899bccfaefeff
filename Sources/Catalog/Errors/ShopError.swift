import Errors
import Foundation
import ObjectStore

/// A rule of the shop's that a change would break. Nothing was saved.
public enum ShopError: Error, Hashable {
  /// A sale wants more than there is.
  case notEnoughStock(sku: String, name: String, stock: Int32, wanted: Int64)
  /// Stock would be less than none, or more than can be counted.
  case stockOutOfRange(sku: String, name: String, stock: Int32, wanted: Int64)
  /// A product is to be sold that is no longer.
  case archived(sku: String, name: String)
  /// A sale has no price, and the product has none in its currency; `pricedIn` is the one that it has, if any.
  case noUnitPrice(name: String, pricedIn: String?)
  /// A photo is to be given to a product and shows another one by now, whose SKU is `owner`.
  case photoOfOther(path: String, owner: String, sku: String)
  /// Sample data goes into an empty catalog only, and this one has so many products.
  case notEmpty(path: String, products: Int)
}

/// What can be done about a rule of the shop's.
public enum ShopRemedy: Remedy, Hashable {
  /// Add to the product's stock.
  case addStock(sku: String)
  /// Put the product back on sale.
  case restoreProduct(sku: String)
  /// Archive the product instead of removing it, which keeps its sales.
  case archiveProduct
  /// Remove the photo's pictures with it.
  case removePicturesToo
  /// Leave the photo out, and give it to the product after that.
  case leavePhotoOut(path: String, sku: String)

  public var name: String {
    switch self {
    case .addStock: "add-stock"
    case .restoreProduct: "restore-product"
    case .archiveProduct: "archive-product"
    case .removePicturesToo: "remove-pictures-too"
    case .leavePhotoOut: "leave-photo-out"
    }
  }

  public var facts: Facts {
    switch self {
    case .addStock(let sku), .restoreProduct(let sku): ["sku": .text(sku)]
    case .leavePhotoOut(let path, let sku): ["path": .text(path), "sku": .text(sku)]
    case .archiveProduct, .removePicturesToo: [:]
    }
  }

  public var suggestion: String {
    switch self {
    case .addStock: "add to its stock first"
    case .restoreProduct: "put it back on sale first"
    case .archiveProduct: "archive it instead, which keeps them"
    case .removePicturesToo: "remove the pictures with it"
    case .leavePhotoOut: "leave the photo out, and give it to the product after that"
    }
  }
}

extension ShopError: DescribedError {
  public var code: ErrorCode { .refused }

  public var reason: String {
    switch self {
    case .notEnoughStock: "not-enough-stock"
    case .stockOutOfRange: "stock-out-of-range"
    case .archived: "archived"
    case .noUnitPrice: "no-unit-price"
    case .photoOfOther: "photo-of-other-product"
    case .notEmpty: "not-empty"
    }
  }

  public var facts: Facts {
    switch self {
    case .notEnoughStock(let sku, let name, let stock, let wanted),
      .stockOutOfRange(let sku, let name, let stock, let wanted):
      ["sku": .text(sku), "name": .text(name), "stock": .count(stock), "wanted": .count(wanted)]
    case .archived(let sku, let name): ["sku": .text(sku), "name": .text(name)]
    case .noUnitPrice(let name, let currency): ["name": .text(name), "pricedIn": currency.map(FactValue.text)]
    case .photoOfOther(let path, let owner, let sku):
      ["path": .text(path), "owner": .text(owner), "sku": .text(sku)]
    case .notEmpty(let path, let products): ["path": .text(path), "products": .count(products)]
    }
  }

  public var remedy: (any Remedy)? {
    switch self {
    case .notEnoughStock(let sku, _, _, _): ShopRemedy.addStock(sku: sku)
    case .archived(let sku, _): ShopRemedy.restoreProduct(sku: sku)
    case .photoOfOther(let path, _, let sku): ShopRemedy.leavePhotoOut(path: path, sku: sku)
    case .stockOutOfRange, .noUnitPrice, .notEmpty: nil
    }
  }

  public var message: String {
    switch self {
    case .notEnoughStock(_, let name, let stock, let wanted):
      "“\(name)” has \(stock) in stock, but \(wanted) \(wanted == 1 ? "was" : "were") requested"
    case .stockOutOfRange(_, let name, let stock, let wanted):
      "“\(name)” has \(stock) in stock, and stock cannot "
        + (wanted < 0 ? "go below zero, to \(wanted)" : "be more than \(Int32.max)")
    case .archived(_, let name): "“\(name)” is archived"
    case .noUnitPrice(let name, let currency):
      "Sale.unitPrice is nothing; “\(name)” " + (currency.map { "is priced in \($0)" } ?? "has no price")
        + ", so the sale needs a unit price"
    case .photoOfOther(let path, let owner, _): "Photo.product is “\(owner)”; \(path) is recorded for that product"
    case .notEmpty(let path, let products):
      "\(path) already has \(products) \(products == 1 ? "product" : "products"); sample data can only be loaded into an empty catalog"
    }
  }
}

extension StoreError {
  /// A sale wants more than there is.
  public static func notEnoughStock(sku: String, name: String, stock: Int32, wanted: Int64) -> StoreError {
    .rule(.notEnoughStock(sku: sku, name: name, stock: stock, wanted: wanted))
  }

  /// A product is to be sold that is no longer.
  public static func archived(sku: String, name: String) -> StoreError { .rule(.archived(sku: sku, name: name)) }

  /// A rule of the shop's that a change would break.
  public static func rule(_ error: ShopError) -> StoreError { .ruleBroken(BrokenRule(error)) }
}
