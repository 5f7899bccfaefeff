import Foundation

@testable import ObjectStore
@testable import Shop

/// The shop's model as a later version might have it: customers live in cities, and there are shelves.
enum NextShop {
  struct Customer: Record {
    var id = UUID()
    var name = ""
    var email: String?
    var phone: String?
    var city: String?

    init() {}

    init(name: String, city: String) {
      self.name = name
      self.city = city
    }

    static let properties: [Property<Customer>] = [
      Property("id", \.id),
      Property("name", \.name),
      Property("email", \.email),
      Property("phone", \.phone),
      Property("city", \.city),
    ]

    static let entity = Entity(
      "Customer", properties, toMany: Catalog.Customer.entity.relationships, orderedBy: "name",
      searched: ["name", "email", "phone", "city"])
  }

  struct Shelf: Record {
    var id = UUID()
    var name = ""

    init() {}

    init(name: String) { self.name = name }

    static let properties: [Property<Shelf>] = [Property("id", \.id), Property("name", \.name)]

    static let entity = Entity("Shelf", properties, orderedBy: "name", searched: ["name"])
  }

  static let model = Model(
    Catalog.model.recordTypes.filter { $0.entity.name != "Customer" } + [Customer.self, Shelf.self])
  static let schema = StoreSchema(
    model, mark: Catalog.schema.mark, migrations: Catalog.schema.migrations + [cities])

  private static let cities = Migration.sql(
    "ALTER TABLE customer ADD COLUMN city TEXT;" + ModelTables(model: Model([Shelf.self])).sql)
}
