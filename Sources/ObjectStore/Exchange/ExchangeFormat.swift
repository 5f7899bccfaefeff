import Foundation

/// The forms in which records are exchanged with other programs.
public enum ExchangeFormat: String, Sendable, CaseIterable {
  /// One array of objects, with a line for each; also read without the array around them (NDJSON).
  case json
  /// A file (RFC 4180) for the records of one entity, or a folder with one for each, named after it: `Product.csv`.
  case csv

  /// The format that a file's name tells; nil where it tells none.
  public init?(path: String) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "json", "ndjson", "jsonl": self = .json
    case "csv": self = .csv
    default: return nil
    }
  }
}

extension Model {
  /// Whether a relationship is written with the records of `entity`: a to-one relationship always, and of two that are
  /// to-many both ways the one that is declared first.
  func isExchanged(_ relationship: Relationship, of entity: Entity) -> Bool {
    if !relationship.isToMany { return true }
    guard let inverse = inverse(of: relationship), inverse.isToMany else { return false }
    let sides = entities.flatMap { entity in entity.relationships.map { [entity.name, $0.name] } }
    let own = sides.firstIndex(of: [entity.name, relationship.name])
    let other = sides.firstIndex(of: [relationship.destination, inverse.name])
    return own ?? 0 < other ?? 0
  }

  /// The entities with some names, in the order of the model; all where there are no names. Throws `unknownEntity`.
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

  /// The entity that people mean by a name, whatever the case of its letters, and in the plural too: `products`.
  func entity(called name: String) -> Entity? {
    let name = name.lowercased()
    return entities.first { name == $0.name.lowercased() || name == $0.name.lowercased() + "s" }
  }
}

extension Attribute {
  /// Whether an export has it: what is computed from the same record is left out, an aggregate of others is there to be checked.
  var isExchanged: Bool { !isDerived || aggregate != nil }
}
