public import Errors

/// The effect of deleting a record on the records that one of its relationships leads to, called related records here.
public enum DeleteRule: String, Sendable, CaseIterable {
  /// None: related records keep the ID of a record that no longer exists. SQLite has no foreign key for the reference,
  /// so the application must maintain it.
  case noAction
  /// Related records are kept, and their reference to the deleted record is cleared.
  case nullify
  /// Related records are deleted too.
  case cascade
  /// The deletion is refused as long as there are related records.
  case deny

  /// The action of the foreign key; nil if there is none.
  var foreignKeyAction: String? {
    switch self {
    case .noAction: nil
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    case .deny: "RESTRICT"
    }
  }
}

/// The minimum number of records that a to-many relationship leads to.
public enum MinimumCount: String, Sendable, CaseIterable {
  /// Zero.
  case none
  /// Zero until there is one; the last one can't be removed.
  case oneOnceLinked
  /// One, from the start.
  case one
}

/// The declaration of a relationship between records of two entities, or of one.
///
/// Every relationship has an inverse, and both are stored in one place, so they can't disagree. A to-one relationship
/// is a column with a foreign key, with its name followed by `Id`; its to-many inverse is the same column read
/// backwards; and two to-many relationships are a table of pairs.
///
/// An inverse that is never read costs nothing. Its delete rule applies to this relationship when the destination is deleted.
///
/// A to-many relationship of an entity to itself may be its own inverse, as `friends` is: linking Ann to Bob links Bob to Ann.
public struct Relationship: Hashable, Sendable {
  /// Name of the relationship and of the JSON key.
  public let name: String
  /// Name of the destination entity.
  public let destination: String
  /// Whether the relationship leads to any number of records, instead of one.
  public let isToMany: Bool
  /// Whether the relationship can lead to no record. A to-many relationship always can.
  public let isOptional: Bool
  /// The inverse relationship of `destination`.
  public let inverse: String
  /// The effect of deleting a record of *this* entity on the records that the relationship leads to.
  public let deleteRule: DeleteRule
  /// The minimum number of records that a to-many relationship leads to. It is checked when an edit ends.
  public let minimumCount: MinimumCount
  /// What to do instead if the delete rule denies a deletion.
  public let insteadOfDeletion: Remedy?
  /// Whether people may edit the relationship by name. Otherwise the store maintains it, or its inverse is edited.
  public internal(set) var isEditable = true

  /// Declares a to-one relationship.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String, isOptional: Bool = true, deleteRule: DeleteRule = .nullify
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: false, isOptional: isOptional, inverse: inverse,
      deleteRule: deleteRule, minimumCount: .none, insteadOfDeletion: nil)
  }

  /// Declares a to-many relationship.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String, deleteRule: DeleteRule = .nullify,
    minimumCount: MinimumCount = .none, insteadOfDeletion: Remedy? = nil
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOptional: true, inverse: inverse, deleteRule: deleteRule,
      minimumCount: minimumCount, insteadOfDeletion: insteadOfDeletion)
  }

  /// The same relationship, but people may not edit it by name.
  public var kept: Relationship {
    var relationship = self
    relationship.isEditable = false
    return relationship
  }

  /// The column of a to-one relationship.
  var column: String { name + "Id" }

  /// The join table of a many-to-many relationship, shared with its inverse. Its two columns have the names of
  /// the relationships and hold the IDs that each leads to.
  /// A relationship that is its own inverse has each link there twice, once from each side.
  var joinTable: String { [name, inverse].sorted().joined(separator: "_") }

  /// The column of ``joinTable`` with the ID of the record that the relationship leads from.
  var ownerColumn: String { isSymmetric ? name + "Of" : inverse }

  /// Whether the relationship is its own inverse, in a model that has been checked.
  var isSymmetric: Bool { name == inverse }
}
