import Parameters
import PixelCore

/// The result of searching for a product in front of a plain backdrop.
package struct CutoutFinding {
  /// The reason why a product can't be cut out.
  package enum Reason: Equatable {
    /// Only this percentage of the border's cells agrees on a backdrop.
    case noBackdrop(support: Int)
    /// The noise of the backdrop, in levels, is too high.
    case noisy(Double)
    /// The backdrop's colour varies by this many levels, which is too much.
    case uneven(Double)
    /// The picture contains only the backdrop, or specks of dust.
    case nothingThere
    /// Only `confidence` percent of the contour stands out from the backdrop, and `least` is required.
    case faint(confidence: Int, least: Int)
  }

  static let mostNoise = 1.0
  static let mostSpread = 6.0

  /// The region of each pixel, with shadows separated and edges marked. Nil if the product can't be cut out.
  package let map: RegionMap?
  let backdrop: PlainBackdrop
  package let reason: Reason?
  /// Where the product is, if it was found.
  package let content: Content?

  /// Searches for the product.
  ///
  /// - Parameter leastConfidence: Minimum confidence in percent.
  package init(in seen: PixelLevels, holes: EnclosedBackdrop, leastConfidence: Int) {
    let backdrop = PlainBackdrop(of: seen)
    self.backdrop = backdrop
    if let reason = backdrop.reason {
      (self.reason, map, content) = (reason, nil, nil)
      return
    }
    var map = RegionMap(of: seen, before: backdrop, holes: holes)
    guard let whole = map.box({ $0 == .product }) else {
      (reason, self.map, content) = (.nothingThere, nil, nil)
      return
    }
    // Measured before shadows are separated, because a product as pale as the backdrop would be taken for a shadow.
    var marked = map
    marked.markEdges()
    let scene = Matte.Scene(levels: seen, colors: backdrop.colors)
    let confidence = Matte(of: scene, seenAs: scene, marked).confidence
    map.takeShadows(of: seen, before: backdrop.colors)
    let box = map.box { $0 == .product }
    content = Content(
      size: seen.size, box: box ?? whole, boxWithShadow: whole, backdrop: .flat(Color(levels: backdrop.colors.middle)),
      support: backdrop.support, confidence: confidence)
    guard box != nil, confidence >= leastConfidence else {
      // If everything is a shadow, there is no product.
      reason = confidence < leastConfidence ? .faint(confidence: confidence, least: leastConfidence) : .nothingThere
      self.map = nil
      return
    }
    map.markEdges()
    (self.map, reason) = (map, nil)
  }
}

extension PlainBackdrop {
  /// Why the backdrop isn't plain enough to find a product.
  fileprivate var reason: CutoutFinding.Reason? {
    if support < Content.leastSupport { return .noBackdrop(support: support) }
    if noise > CutoutFinding.mostNoise { return .noisy(noise) }
    if spread > CutoutFinding.mostSpread { return .uneven(spread) }
    return nil
  }
}

extension Color {
  fileprivate init(levels: SIMD4<Double>) {
    let rounded = SIMD4<UInt8>((levels + 0.5).rounded(.down))
    self.init(red: rounded.x, green: rounded.y, blue: rounded.z)
  }
}

extension CutoutFinding.Reason {
  /// The reason with its limit, worded to follow "because".
  package var text: String {
    switch self {
    case .noBackdrop(let support): Content.Reason.noBackdrop(support: support).text
    case .noisy(let levels):
      "the backdrop is not plain: its pixels differ by \(levels.tenths) levels, and 1 is allowed"
    case .uneven(let levels): "the backdrop is not even: it changes by \(levels.tenths) levels, and 6 are allowed"
    case .nothingThere: Content.Reason.nothingThere.text
    case .faint(let confidence, let least):
      "\(confidence) % of the product's outline stands out from the backdrop, and `minimumConfidence` is \(least) %"
    }
  }
}

extension CutoutFinding.Reason {
  /// The reason without numbers, for counting.
  package var word: String {
    switch self {
    case .noBackdrop(let support): Content.Reason.noBackdrop(support: support).word
    case .noisy: "too noisy"
    case .uneven: "too uneven"
    case .nothingThere: Content.Reason.nothingThere.word
    case .faint: "outline too faint"
    }
  }
}

extension Double {
  /// The number rounded up to one decimal, so that a value above a limit is never shown as equal to it.
  fileprivate var tenths: Double { (self * 10).rounded(.up) / 10 }
}

extension CutoutFinding.Reason {
  /// Whether the backdrop was refused because of its light or noise, not because there is none.
  package var isOfLight: Bool {
    switch self {
    case .noisy, .uneven, .noBackdrop: true
    case .nothingThere, .faint: false
    }
  }
}
