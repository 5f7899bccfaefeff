import Foundation
import ObjectStore

extension Catalog {
  /// Who buys. Two customers may have the same name.
  public struct Customer: Record {
    public var id = UUID.timeOrdered()
    /// What they are called. Two may have the same name.
    public var name = ""
    /// An address for mail.
    public var email: String?
    /// A number to call.
    public var phone: String?

    public init() {}

    /// A customer called `name`.
    public init(name: String, email: String? = nil, phone: String? = nil) {
      self.name = name
      self.email = email
      self.phone = phone
    }

    public static let properties: [Property<Customer>] = [
      Property("id", \.id),
      Property("name", \.name, .name(1...4096)),
      Property("email", \.email, .emailAddress),
      Property("phone", \.phone, .length(1...64)),
    ]

    public static let entity = Entity(
      "Customer", properties,
      toMany: [.toMany("sales", "Sale", inverse: "customer", deleteRule: .cascade).kept], orderedBy: "name",
      searched: ["name", "email", "phone"], names: ["name", "email"])
  }
}
