public import Errors

/// What deleting a record does to the records that one of its relationships leads to.
public enum DeleteRule: String, Sendable, CaseIterable {
  /// Nothing: they keep an id that leads nowhere. SQLite is not told of the reference, so the shop's own code must look
  /// after it.
  case noAction
  /// They stay and forget the deleted one.
  case nullify
  /// They are deleted too.
  case cascade
  /// The deletion is refused while there are any.
  case deny

  /// What a foreign key says of the deletion; nil where there is to be none.
  var foreignKeyAction: String? {
    switch self {
    case .noAction: nil
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    case .deny: "RESTRICT"
    }
  }
}

/// How few records a to-many relationship may lead to.
public enum MinimumCount: String, Sendable, CaseIterable {
  /// None.
  case none
  /// None, until there is one; the last one cannot be taken away.
  case oneOnceLinked
  /// One, from the start.
  case one
}

/// The declaration of how records of one entity lead to records of another, or of the same.
///
/// Every relationship has an inverse that leads back, and one place in the database serves both, so they cannot
/// disagree: a to-one relationship is a column with a foreign key, named after it with `Id` behind; its to-many inverse
/// is that column read backwards; two to-many relationships are a table of pairs.
public struct Relationship: Hashable, Sendable {
  /// Its name, also the JSON key.
  public let name: String
  /// The name of the entity it leads to.
  public let destination: String
  /// Whether it leads to any number of records rather than to one.
  public let isToMany: Bool
  /// Whether it may lead to none. A to-many relationship always may.
  public let isOptional: Bool
  /// The relationship of `destination` that leads back.
  public let inverse: String
  /// What deleting a record of *this* entity does to those it leads to.
  public let deleteRule: DeleteRule
  /// How few records a to-many relationship may lead to, looked at when an edit ends.
  public let minimumCount: MinimumCount
  /// What to do instead where its delete rule denies a deletion.
  public let insteadOfDeletion: Remedy?
  /// Whether people may edit by its name where it leads. Otherwise the store keeps it, or its other side is edited.
  public internal(set) var isEditable = true

  /// Declares a relationship that leads to one record.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String, isOptional: Bool = true, deleteRule: DeleteRule = .nullify
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: false, isOptional: isOptional, inverse: inverse,
      deleteRule: deleteRule, minimumCount: .none, insteadOfDeletion: nil)
  }

  /// Declares a relationship that leads to any number of records.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String, deleteRule: DeleteRule = .nullify,
    minimumCount: MinimumCount = .none, insteadOfDeletion: Remedy? = nil
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOptional: true, inverse: inverse, deleteRule: deleteRule,
      minimumCount: minimumCount, insteadOfDeletion: insteadOfDeletion)
  }

  /// The same relationship, which people may not edit by its name.
  public var kept: Relationship {
    var relationship = self
    relationship.isEditable = false
    return relationship
  }

  /// The column that holds a to-one relationship.
  var column: String { name + "Id" }

  /// The table that holds a relationship that is to-many both ways, from either side. Its two columns are named after
  /// the relationships and hold the id that each leads to.
  var pairTable: String { [name, inverse].sorted().joined(separator: "_") }
}
