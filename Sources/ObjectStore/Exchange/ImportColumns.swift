import Foundation

/// The columns that a row can have for one record type: the columns of an export, and also the other side of a
/// relationship that is to-many both ways.
struct ImportColumns<R: Record> {
  enum Column {
    case id
    case attribute(Property<R>, Attribute)
    case aggregate(Attribute, Aggregate)
    case toOne(Property<R>, Relationship, any Record.Type)
    case toMany(Relationship, any Record.Type)
    /// A naming attribute of the records that a relationship leads to, such as `product.sku`.
    case related(Relationship, attribute: String)
  }

  /// The columns, without the columns of related names, in the order of the declaration.
  let names: [String]
  /// All of `names`, and the names of related records, such as `product.sku`.
  let allNames: [String]
  private let columns: [String: Column]

  init(_ model: Model) {
    var named: [(String, Column)] = R.properties.compactMap { property in
      guard let attribute = property.attribute else {
        return property.relationship.flatMap { relationship in
          model.recordType(relationship.destination).map { (relationship.name, .toOne(property, relationship, $0)) }
        }
      }
      if attribute.name == "id" { return (attribute.name, .id) }
      if let aggregate = attribute.aggregate { return (attribute.name, .aggregate(attribute, aggregate)) }
      return attribute.isDerived ? nil : (attribute.name, .attribute(property, attribute))
    }
    for relationship in R.entity.relationships where relationship.isToMany {
      guard model.inverse(of: relationship)?.isToMany == true, let type = model.recordType(relationship.destination)
      else { continue }
      named.append((relationship.name, .toMany(relationship, type)))
    }
    names = named.map(\.0)
    for relationship in R.entity.relationships where names.contains(relationship.name) {
      named += RelatedNames.columns(relationship, in: model).map {
        ($0.name, .related(relationship, attribute: $0.attribute.name))
      }
    }
    allNames = named.map(\.0)
    columns = Dictionary(uniqueKeysWithValues: named)
  }

  /// Returns the column with a name. Throws `unknownName`.
  func column(_ name: String) throws(StoreError) -> Column {
    guard let column = columns[name] else { throw .unknownName(entity: R.entity.name, name: name, known: names) }
    return column
  }
}
