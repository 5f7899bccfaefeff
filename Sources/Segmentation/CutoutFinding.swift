import Parameters
import PixelCore

/// What is found of a product before a plain backdrop.
package struct CutoutFinding {
  /// Why a product cannot be cut out.
  package enum Reason: Equatable {
    /// So many of a hundred parts of the border agree on a backdrop.
    case noBackdrop(support: Int)
    /// The backdrop's pixels are so many levels apart.
    case noisy(Double)
    /// The backdrop's colour changes by so many levels.
    case uneven(Double)
    /// There is nothing but the backdrop, or no more than dust.
    case nothingThere
    /// So many of a hundred pixels of the contour stand out from the backdrop, and so many have to.
    case faint(confidence: Int, least: Int)
  }

  static let mostNoise = 1.0
  static let mostSpread = 6.0

  /// What belongs where, with the shadow told apart and the edges marked; nil where there is a reason against it.
  package let map: RegionMap?
  let backdrop: PlainBackdrop
  package let reason: Reason?
  /// Where the product is, as far as that was found.
  package let content: Content?

  /// Looks for the product.
  ///
  /// - Parameter leastConfidence: In percent.
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
    // Before shadows are told apart: a product as pale as the backdrop would pass for one.
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
      // Where all of it passes for a shadow there is no product.
      reason = confidence < leastConfidence ? .faint(confidence: confidence, least: leastConfidence) : .nothingThere
      self.map = nil
      return
    }
    map.markEdges()
    (self.map, reason) = (map, nil)
  }
}

extension PlainBackdrop {
  /// Why it is not plain enough to tell a product from it.
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
  /// In words that stand behind “because”: what was found, and what is allowed.
  package var text: String {
    switch self {
    case .noBackdrop(let support): Content.Reason.noBackdrop(support: support).text
    case .noisy(let levels):
      "the backdrop is not plain: its pixels differ by \(levels.tenths) levels, and 1 is allowed"
    case .uneven(let levels): "the backdrop is not even: it changes by \(levels.tenths) levels, and 6 are allowed"
    case .nothingThere: Content.Reason.nothingThere.text
    case .faint(let confidence, let least):
      "\(confidence) % of the product's contour stands out from the backdrop, and `minimumConfidence` is \(least) %"
    }
  }
}

extension CutoutFinding.Reason {
  /// The same without the photo's figures, to be counted by.
  package var word: String {
    switch self {
    case .noBackdrop(let support): Content.Reason.noBackdrop(support: support).word
    case .noisy: "too noisy"
    case .uneven: "too uneven"
    case .nothingThere: Content.Reason.nothingThere.word
    case .faint: "contour too faint"
    }
  }
}

extension Double {
  /// With one digit behind the point, rounded up, so that what is too much never reads as if it were not.
  fileprivate var tenths: Double { (self * 10).rounded(.up) / 10 }
}
