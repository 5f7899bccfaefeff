/// Parses a condition into a syntax tree.
///
///     condition   = conjunction { "OR" conjunction }
///     conjunction = negation { "AND" negation }
///     negation    = "NOT" negation | "(" condition ")" | comparison
///     comparison  = path [ "(" condition ")" ] ( sign [ value ] | "IN" "(" value { "," value } ")" | "BETWEEN" value "AND" value )
///     path        = name { "." name }
struct ConditionParser {
  /// The maximum nesting of parentheses and NOT, and the maximum number of comparisons. SQLite's own limits are a
  /// little higher.
  private static let depthLimit = 64
  private static let comparisonLimit = 512

  private let text: String
  private let tokens: [ConditionToken]
  private var index = 0
  private var depth = 0
  private var comparisonCount = 0

  private init(_ text: String) throws(ConditionError) {
    self.text = text
    var lexer = ConditionLexer(text)
    tokens = try lexer.tokens()
  }

  /// Returns the syntax tree of a text.
  static func parse(_ text: String) throws(ConditionError) -> ConditionSyntax {
    var parser = try ConditionParser(text)
    let condition = try parser.condition()
    switch parser.next.kind {
    case .end:
      guard condition.stackDepth <= ConditionSyntax.stackLimit else {
        throw ConditionError(text, at: 0..<text.count, .tooComplex)
      }
      return condition
    case .close:
      throw parser.error(.unopenedParenthesis)
    default:
      throw parser.error(.unconnected(found: parser.found), candidates: ["AND", "OR", "NOT"])
    }
  }

  private var next: ConditionToken { tokens[index] }

  private mutating func take(_ kind: ConditionToken.Kind) -> Bool {
    guard next.kind == kind else { return false }
    index += 1
    return true
  }

  private mutating func condition() throws(ConditionError) -> ConditionSyntax {
    var parts = [try conjunction()]
    while take(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(ConditionError) -> ConditionSyntax {
    var parts = [try negation()]
    while take(.and) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(ConditionError) -> ConditionSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw error(.tooDeep(limit: Self.depthLimit))
    }
    if take(.not) { return .not(try negation()) }
    return next.kind == .open ? try parenthesized() : .comparison(try comparison())
  }

  private mutating func parenthesized() throws(ConditionError) -> ConditionSyntax {
    let start = next.place
    index += 1
    let inner = try condition()
    guard take(.close) else {
      if next.kind != .end {
        throw error(.unconnected(found: found), candidates: ["AND", "OR", "NOT"])
      }
      throw ConditionError(text, at: start, .unclosedParenthesis)
    }
    return inner
  }

  private mutating func comparison() throws(ConditionError) -> ConditionSyntax.Comparison {
    guard case .name(let name) = next.kind else {
      throw error(.noComparison(found: found))
    }
    var places = ConditionSyntax.Comparison.Places(name: next.place)
    index += 1
    let counted = next.kind == .open ? try parenthesized() : nil
    guard case .operator(let `operator`) = next.kind else {
      if name.lowercased() == "not", case .name = next.kind {
        index -= 1
        throw error(.smallNot(name), candidates: ["NOT"])
      }
      throw error(.noOperator(after: name, found: found), candidates: ["IN", "BETWEEN"])
    }
    places.operator = next.place
    index += 1
    var values: [ConditionSyntax.Value] = []
    while case .value(let value) = next.kind {
      values.append(value)
      places.values.append(next.place)
      index += 1
    }
    comparisonCount += values.count
    guard comparisonCount <= Self.comparisonLimit else {
      throw ConditionError(text, at: places.name, .tooManyComparisons(limit: Self.comparisonLimit))
    }
    return .init(name: name, counted: counted, operator: `operator`, values: values, places: places)
  }

  /// The next token's text; nil at the end.
  private var found: String? { next.kind == .end ? nil : word }

  private var word: String { String(text.dropFirst(next.place.lowerBound).prefix(next.place.count)).excerpt }

  private func error(_ kind: ConditionFault, candidates: [String] = []) -> ConditionError {
    ConditionError(text, at: next.place, kind, found: word, candidates: candidates)
  }
}
