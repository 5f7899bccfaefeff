/// A condition as it is written, before anybody asks whether there are such names: the tree that ``ConditionParser`` reads.
///
/// Its description is a text that reads back as the same tree.
indirect enum ConditionSyntax: Hashable, Sendable {
  case comparison(Comparison)
  case and([ConditionSyntax])
  case or([ConditionSyntax])
  case not(ConditionSyntax)

  /// An operator between a name and a value.
  enum Operator: Hashable, Sendable {
    case comparison(Condition.Comparison)
    case resemblance(Condition.Resemblance)

    /// All of them, as they are written.
    static let all: [(text: String, Operator)] =
      Condition.Comparison.allCases.map { ($0.rawValue, .comparison($0)) }
      + Condition.Resemblance.allCases.map { ($0.rawValue, .resemblance($0)) }

    /// Whether it asks which of two values comes first.
    var isOrder: Bool { if case .comparison(let comparison) = self { comparison.isOrder } else { false } }

    var text: String {
      switch self {
      case .comparison(let comparison): comparison.rawValue
      case .resemblance(let resemblance): resemblance.rawValue
      }
    }
  }

  /// What stands behind an operator. In quotes it is always text.
  struct Value: Hashable, Sendable {
    var text: String
    var isQuoted = false
  }

  /// One comparison: `rating>=4`.
  struct Comparison: Sendable {
    var name: String
    var `operator`: Operator
    var value: Value
    /// Where each of them stands in the text, counted in characters.
    var places = Places()

    struct Places: Sendable {
      var name = 0..<0
      var `operator` = 0..<0
      var value = 0..<0
    }
  }
}

/// Where it was read is no part of what it says.
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
