/// The records to fetch, and their order.
public struct Fetch<R: Record>: Hashable, Sendable {
  /// An attribute and direction to sort by.
  public struct Order: Hashable, Sendable {
    /// Name of the attribute, or a key path to an attribute of a related record, such as `customer.name`.
    public var name: String
    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Sorts by an attribute, in ascending order by default. The text that lists are sorted by is in the order of the
    /// store's language.
    ///
    /// A key path sorts by an attribute of a related record: `customer.name`. If a relationship on it is to-many, records are
    /// sorted by their least value, or in descending order by their greatest. Records without a value come first, or in
    /// descending order last.
    public init(_ name: String, descending: Bool = false) {
      self.name = name
      isDescending = descending
    }
  }

  /// The condition on the records; nil for all records.
  public var condition: Condition?
  /// The attributes to sort by, the most important first. Records with equal values are sorted by ID, so that the order
  /// is always the same. If empty, records are in the order of lists of the entity.
  public var order: [Order]
  /// The maximum number of records; nil for no limit.
  public var limit: Int?
  /// The number of records to skip at the start.
  public var offset: Int

  /// Creates a fetch of all records that meet a condition.
  public init(where condition: Condition? = nil, by order: [Order] = [], limit: Int? = nil, offset: Int = 0) {
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }

  /// The order, or the entity's own if `order` is empty.
  var effectiveOrder: [Order] { order.isEmpty ? R.entity.orderedBy.map { [Order($0)] } ?? [] : order }
}
