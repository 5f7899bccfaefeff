/// The syntax tree of a condition, as ``ConditionParser`` reads it. The names in it are not checked yet.
///
/// Parsing the description of a tree gives the same tree.
indirect enum ConditionSyntax: Hashable, Sendable {
  case comparison(Comparison)
  case and([ConditionSyntax])
  case or([ConditionSyntax])
  case not(ConditionSyntax)

  /// An operator between a name and a value.
  enum Operator: Hashable, Sendable {
    case comparison(Condition.Comparison)
    case resemblance(Condition.Resemblance)
    /// `IN`, and a list of values in parentheses.
    case oneOf
    /// `BETWEEN`, and two values joined by `AND`.
    case between

    /// The operators that are signs, with their text.
    static let signs: [(text: String, Operator)] =
      Condition.Comparison.allCases.map { ($0.rawValue, .comparison($0)) }
      + Condition.Resemblance.allCases.map { ($0.rawValue, .resemblance($0)) }

    /// Whether the operator depends on the order of the values.
    var isOrder: Bool { if case .comparison(let comparison) = self { comparison.isOrder } else { false } }

    /// Whether the operator is `=` or `!=`.
    var isEquality: Bool { self == .comparison(.equal) || self == .comparison(.notEqual) }

    var text: String {
      switch self {
      case .comparison(let comparison): comparison.rawValue
      case .resemblance(let resemblance): resemblance.rawValue
      case .oneOf: "IN"
      case .between: "BETWEEN"
      }
    }
  }

  /// The value after an operator. A quoted value is always text.
  struct Value: Hashable, Sendable {
    var text: String
    var isQuoted = false
  }

  /// A comparison, such as `rating>=4`.
  struct Comparison: Sendable {
    /// The name of an attribute or a relationship, or a key path such as `customer.name`.
    var name: String
    /// Which of the related records are counted, as in `sales(quantity>1)>=3`.
    var counted: ConditionSyntax?
    var `operator`: Operator
    /// One value; after `IN` one or more, after `BETWEEN` two.
    var values: [Value]
    /// The positions of the parts in the text, counted in characters.
    var places = Places()

    struct Places: Sendable {
      var name = 0..<0
      var `operator` = 0..<0
      var values: [Range<Int>] = []
    }

    /// The only value of a comparison by a sign.
    var value: Value { values[0] }
    /// Position of the only value in the text.
    var valuePlace: Range<Int> { places.values[0] }
  }
}

/// Equality ignores the positions.
extension ConditionSyntax.Comparison: Hashable {
  static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.counted == b.counted && a.operator == b.operator && a.values == b.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(counted)
    hasher.combine(`operator`)
    hasher.combine(values)
  }
}

extension ConditionSyntax {
  /// The greatest ``stackDepth`` that SQLite 3.40 reads as part of a longer statement.
  static let stackLimit = 44

  /// Number of entries that the condition takes on the stack of SQLite's parser. The stack has 100 entries, fixed when
  /// SQLite is built. Measured with random trees: AND and OR take 4, NOT 5, and a relationship that is followed 11.
  var stackDepth: Int {
    switch self {
    case .comparison(let comparison):
      11 * comparison.name.count { $0 == "." } + (comparison.counted.map { 11 + $0.stackDepth } ?? 0)
    case .and(let all), .or(let all): 4 + (all.map(\.stackDepth).max() ?? 0)
    case .not(let inner): 5 + inner.stackDepth
    }
  }
}

extension ConditionSyntax: CustomStringConvertible {
  var description: String {
    switch self {
    case .comparison(let comparison): comparison.description
    case .and(let all): all.map { $0.isJoined ? "(\($0))" : "\($0)" }.joined(separator: " AND ")
    case .or(let any): any.map { if case .or = $0 { "(\($0))" } else { "\($0)" } }.joined(separator: " OR ")
    case .not(let inner): inner.isJoined ? "NOT (\(inner))" : "NOT \(inner)"
    }
  }

  private var isJoined: Bool {
    switch self {
    case .and, .or: true
    case .comparison, .not: false
    }
  }
}

extension ConditionSyntax.Comparison: CustomStringConvertible {
  var description: String {
    let left = name + (counted.map { "(\($0))" } ?? "")
    return switch `operator` {
    case .comparison, .resemblance: left + `operator`.text + value.description
    case .oneOf: left + " IN (" + values.map(\.description).joined(separator: ", ") + ")"
    case .between: left + " BETWEEN " + values.map(\.description).joined(separator: " AND ")
    }
  }
}

extension ConditionSyntax.Value: CustomStringConvertible {
  var description: String { isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text }
}
