import PackshotKit
import Text

extension Catalog {
  /// Returns a picture as in `photos list --json`, with related records in place of their IDs.
  func json(_ details: PhotoDetails) throws -> JSONValue {
    try json([details.photo])[0].replacing([
      "product": json(details.product), "source": json(details.source), "recipe": json(details.recipe),
      "run": json(details.run), "ingredients": .array(json(details.ingredients)),
      "renditions": .array(json(details.renditions)), "usedIn": .array(json(details.usedIn)),
    ])
  }

  /// Returns a product as in `products list --json`, with its pictures in place of their IDs.
  func json(_ details: ProductDetails) throws -> JSONValue {
    try json([details.product])[0].replacing(["photos": .array(json(details.photos))])
  }

  private func json(_ record: (some Record)?) throws -> JSONValue {
    try record.map { try json([$0])[0] } ?? .null
  }
}

extension JSONValue {
  /// Returns an object with the values of some keys replaced.
  fileprivate func replacing(_ values: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { Member($0.key, values[$0.key] ?? $0.value) })
  }
}
