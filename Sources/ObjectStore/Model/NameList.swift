import Foundation
import Text

/// Lists of names as people write them: with commas between them, and a name with a comma in it in quotes, as in CSV.
extension String {
  /// The names in a list, without the space around them, each once whatever its case. Within quotes, two quotes stand for
  /// one; a quote that no other closes is part of its name.
  public var listedNames: [String] {
    var seen: Set<String> = []
    var (names, rest) = ([String](), self[...])
    while true {
      rest = rest.drop { $0.isWhitespace }
      let (name, behind) = rest.quotedName ?? rest.plainName
      if !name.isEmpty, seen.insert(name.nameFolded).inserted { names.append(name) }
      if behind.isEmpty { return names }
      rest = behind.dropFirst()
    }
  }

  /// The name as it stands in a list.
  public var listedName: String {
    contains(",") || hasPrefix("\"") ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
  }
}

extension Substring {
  /// The name up to the next comma, and what begins with that.
  fileprivate var plainName: (name: String, behind: Substring) {
    let end = firstIndex(of: ",") ?? endIndex
    return (self[..<end].trimmingCharacters(in: .whitespacesAndNewlines), self[end...])
  }

  /// The name in the quotes that it begins with, and the comma or nothing behind them; nil where that is not what it is.
  fileprivate var quotedName: (name: String, behind: Substring)? {
    guard first == "\"" else { return nil }
    var (name, rest) = ("", dropFirst())
    while let quote = rest.firstIndex(of: "\"") {
      name += rest[..<quote]
      rest = rest[quote...].dropFirst()
      guard rest.first == "\"" else {
        let behind = rest.drop { $0.isWhitespace }
        return behind.isEmpty || behind.first == ","
          ? (name.trimmingCharacters(in: .whitespacesAndNewlines), behind) : nil
      }
      name += "\""
      rest = rest.dropFirst()
    }
    return nil
  }
}
