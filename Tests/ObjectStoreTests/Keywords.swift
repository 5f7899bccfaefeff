import Foundation
import ObjectStore

/// A model whose names are all SQL keywords.
enum Keywords {
  struct Order: Record {
    var id = UUID.timeOrdered()
    var title = ""
    var number: Int32 = 0
    var recipient: String?
    var moment: Date?
    var isUsual = false
    var attachment: StoredData?
    var total: Int64 = 0
    var start: Int64 = 0
    var latest: Date?
    var remark: String?

    init() {}

    init(_ title: String, _ number: Int32) { (self.title, self.number) = (title, number) }

    static let properties: [Property<Order>] = [
      Property("id", \.id),
      Property("group", \.title, .name(1...80)),
      Property("index", \.number, default: 0, .atLeast(0)),
      Property("to", \.recipient),
      Property("order", \.moment),
      Property("default", \.isUsual, default: false),
      Property("from", \.attachment),
      Property("having", \.total, .sum(of: "limit", over: "values", base: "offset"), .atLeast(0)),
      Property("offset", \.start, default: 0, .atLeast(0)),
      Property("distinct", \.latest, .maximum(of: "current", over: "values")),
      Property("check", \.remark),
    ]

    static let entity = Entity(
      "Order", properties,
      toMany: [
        .toMany("values", "Select", inverse: "table", deleteRule: .cascade),
        .toMany("join", "Group", inverse: "union"),
      ],
      uniqueKeys: [.caseBlind("group"), .exact(["index"])], orderedBy: "group", searched: ["group", "to"],
      searchedThrough: ["values", "join"], names: ["group"])
  }

  struct Select: Record {
    var id = UUID.timeOrdered()
    var place = ""
    var count: Int64 = 0
    var moment: Date?
    var orderId = UUID()

    init() {}

    init(_ place: String, _ count: Int64, of order: Order, at moment: Date? = nil) {
      (self.place, self.count, self.moment, orderId) = (place, count, moment, order.id)
    }

    static let properties: [Property<Select>] = [
      Property("id", \.id),
      Property("where", \.place, .length(1...80)),
      Property("limit", \.count, default: 0),
      Property("current", \.moment),
      Property(.toOne("table", "Order", inverse: "values", isOptional: false), \.orderId),
    ]

    static let entity = Entity("Select", properties, orderedBy: "where", searched: ["where"])
  }

  struct Group: Record {
    var id = UUID.timeOrdered()
    var name = ""

    init() {}

    init(_ name: String) { self.name = name }

    static let properties: [Property<Group>] = [Property("id", \.id), Property("by", \.name, .name(1...80))]

    static let entity = Entity(
      "Group", properties, toMany: [.toMany("union", "Order", inverse: "join", minimumCount: .oneOnceLinked)],
      uniqueKeys: [.caseBlind("by")], orderedBy: "by", searched: ["by"], searchedThrough: ["union"], names: ["by"])
  }

  static let model = Model([Order.self, Select.self, Group.self])
  static let schema = StoreSchema(model, mark: "KyWd")
}
