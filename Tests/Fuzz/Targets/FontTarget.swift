import Filters
import ImageCodecs
import PixelCore
import TestSupport
import Typesetting

/// A font and a text with Latin, Arabic and marks: the font is either refused, or the text drawn.
enum FontTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    if file.starts(with: [0, 1, 0, 0]) || file.starts(with: Array("OTTO".utf8)) { return [file] }
    var builder = FontBuilder()
    for letter in "Aé\u{628}" {
      builder.add(letter, width: 600, [[(0, 0), (0, 500), (500, 500)], [(9, 9), (70, 9), (9, 70)]])
    }
    return [builder.bytes]
  }

  static func take(_ input: [UInt8]) {
    guard let font = try? input.withUnsafeBytes({ try Font($0, name: "fuzzed") }) else { return }
    for text in ["Aé A\u{301}", "\u{628}\u{628} A"] {
      _ = try? Text(text, size: 20, stroke: .white).makeImage(
        in: .encodedPremultiplied, RenderContext(typefaces: ["": Typeface([font])]))
    }
  }
}
