import Foundation
import ObjectStore

extension Catalog {
  /// Counts that a product was worn: so many times, last at a moment. Whoever keeps it wears it, so that neither stock nor
  /// sales change, and one that is archived can be worn as well. An earlier moment than is known leaves the last one as it is.
  ///
  /// Throws `refused` where it is worn less than once, or more often than can be counted.
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
  fileprivate static func refusal(ofTimesWorn count: Int64, _ objection: Objection) -> StoreError {
    .refused(Refusal(entity: entity.name, attribute: "timesWorn", value: .integer(count), objection))
  }
}
