/// Which records to fetch, and in what order.
public struct Fetch<R: Record>: Hashable, Sendable {
  /// A direction to sort by.
  public struct Order: Hashable, Sendable {
    /// The attribute.
    public var name: String
    /// Whether the greatest comes first.
    public var isDescending: Bool

    /// Sorts by an attribute, from the least up; text that records are listed by in the order of the store's language.
    public init(_ name: String, descending: Bool = false) {
      self.name = name
      isDescending = descending
    }
  }

  /// What they must be like; nil for all.
  public var condition: Condition?
  /// What to sort by, the most important first. Records that are equal in all of it follow each other by their ids, so
  /// that the order is always the same. Empty: by what the entity is listed by.
  public var order: [Order]
  /// At most so many; nil for all.
  public var limit: Int?
  /// How many to leave out at the start.
  public var offset: Int

  /// All records that meet a condition.
  public init(where condition: Condition? = nil, by order: [Order] = [], limit: Int? = nil, offset: Int = 0) {
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }

  /// What is sorted by, where nothing is said: what the entity is listed by.
  var effectiveOrder: [Order] { order.isEmpty ? R.entity.orderedBy.map { [Order($0)] } ?? [] : order }
}
