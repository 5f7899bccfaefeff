import ObjectStore

/// A record that a merge left in the other catalog.
public struct RecordNotMerged: Hashable, Sendable, Codable {
  /// The reason why a record was not merged.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// People entered the record. Only records of runs are merged.
    case entered
    /// No recorded photo shows the product.
    case notShown
    /// The product has values that people entered and that this catalog lacks, such as a name or a price. Only the
    /// product's SKU is merged.
    case values
    /// This catalog has a later record of the photo or picture.
    case older
    /// The photo's product is not recorded, and its name contains no SKU.
    case unknownProduct
    /// The photo's run or recipe is not recorded.
    case unknownRun
    /// The original of the picture is not recorded.
    case noOriginal
  }

  /// Path of the other catalog.
  public let catalog: String
  /// Entity of the record.
  public let entity: String
  /// ID of the record.
  public let id: String
  /// Name of the record; for a photo, its path.
  public let name: String
  /// The reason why it was not merged.
  public let why: Reason
}

extension Catalog.Product {
  /// Whether the product has values that a run doesn't set, and that `other` doesn't have.
  func hasValues(missingIn other: Self?) -> Bool {
    let made = Self(sku: sku, name: sku)
    return [made, other].compactMap(\.self).allSatisfy { known in
      Self.entity.attributes.contains { attribute in
        attribute.isEditable && attribute.aggregate == nil
          && value(for: attribute.name) != known.value(for: attribute.name)
      }
    }
  }
}
