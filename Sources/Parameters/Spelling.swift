/// Helpers for names in messages: suggestions for unknown names, and lists of names.
package enum Spelling {
  /// Returns the shortest candidate that begins with `word`, or else the nearest one by edit distance, if the number of
  /// differences is at most a third of the length of `word`, or 1.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    if word.count > 2, let shortest = longer.min(by: { $0.count < $1.count }) { return shortest }
    let ranked = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= max(1, word.count / 3) ? best.0 : nil
  }

  /// Returns the suggestion that error messages add after the invalid name; empty if there is none.
  public static func suggestion(_ nearest: String?) -> String { nearest.map { " (did you mean `\($0)`?)" } ?? "" }

  /// Returns a list in words, with `conjunction` before the last: "a, b or c".
  public static func list(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the
  /// other, with each letter edited at most once (optimal string alignment).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
