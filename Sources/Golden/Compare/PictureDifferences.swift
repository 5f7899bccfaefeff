import PixelCore

/// The result of a comparison, in numbers.
public struct PictureDifferences: Sendable {
  /// Size of the expected picture.
  public let expected: PixelSize
  /// Size of the actual picture.
  public let actual: PixelSize
  /// Whether the files have equal bytes, so that only one was decoded, to check that it is a complete picture.
  public var hasSameBytes = false
  /// Reasons why the pictures don't count as the same. Empty if they count as the same.
  public var objections: [Objection] = []
  /// Number of compared pixels, which are inside both pictures and not ignored.
  public var seen = 0
  /// Number of compared pixels that differ at all.
  public var changed = 0
  /// Number of compared pixels that differ by more than is allowed.
  public var different = 0
  /// Number of pixels that differ by more than is allowed, but only in the anti-aliasing of an edge. They are not
  /// counted as different.
  public var antialiased = 0
  /// Number of pixels that are inside only one of the pictures.
  public var unmatched = 0
  /// Largest difference of a channel in levels of 255.
  public var largest = 0.0
  /// Largest distance in OKLab in hundredths, if it was measured.
  public var farthest: Double?
  /// The structural similarity, if it was measured: the average, and the lowest value with its window. Either number is
  /// the lower of the similarities of brightness and colour.
  public var similarity: (mean: Double, lowest: Double, window: PixelRect)?
  /// The window of 8 × 8 pixels with the most different pixels.
  public var densest: (pixels: Int, window: PixelRect)?
  /// Areas of different pixels, the largest first. At most ``damageLimit`` areas.
  public var damage: [Damage] = []
  /// Total number of areas of different pixels.
  public var damageCount = 0

  /// Maximum number of areas in ``damage``.
  public static let damageLimit = 100

  init(expected: PixelSize, actual: PixelSize) { (self.expected, self.actual) = (expected, actual) }

  /// Returns the result for two files with equal bytes.
  public static func sameBytes(_ size: PixelSize) -> PictureDifferences {
    var result = PictureDifferences(expected: size, actual: size)
    result.hasSameBytes = true
    result.seen = size.pixelCount
    return result
  }

  /// Whether the pictures count as the same.
  public var isSame: Bool { objections.isEmpty }

  /// Whether all compared pixels are equal.
  public var isIdentical: Bool { isSame && changed == 0 && unmatched == 0 }

  /// A reason why pictures don't count as the same.
  public enum Objection: Hashable, Sendable {
    /// The pictures have different sizes.
    case size(expected: PixelSize, actual: PixelSize)
    /// Regions and mask exclude every pixel.
    case nothingSeen
    /// More pixels differ than are allowed.
    case pixels(Int, allowed: Int)
    /// A window has more different pixels than are allowed.
    case density(pixels: Int, of: Int, window: PixelRect, allowed: Double)
    /// The embedded colour profiles differ. Nil for a picture without one.
    case profile(expected: String?, actual: String?)
    /// The pictures have different stored orientations.
    case orientation(expected: Orientation, actual: Orientation)
  }
}

extension PictureDifferences.Objection: CustomStringConvertible {
  /// The reason as a sentence without a full stop.
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
  /// The number with a comma between groups of three digits, such as `39,999`.
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
  /// The share in percent with all significant digits, such as `6.25 %`.
  var percentage: String { (self * 100).short(6) + " %" }

  /// Returns the number with up to `digits` decimals. A number that is nearly 0, or nearly `whole`, is never shown as
  /// equal to it, but as `< 0.01` or `> 99.99`.
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
