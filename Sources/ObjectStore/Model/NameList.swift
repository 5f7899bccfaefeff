import Foundation
import Text

/// Lists of names as people write them: separated by commas. A name that contains a comma is in quotes, as in CSV.
extension String {
  /// The names in the list, without spaces around them, and without repetitions, regardless of case. Within quotes, two
  /// quotes mean one. A quote without a closing one is part of the name.
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

  /// The name as written in a list.
  public var listedName: String {
    contains(",") || hasPrefix("\"") ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
  }
}

extension Substring {
  /// The name up to the next comma, and the rest from that comma on.
  fileprivate var plainName: (name: String, behind: Substring) {
    let end = firstIndex(of: ",") ?? endIndex
    return (self[..<end].trimmingCharacters(in: .whitespacesAndNewlines), self[end...])
  }

  /// The quoted name at the beginning, and the rest from the comma on; nil if there is no such name.
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
