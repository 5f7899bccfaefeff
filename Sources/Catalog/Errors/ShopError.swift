import Errors
import Foundation
import ObjectStore

/// A rule of the shop that a change would break. Nothing was saved.
public enum ShopError: DescribedError, Hashable {
  /// A sale needs more than is in stock.
  case notEnoughStock(sku: String, name: String, stock: Int32, wanted: Int64)
  /// Stock would go below zero, or exceed the range of its integer.
  case stockOutOfRange(sku: String, name: String, stock: Int32, wanted: Int64)
  /// The product to be sold is archived.
  case archived(sku: String, name: String)
  /// A sale has no price, and the product has none in the sale's currency. `pricedIn` is the currency that the product
  /// has a price in, if any.
  case noUnitPrice(name: String, pricedIn: String?)
  /// The photo to be linked to a product is recorded for another product, whose SKU is `owner`.
  case photoOfOtherProduct(path: String, owner: String, sku: String)
  /// Sample data can only be loaded into an empty catalog, and this one has `products` products.
  case notEmpty(path: String, products: Int)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .notEnoughStock(let sku, let name, let stock, let wanted):
      .init(
        .refused, "“\(name)” has \(stock) in stock, but \(wanted) \(wanted == 1 ? "was" : "were") requested",
        remedy: .addStock(sku: sku))
    case .stockOutOfRange(_, let name, let stock, let wanted):
      .init(
        .refused,
        "“\(name)” has \(stock) in stock, and stock cannot "
          + (wanted < 0 ? "go below zero, to \(wanted)" : "be more than \(Int32.max)"))
    case .archived(let sku, let name): .init(.refused, "“\(name)” is archived", remedy: .restoreProduct(sku: sku))
    case .noUnitPrice(let name, let currency):
      .init(
        .refused,
        "the sale has no unit price, and “\(name)” " + (currency.map { "is priced in \($0) only" } ?? "has no price")
          + "; give the sale a unit price")
    case .photoOfOtherProduct(let path, let owner, let sku):
      .init(
        .refused, "Photo.product is “\(owner)”; \(path) is recorded for that product",
        remedy: .leavePhotoOut(path: path, sku: sku))
    case .notEmpty(let path, let products):
      .init(
        .refused,
        "\(path) already has \(products) \(products == 1 ? "product" : "products"); sample data can only be loaded into an empty catalog"
      )
    }
  }
}

extension Remedy {
  /// Add to the product's stock.
  public static func addStock(sku: String) -> Remedy { .init("add stock first", ["sku": sku]) }
  /// Put the product back on sale.
  public static func restoreProduct(sku: String) -> Remedy { .init("put it back on sale first", ["sku": sku]) }
  /// Archive the product instead of removing it, which keeps its sales.
  public static var archiveProduct: Remedy { .init("archive it instead, which keeps them") }
  /// Remove the photo's pictures with it.
  public static var removePicturesToo: Remedy { .init("also remove the pictures") }
  /// Add the product without the photo, and then move the photo to it.
  public static func leavePhotoOut(path: String, sku: String) -> Remedy {
    .init("add the product without the photo, and then move the photo to it", ["path": path, "sku": sku])
  }
}

extension StoreError {
  /// A sale needs more than is in stock.
  public static func notEnoughStock(sku: String, name: String, stock: Int32, wanted: Int64) -> StoreError {
    .rule(.notEnoughStock(sku: sku, name: name, stock: stock, wanted: wanted))
  }

  /// The product to be sold is archived.
  public static func archived(sku: String, name: String) -> StoreError { .rule(.archived(sku: sku, name: name)) }

  /// A rule of the shop that a change would break.
  public static func rule(_ error: ShopError) -> StoreError { .ruleBroken(ErrorDescriptor(error)) }
}
