import Foundation

/// A format for exchanging records with other programs.
public enum ExchangeFormat: String, Sendable, CaseIterable {
  /// An array of objects, one per line. Objects without an array around them (NDJSON) are read too.
  case json
  /// A file (RFC 4180) with the records of one entity, or a folder with a file for each entity, named after it:
  /// `Product.csv`.
  case csv

  /// The format for a file name's extension; nil if it is unknown.
  public init?(path: String) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "json", "ndjson", "jsonl": self = .json
    case "csv": self = .csv
    default: return nil
    }
  }
}

extension Model {
  /// Whether a relationship is written with the records of `entity`: always if it is to-one. Of a relationship that is
  /// to-many both ways, only the side declared first is written.
  func isExchanged(_ relationship: Relationship, of entity: Entity) -> Bool {
    if !relationship.isToMany { return true }
    guard let inverse = inverse(of: relationship), inverse.isToMany else { return false }
    let sides = entities.flatMap { entity in entity.relationships.map { [entity.name, $0.name] } }
    let own = sides.firstIndex(of: [entity.name, relationship.name])
    let other = sides.firstIndex(of: [relationship.destination, inverse.name])
    return own ?? 0 <= other ?? 0
  }

  /// Returns the entities with the given names, in the order of the model; all if there are no names. Throws
  /// `unknownEntity`.
  func entities(named names: [String]) throws(ExchangeError) -> [Entity] {
    var named: Set<String> = []
    for name in names {
      guard let entity = entity(called: name) else {
        throw .unknownEntity(name: name, known: entities.map(\.name))
      }
      named.insert(entity.name)
    }
    return names.isEmpty ? entities : entities.filter { named.contains($0.name) }
  }

  /// Returns the entity with a name, without regard to case, also for plurals such as `products`.
  func entity(called name: String) -> Entity? {
    let name = name.lowercased()
    return entities.first { name == $0.name.lowercased() || name == $0.name.lowercased() + "s" }
  }
}

extension Attribute {
  /// Whether exports contain the attribute. Values computed from the same record are omitted; aggregates of other
  /// records are included, so that they can be checked.
  var isExchanged: Bool { !isDerived || aggregate != nil }
}
