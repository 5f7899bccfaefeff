import ObjectStore
import Text

extension Catalog {
  /// Returns records as JSON objects; see ``Reader/json(_:)``.
  public func json<R: Record>(_ records: [R]) throws -> [JSONValue] { try read { try $0.json(records) } }
}
