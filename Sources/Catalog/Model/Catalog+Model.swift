import ObjectStore

extension Catalog {
  /// The shop's model: all entities of its catalog.
  public static let model = Model([
    Product.self, Photo.self, Recipe.self, Run.self, RunFailure.self, Maker.self, Collection.self, Customer.self,
    Sale.self, StockMovement.self,
  ])

  /// The model's tables, in their first version.
  static let schema = StoreSchema(model, mark: "PkSh")
}
