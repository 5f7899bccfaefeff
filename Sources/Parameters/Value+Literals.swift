// Values as Swift literals, such as `["width": 800, "enlarge": false]`.

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  public init(stringLiteral text: String) { self.init(.text(text)) }
  public init(booleanLiteral flag: Bool) { self.init(.boolean(flag)) }
  public init(integerLiteral number: Int) { self.init(.number(Double(number))) }
  public init(floatLiteral number: Double) { self.init(.number(number)) }
}

extension Value: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral values: Value...) { self.init(.list(values)) }
  /// Creates a map with its entries in the order written.
  public init(dictionaryLiteral entries: (String, Value)...) {
    self.init(.map(entries.map { Entry(key: $0.0, value: $0.1) }))
  }
}
