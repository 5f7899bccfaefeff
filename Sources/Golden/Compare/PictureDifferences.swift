import PixelCore

/// What a comparison has found: of what was looked at, in numbers.
public struct PictureDifferences: Sendable {
  /// The size of the picture that was expected.
  public let expected: PixelSize
  /// The size of the picture that is there.
  public let actual: PixelSize
  /// Whether the files have the same bytes, so that only one was decoded, to see that it is a whole picture.
  public var hasSameBytes = false
  /// Why the pictures are not the same; empty where they are.
  public var objections: [Objection] = []
  /// Pixels that both have and that were looked at.
  public var seen = 0
  /// Pixels of those that differ at all.
  public var changed = 0
  /// Pixels of those that differ by more than is allowed.
  public var different = 0
  /// Pixels that differ by more, but only by how an edge was drawn, and were not counted.
  public var antialiased = 0
  /// Pixels that only one of the pictures has.
  public var unmatched = 0
  /// The largest difference of a channel, in levels of 255.
  public var largest = 0.0
  /// The largest distance in OKLab, in hundredths, where that was measured.
  public var farthest: Double?
  /// How alike the pictures are, where that was measured: on average, and in the window where they are least. Of
  /// brightness and colour, what is less alike.
  public var similarity: (mean: Double, lowest: Double, window: PixelRect)?
  /// The window of 8 × 8 pixels with the most different pixels.
  public var densest: (pixels: Int, window: PixelRect)?
  /// Where different pixels are, the largest places first: ``damageLimit`` at most.
  public var damage: [Damage] = []
  /// How many such places there are.
  public var damageCount = 0

  /// How many places ``damage`` lists.
  public static let damageLimit = 100

  init(expected: PixelSize, actual: PixelSize) { (self.expected, self.actual) = (expected, actual) }

  /// What is found of two files with the same bytes.
  public static func sameBytes(_ size: PixelSize) -> PictureDifferences {
    var result = PictureDifferences(expected: size, actual: size)
    result.hasSameBytes = true
    result.seen = size.pixelCount
    return result
  }

  /// Whether the pictures count as the same.
  public var isSame: Bool { objections.isEmpty }

  /// Whether no pixel that was looked at differs at all.
  public var isIdentical: Bool { isSame && changed == 0 && unmatched == 0 }

  /// Why pictures are not the same.
  public enum Objection: Hashable, Sendable {
    /// The pictures have different sizes.
    case size(expected: PixelSize, actual: PixelSize)
    /// Regions and mask leave no pixel to look at.
    case nothingSeen
    /// More pixels differ than may.
    case pixels(Int, allowed: Int)
    /// A window has more different pixels than it may.
    case density(pixels: Int, of: Int, window: PixelRect, allowed: Double)
    /// The embedded colour profiles differ; nil where there is none.
    case profile(expected: String?, actual: String?)
    /// The pictures are stored turned in different ways.
    case orientation(expected: Orientation, actual: Orientation)
  }
}

extension PictureDifferences.Objection: CustomStringConvertible {
  /// The objection as a sentence without its stop.
  public var description: String {
    switch self {
    case .size(let expected, let actual): "it has \(actual) pixels; \(expected) were expected"
    case .nothingSeen: "no pixel was compared: the regions and the mask exclude them all"
    case .pixels(let count, let allowed):
      "\(count.grouped) \(count == 1 ? "pixel differs" : "pixels differ"); "
        + (allowed == 0
          ? "none \(count == 1 ? "is" : "are") allowed to"
          : "at most \(allowed.grouped) \(allowed == 1 ? "is" : "are") allowed")
    case .density(let count, let total, let window, let allowed):
      "\(count) of \(total) pixels differ at \(window.origin), but only \(allowed.percentage) of an 8 × 8 window may"
    case .profile(let expected, let actual):
      "its colour profile is \(actual ?? "none"); expected was \(expected ?? "none")"
    case .orientation(let expected, let actual):
      "it is stored with orientation \(actual.rawValue); expected was \(expected.rawValue)"
    }
  }
}

extension Int {
  /// The number with a comma before every three digits: `39,999`.
  package var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}

extension Double {
  /// A share as people write it, with all that they wrote: `6.25 %`.
  var percentage: String { (self * 100).short(6) + " %" }

  /// The number with up to so many digits behind the point. What is not quite 0, or not quite `whole`, is never shown as
  /// if it were: `< 0.01`, `> 99.99`.
  package func short(_ digits: Int, of whole: Int? = nil) -> String {
    let factor = (0..<digits).reduce(1) { factor, _ in factor * 10 }
    let units = (self * Double(factor)).rounded()
    guard abs(units) < 0x1p53 else { return String(self) }
    func text(_ units: Int) -> String {
      let rest = String(units.magnitude % UInt(factor))
      var text = "\(units < 0 ? "-" : "")\(units.magnitude / UInt(factor))."
      text += String(repeating: "0", count: digits - min(digits, rest.count)) + (digits > 0 ? rest : "")
      while let last = text.last, last == "0" || last == "." {
        text.removeLast()
        if last == "." { break }
      }
      return text
    }
    for round in [0, whole].compactMap({ $0 }) where Int(units) == round * factor && self != Double(round) {
      return self < Double(round) ? "> " + text(round * factor - 1) : "< " + text(round * factor + 1)
    }
    return text(Int(units))
  }
}
