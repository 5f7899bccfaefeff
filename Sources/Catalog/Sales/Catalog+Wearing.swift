import Foundation
import ObjectStore

extension Catalog {
  /// Records that a product was worn `times` times, last at `moment`. The owner wears the product, so neither stock nor
  /// sales change, and an archived product can be worn too. An earlier moment doesn't change ``Product/lastWorn``.
  ///
  /// Throws `refused` if `times` is below 1, or the count would exceed `Int32.max`.
  @discardableResult
  public func wear(_ id: UUID, _ times: Int32 = 1, at moment: Date = Date()) throws -> Product {
    let name = try read { try $0.existing(Product.self, id).name }
    return try edit("Wear \(name.quoted)") { edit in
      if times < 1 { throw Product.refusal(ofTimesWorn: Int64(times), .rule(.atLeast(1))) }
      return try edit.update(Product.self, id) { product throws(StoreError) in
        let count = Int64(product.timesWorn) + Int64(times)
        guard let counted = Int32(exactly: count) else {
          throw Product.refusal(ofTimesWorn: count, .form(.type(.integer32)))
        }
        product.timesWorn = counted
        product.lastWorn = max(product.lastWorn ?? moment, moment)
      }
    }
  }
}

extension Catalog.Product {
  fileprivate static func refusal(ofTimesWorn count: Int64, _ reason: InvalidValue.Reason) -> StoreError {
    .refused(InvalidValue(entity: entity.name, attribute: "timesWorn", value: .integer(count), reason))
  }
}
