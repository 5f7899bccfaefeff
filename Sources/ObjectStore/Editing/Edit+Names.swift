import Foundation

extension Edit {
  /// Returns the record with a name, compared without regard to case. If there is none, creates one with only that
  /// name. Throws `notNamed` if the entity has no case-insensitive unique key.
  public func reuseOrMake<R: Record>(_ type: R.Type, named name: String) throws(StoreError) -> R {
    guard let key = R.entity.nameAttribute,
      let property = R.properties.first(where: { $0.attribute?.name == key })
    else { throw .notNamed(entity: R.entity.name) }
    if let known = try record(type, named: name) { return known }
    var record = R()
    guard property.set(&record, .string(name)) else {
      throw .refused(
        InvalidValue(
          entity: R.entity.name, attribute: key, value: .string(name),
          .form(property.attribute?.expectation ?? .type(.string))))
    }
    return try save(record)
  }

  /// Makes a to-many relationship lead to exactly these records.
  public func setLinks<R: Record>(_ record: R, _ relationship: String, to ids: [UUID]) throws(StoreError) {
    let linked = try self.ids(relationship, of: record)
    for id in ids where !linked.contains(id) { try link(record, relationship, to: id) }
    for id in linked where !ids.contains(id) { try unlink(record, relationship, from: id) }
  }
}
