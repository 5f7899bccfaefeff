/// A token of a condition.
struct ConditionToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    case `operator`(ConditionSyntax.Operator)
    /// A value always follows an operator, and may be empty. `IN` is followed by one or more values, `BETWEEN` by two.
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
/// the value. In a list, a value ends at a comma, and may contain AND and OR. Text that looks as if an AND was forgotten
/// is an error, not part of a value.
struct ConditionLexer {
  private let text: String
  private let characters: [Character]
  private var place = 0

  /// Creates a lexer at the beginning of the text.
  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// Returns all tokens; the last is `end`.
  mutating func tokens() throws(ConditionError) -> [ConditionToken] {
    var tokens: [ConditionToken] = []
    while true {
      skipBlanks()
      let start = place
      let kind = try kind()
      if case .name(let word) = kind, ["in", "between"].contains(word.lowercased()),
        case .name(let name)? = tokens.last?.kind
      {
        throw error(start..<place, .noOperator(after: name, found: word), found: word, candidates: ["IN", "BETWEEN"])
      }
      tokens.append(ConditionToken(kind: kind, place: start..<place))
      switch kind {
      case .operator(.oneOf): tokens += try list()
      case .operator(.between): tokens += try bounds()
      case .operator: tokens.append(try valueToken())
      case .end: return tokens
      default: break
      }
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
    let word = keyPath(from: place)
    place += word.count
    return switch word {
    case "AND": .and
    case "OR": .or
    case "NOT": .not
    case "IN": .operator(.oneOf)
    case "BETWEEN": .operator(.between)
    default: .name(word)
    }
  }

  // MARK: - Values

  /// Reads the values in the parentheses that follow `IN`.
  private mutating func list() throws(ConditionError) -> [ConditionToken] {
    skipBlanks()
    let open = place
    guard place < characters.count, characters[place] == "(" else {
      let found = run(from: place) { !$0.isWhitespace }
      throw error(
        place..<place + found.count, .noList(found: found.isEmpty ? nil : found.excerpt), found: found.excerpt)
    }
    var values: [ConditionToken] = []
    repeat {
      place += 1
      values.append(try valueToken(isListed: true))
      skipBlanks()
      guard place < characters.count else { throw error(open..<open + 1, .unclosedParenthesis) }
      guard characters[place] == "," || characters[place] == ")" else {
        throw error(place..<place + 1, .textAfterQuote(String(characters[place])))
      }
    } while characters[place] == ","
    place += 1
    return values
  }

  /// Reads the two values that follow `BETWEEN`.
  private mutating func bounds() throws(ConditionError) -> [ConditionToken] {
    let least = try valueToken()
    skipBlanks()
    guard run(from: place, while: \.isName) == "AND" else { throw error(least.place, .noUpperBound) }
    place += 3
    return [least, try valueToken()]
  }

  /// Reads the value after an operator.
  private mutating func valueToken(isListed: Bool = false) throws(ConditionError) -> ConditionToken {
    let end = place
    skipBlanks()
    // If a connective follows, the value is empty, and its position is directly after the operator.
    let start = isEnd(of: place) ? end : place
    let value = try value(isApart: place > end, isListed: isListed)
    return ConditionToken(kind: .value(value), place: start..<max(start, place))
  }

  /// - Parameters:
  ///   - isApart: Whether there is a space between the value and its operator.
  ///   - isListed: Whether the value is in a list.
  private mutating func value(isApart: Bool, isListed: Bool) throws(ConditionError) -> ConditionSyntax.Value {
    if place < characters.count, characters[place] == "\"" || characters[place] == "'" {
      return try quotedValue(isListed: isListed)
    }
    let start = place
    var depth = 0
    if isApart, !isListed, isConnective(at: place) { return .init(text: "") }
    while place < characters.count {
      let character = characters[place]
      if character == ",", isListed, depth == 0 { break }
      if character == "(" { depth += 1 }
      if character == ")" {
        if depth == 0 { break }
        depth -= 1
      }
      if character.isWhitespace, !isListed {
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

  private mutating func quotedValue(isListed: Bool) throws(ConditionError) -> ConditionSyntax.Value {
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
      // A doubled quote means one quote.
      if place < characters.count, characters[place] == quote {
        value.append(quote)
        place += 1
        continue
      }
      let isAtEnd = place == characters.count || characters[place] == ")" || characters[place].isWhitespace
      if !isAtEnd, !isListed || characters[place] != "," {
        throw error(
          place..<place + 1, .textAfterQuote(String(characters[place])))
      }
      return .init(text: value, isQuoted: true)
    }
    throw error(start..<start + 1, .unclosedQuote(String(quote)))
  }

  /// Throws an error if a value without quotes seems to be followed by another comparison.
  private func checkNoComparison(at next: Int, from start: Int) throws(ConditionError) {
    let name = keyPath(from: next)
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

  /// Whether a value can't continue at a position.
  private func isEnd(of place: Int) -> Bool {
    place == characters.count || characters[place] == ")" || isConnective(at: place)
  }

  /// Whether AND or OR begins at a position, and ends a value.
  private func isConnective(at place: Int) -> Bool {
    let word = run(from: place) { !$0.isWhitespace && $0 != "(" }
    return word == "AND" || word == "OR"
  }

  /// Returns the longest operator at a position, so that `>=` is not read as `>`.
  private func operatorText(at place: Int) -> (text: String, ConditionSyntax.Operator)? {
    let rest = String(characters[min(place, characters.count)...].prefix(2))
    return ConditionSyntax.Operator.signs.filter { rest.hasPrefix($0.text) }.max { $0.text.count < $1.text.count }
  }

  /// Returns the names joined by points that start at a position, such as `customer.name`.
  private func keyPath(from place: Int) -> String {
    var path = run(from: place, while: \.isName)
    while place + path.count + 1 < characters.count, !path.isEmpty, characters[place + path.count] == ".",
      characters[place + path.count + 1].isName
    {
      path += "." + run(from: place + path.count + 1, while: \.isName)
    }
    return path
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
