/// Returns a word for the shell, quoted if necessary.
///
/// Characters that control a terminal or are invisible are written as bytes, in `$'…'` of bash and zsh. So a person who
/// pastes the word into a terminal has seen every character of it.
package func shellWord(_ text: String) -> String {
  guard !text.unicodeScalars.contains(where: \.isHidden) else {
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": word += "\\\(scalar)"
      case _ where scalar.isHidden: word += "\(scalar)".utf8.map { "\\x" + hexadecimal([$0]).uppercased() }.joined()
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }
  let plain = text.unicodeScalars.allSatisfy { scalar in
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "@", "%", "+", ":", ",", ".", "/", "-": true
    default: false
    }
  }
  if plain, !text.isEmpty { return text }
  // Iterates over scalars, because a combining mark after the quote would form another character with it.
  let inner = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { inner, scalar in
    inner.append(contentsOf: scalar == "'" ? Array("'\\''".unicodeScalars) : [scalar])
  }
  return "'\(String(inner))'"
}
