extension Catalog {
  /// The shop's own model: every entity that its catalog holds.
  public static let model = Model([Product.entity, Photo.entity, Recipe.entity, Run.entity, RunFailure.entity])
}
