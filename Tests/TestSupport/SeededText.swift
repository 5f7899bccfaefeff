import Foundation

extension String {
  /// Text of up to twelve characters, many of which are special in JSON or CSV.
  public static func random(using generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "B", "7", " ", "\"", "\\", ",", ";", "\t", "\r", "\n", "\0", "\u{1f}", "/", "=", "-", "@", "é", "e",
      "\u{301}",
      "\u{2028}", "€", "😀", "\u{feff}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      text.unicodeScalars.append(scalars.randomElement(using: &generator)!)
    }
    return text
  }
}

extension Data {
  /// The bytes with a few changed, removed, repeated or moved.
  public func damaged(using generator: inout SeededGenerator) -> Data {
    var bytes = Array(self)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard let place = bytes.indices.randomElement(using: &generator) else { break }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = .random(in: .min ... .max, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes[place] = bytes.randomElement(using: &generator)!
      }
    }
    return Data(bytes)
  }
}
