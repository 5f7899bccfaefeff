/// The syntax tree of a condition, as ``ConditionParser`` reads it. Its names are not checked yet.
///
/// Its description is a text that is parsed to the same tree.
indirect enum ConditionSyntax: Hashable, Sendable {
  case comparison(Comparison)
  case and([ConditionSyntax])
  case or([ConditionSyntax])
  case not(ConditionSyntax)

  /// An operator between a name and a value.
  enum Operator: Hashable, Sendable {
    case comparison(Condition.Comparison)
    case resemblance(Condition.Resemblance)

    /// All operators with their text.
    static let all: [(text: String, Operator)] =
      Condition.Comparison.allCases.map { ($0.rawValue, .comparison($0)) }
      + Condition.Resemblance.allCases.map { ($0.rawValue, .resemblance($0)) }

    /// Whether the operator depends on the order of the values.
    var isOrder: Bool { if case .comparison(let comparison) = self { comparison.isOrder } else { false } }

    var text: String {
      switch self {
      case .comparison(let comparison): comparison.rawValue
      case .resemblance(let resemblance): resemblance.rawValue
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
    var name: String
    var `operator`: Operator
    var value: Value
    /// The places of the parts in the text, counted in characters.
    var places = Places()

    struct Places: Sendable {
      var name = 0..<0
      var `operator` = 0..<0
      var value = 0..<0
    }
  }
}

/// Equality ignores the places.
extension ConditionSyntax.Comparison: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.operator == b.operator && a.value == b.value }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(`operator`)
    hasher.combine(value)
  }
}

extension ConditionSyntax: CustomStringConvertible {
  var description: String {
    switch self {
    case .comparison(let comparison):
      comparison.name + comparison.operator.text + comparison.value.description
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

extension ConditionSyntax.Value: CustomStringConvertible {
  var description: String { isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text }
}
