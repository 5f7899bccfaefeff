import ObjectStore

/// A record of another catalog that taking over what runs recorded leaves there.
public struct RecordNotMerged: Hashable, Sendable, Codable {
  /// Why it was left.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// People entered it, and only what runs recorded is taken over.
    case entered
    /// A product that no photo of a run shows.
    case notShown
    /// Of a product that photos show, the name, price and other values that people gave it. Its SKU is taken over.
    case values
    /// A photo or picture of which this catalog has a later record.
    case older
    /// A photo whose product is not on record, and which does not tell it by its name.
    case unknownProduct
    /// A photo whose run or recipe is not on record.
    case unknownRun
    /// A picture without a record of the photo it was made of.
    case noOriginal
  }

  /// The other catalog's file.
  public let catalog: String
  /// The record's entity.
  public let entity: String
  /// The record's id.
  public let id: String
  /// What the record is called: of a photo its path.
  public let name: String
  /// Why it was left.
  public let why: Reason
}

extension Catalog.Product {
  /// Whether it has values that a run does not give a product, and that another record of it has not.
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
