/// A token of a condition.
struct ConditionToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    case `operator`(ConditionSyntax.Operator)
    /// Always follows an operator, and may be empty.
    case value(ConditionSyntax.Value)
    case and, or, not
    case open, close
    case end
  }

  let kind: Kind
  /// Position in the text, counted in characters.
  let place: Range<Int>
}

/// Splits a condition into names, operators, values, connectives and parentheses.
///
/// A value without quotes may contain spaces. It ends before ` AND `, ` OR `, or a parenthesis that closes one outside
/// the value. Text that looks as if an AND was forgotten is an error, not part of a value.
struct ConditionLexer {
  private let text: String
  private let characters: [Character]
  private var place = 0

  /// Creates a lexer at the beginning of the text.
  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// All tokens; the last is `end`.
  mutating func tokens() throws(ConditionError) -> [ConditionToken] {
    var tokens: [ConditionToken] = []
    while true {
      skipBlanks()
      let start = place
      let kind = try kind()
      tokens.append(ConditionToken(kind: kind, place: start..<place))
      if case .operator = kind {
        skipBlanks()
        // If a connective follows, the value is empty, and its place is directly after the operator.
        let start = isEnd(of: place) ? tokens[tokens.count - 1].place.upperBound : place
        let value = try value(isApart: place > tokens[tokens.count - 1].place.upperBound)
        tokens.append(ConditionToken(kind: .value(value), place: start..<max(start, place)))
      }
      if kind == .end { return tokens }
    }
  }

  private mutating func kind() throws(ConditionError) -> ConditionToken.Kind {
    guard place < characters.count else { return .end }
    switch characters[place] {
    case "(":
      place += 1
      return .open
    case ")":
      place += 1
      return .close
    case let letter where letter.isName: return word()
    default: break
    }
    if let found = operatorText(at: place) {
      place += found.text.count
      return .operator(found.1)
    }
    let found = run(from: place) { !$0.isWhitespace && !$0.isName }
    throw error(
      place..<place + found.count, .unexpected(found), found: found.excerpt,
      candidates: found == "&&" ? ["AND"] : found == "||" ? ["OR"] : [])
  }

  private mutating func word() -> ConditionToken.Kind {
    let word = run(from: place, while: \.isName)
    place += word.count
    return switch word {
    case "AND": .and
    case "OR": .or
    case "NOT": .not
    default: .name(word)
    }
  }

  // MARK: - Values

  /// - Parameter isApart: Whether there is a space between the value and its operator.
  private mutating func value(isApart: Bool) throws(ConditionError) -> ConditionSyntax.Value {
    if place < characters.count, characters[place] == "\"" || characters[place] == "'" { return try quotedValue() }
    let start = place
    var depth = 0
    if isApart, isConnective(at: place) { return .init(text: "") }
    while place < characters.count {
      let character = characters[place]
      if character == "(" { depth += 1 }
      if character == ")" {
        if depth == 0 { break }
        depth -= 1
      }
      if character.isWhitespace {
        let next = place + run(from: place, while: \.isWhitespace).count
        if depth == 0, isConnective(at: next) { break }
      }
      if place > start, character.isWhitespace || character == "(" { try checkNoComparison(at: place + 1, from: start) }
      place += 1
    }
    var end = place
    while end > start, characters[end - 1].isWhitespace { end -= 1 }
    place = end
    return .init(text: String(characters[start..<end]))
  }

  private mutating func quotedValue() throws(ConditionError) -> ConditionSyntax.Value {
    let (start, quote) = (place, characters[place])
    var value = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      guard character == quote else {
        value.append(character)
        continue
      }
      // A doubled quote stands for one quote.
      if place < characters.count, characters[place] == quote {
        value.append(quote)
        place += 1
        continue
      }
      if place < characters.count, characters[place] != ")", !characters[place].isWhitespace {
        throw error(
          place..<place + 1, .textAfterQuote(String(characters[place])))
      }
      return .init(text: value, isQuoted: true)
    }
    throw error(start..<start + 1, .unclosedQuote(String(quote)))
  }

  /// Throws an error if a value without quotes is followed by what looks like another comparison.
  private func checkNoComparison(at next: Int, from start: Int) throws(ConditionError) {
    let name = run(from: next, while: \.isName)
    guard !name.isEmpty, let found = operatorText(at: next + name.count) else { return }
    // The word before it may be a connective that is not in capitals.
    var end = next
    while end > start, characters[end - 1].isWhitespace || characters[end - 1] == "(" { end -= 1 }
    var first = end
    while first > start, !characters[first - 1].isWhitespace { first -= 1 }
    let word = String(characters[first..<end])
    let meant = ["and": "AND", "&&": "AND", "&": "AND", "or": "OR", "||": "OR", "|": "OR", "not": "NOT"]
    if first > start, let meant = meant[word.lowercased()] {
      throw error(
        first..<end, .smallConnective(word: word, meant: meant))
    }
    throw error(
      next..<next + name.count + found.text.count, .comparisonInValue(name + found.text))
  }

  // MARK: - Characters

  private mutating func skipBlanks() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
  }

  /// Whether a value can't continue at a place.
  private func isEnd(of place: Int) -> Bool {
    place == characters.count || characters[place] == ")" || isConnective(at: place)
  }

  /// Whether AND or OR begins at a place, and ends a value.
  private func isConnective(at place: Int) -> Bool {
    let word = run(from: place) { !$0.isWhitespace && $0 != "(" }
    return word == "AND" || word == "OR"
  }

  /// The longest operator at a place, so that `>=` is not read as `>`.
  private func operatorText(at place: Int) -> (text: String, ConditionSyntax.Operator)? {
    let rest = String(characters[min(place, characters.count)...].prefix(2))
    return ConditionSyntax.Operator.all.filter { rest.hasPrefix($0.text) }.max { $0.text.count < $1.text.count }
  }

  private func run(from place: Int, while condition: (Character) -> Bool) -> String {
    String(characters[min(place, characters.count)...].prefix(while: condition))
  }

  private func error(
    _ place: Range<Int>, _ kind: ConditionFault, found: String = "", candidates: [String] = []
  ) -> ConditionError {
    ConditionError(text, at: place, kind, found: found, candidates: candidates)
  }
}

extension Character {
  /// Whether names may contain the character.
  fileprivate var isName: Bool { isLetter || isNumber || self == "_" }
}
