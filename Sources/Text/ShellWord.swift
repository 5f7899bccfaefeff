/// A word for the shell, quoted where it has to be.
///
/// Characters that a terminal would act on or not show are written as bytes, in the `$'…'` of bash and zsh: what is
/// pasted into a terminal must be what was read.
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
  // By its scalars: a mark behind it would make another character of the quote.
  let inner = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { inner, scalar in
    inner.append(contentsOf: scalar == "'" ? Array("'\\''".unicodeScalars) : [scalar])
  }
  return "'\(String(inner))'"
}
