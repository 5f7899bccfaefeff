import CNewCatalog
import ObjectStore

extension Catalog {
  /// The shop's own model: every entity that its catalog holds.
  public static let model = Model([
    Product.self, Photo.self, Recipe.self, Run.self, RunFailure.self, Maker.self, Collection.self, Customer.self,
    Sale.self, StockMovement.self,
  ])

  /// The shop's model with the steps that lead to it from every older version.
  ///
  /// `Tests/CatalogTests/Schemas` holds what each version made, and other tests compare the newest with the model, and a new
  /// catalog with one that all migrations made.
  static let schema = StoreSchema(
    model, mark: "PkSh",
    migrations: [.sql(schema1), schema2, schema3], creation: .creating(model), template: template)

  /// What `scripts/make-new-catalog` has made of ``schema``.
  private static var template: StoreTemplate {
    var count = 0
    let bytes = packshot_new_catalog(&count)
    return StoreTemplate(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
