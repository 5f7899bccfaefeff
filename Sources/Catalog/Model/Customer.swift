import Foundation
import ObjectStore

extension Catalog {
  /// A customer. Two customers may have the same name.
  public struct Customer: Record {
    public var id = UUID.timeOrdered()
    /// The customer's name. It need not be unique.
    public var name = ""
    /// E-mail address.
    public var email: String?
    /// Phone number.
    public var phone: String?

    public init() {}

    /// Creates a customer called `name`.
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
