import ObjectStore

extension Catalog.Photo {
  /// What was made of a photo shows what the photo shows: its pictures follow it to another product, and to another view.
  public static let consequences: Consequences<Self>? = { (old, new, edit) throws(StoreError) in
    guard let old, let new, old.productId != new.productId || old.view != new.view else { return }
    for id in try edit.ids("renditions", of: new) {
      try edit.update(Self.self, id) { picture in
        (picture.productId, picture.view) = (new.productId, new.view)
      }
    }
  }
}
