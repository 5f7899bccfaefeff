import ObjectStore

extension Catalog.Photo {
  /// When a photo is linked to another product or view, the pictures made from it are linked to that product or view
  /// too.
  public static let consequences: Consequences<Self>? = { (old, new, edit) throws(StoreError) in
    guard let old, let new, old.productId != new.productId || old.view != new.view else { return }
    for id in try edit.ids("renditions", of: new) {
      try edit.update(Self.self, id) { picture in
        (picture.productId, picture.view) = (new.productId, new.view)
      }
    }
  }
}
