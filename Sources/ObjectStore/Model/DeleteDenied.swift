public import Errors

/// The reason why a record can't be deleted: other records depend on it.
public struct DeleteDenied: Hashable, Sendable {
  /// The entity of the record.
  public let entity: String
  /// Display name of the record.
  public let name: String
  /// The relationship whose delete rule denies the deletion.
  public let relationship: String
  /// Number of records that the relationship leads to.
  public let count: Int
  /// Display names of the first of those records.
  public let holders: [String]
  /// What the model suggests to do instead.
  public let instead: Remedy?

  /// Creates the error for a record that `count` other records depend on, with the names of the first of those
  /// records.
  package init(
    entity: String, name: String, relationship: String, count: Int, holders: [String], instead: Remedy? = nil
  ) {
    (self.entity, self.name, self.relationship) = (entity, name, relationship)
    (self.count, self.holders, self.instead) = (count, holders, instead)
  }
}

extension DeleteDenied: DetailedValue {
  /// The record and the records that depend on it.
  public var details: Details {
    ["entity": entity, "name": name, "relationship": relationship, "count": count, "holders": holders]
  }
}
