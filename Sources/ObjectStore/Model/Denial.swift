public import Errors

/// What holds a record that was to be deleted.
public struct Denial: Hashable, Sendable {
  /// The entity of the record that was to be deleted.
  public let entity: String
  /// What people call the record.
  public let name: String
  /// The relationship that denies it.
  public let relationship: String
  /// How many records that leads to.
  public let count: Int
  /// The first of those, as people know them.
  public let holders: [String]
  /// What the model says to do instead.
  public let instead: Remedy?

  /// A record that is held by `count` others, the first of which are called `holders`.
  package init(
    entity: String, name: String, relationship: String, count: Int, holders: [String], instead: Remedy? = nil
  ) {
    (self.entity, self.name, self.relationship) = (entity, name, relationship)
    (self.count, self.holders, self.instead) = (count, holders, instead)
  }
}

extension Denial: DetailedValue {
  /// The record, and what holds it.
  public var details: Details {
    ["entity": entity, "name": name, "relationship": relationship, "count": count, "holders": holders]
  }
}
