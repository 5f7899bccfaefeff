import Foundation

/// A pseudorandom sequence that its seed determines (SplitMix64: Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension String {
  /// Text of up to twelve characters, with many that have a meaning in JSON or CSV.
  static func random(using generator: inout SeededGenerator) -> String {
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
  /// The bytes with a few of them changed, left out, repeated or moved in from elsewhere.
  func damaged(using generator: inout SeededGenerator) -> Data {
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
