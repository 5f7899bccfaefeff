import PixelCore

/// The parameters of a Gaussian blur: how often the image is halved first, and the weights of the sums that follow.
///
/// Halving with the binomial weights 1 4 6 4 1, and doubling with the same weights, each add (4ⁿ − 1) / 3 to the
/// variance after n halvings. The Gaussian applied in between supplies the rest of the variance. The weights' sums,
/// means and variances are the same wherever a pixel is on the coarse grid. So the Gaussian in between is accurate even
/// with a σ of only 2.3 coarse pixels.
///
/// An image is halved as long as σ is at least 2.5 pixels of the half. Over all images, including the worst constructed
/// ones, the weights are then within 0.07 of a level of 255 of the Gaussian along each axis. [1 3 3 1] with linear
/// interpolation takes five times as long for that accuracy (its σ has to be 8), and three boxes are off by several
/// levels.
package struct GaussianWeights: Sendable {
  /// How often the image is halved before blurring, and doubled afterwards.
  public let halvings: Int
  /// Number of neighbours on each side with a weight; 0 if the Gaussian is too narrow to change a pixel.
  public let radius: Int
  /// The weight of the middle, then the weights of pairs of neighbours, nearest first, in 1/32768. A 0 after them makes
  /// their number even. They sum to 32768.
  let taps: [Int16]

  /// Creates the weights for a non-negative standard deviation in pixels.
  ///
  /// The Gaussian is sampled at whole pixels up to four standard deviations. The result is the same on every machine
  /// (``ExactMath``).
  public init(sigma: Double) {
    var halvings = 0
    while sigma / Double(1 << (halvings + 1)) >= 2.5 { halvings += 1 }
    let scale = Double(1 << halvings)
    let variance = (sigma * sigma - 2 * (scale * scale - 1) / 3) / (scale * scale)
    self.halvings = halvings

    let reach = Int((4 * variance.squareRoot()).rounded(.up))
    let values = (0..<reach + 1).map { variance == 0 ? 0 : ExactMath.exponential(-Double($0 * $0) / (2 * variance)) }
    let total = 2 * values.reduce(0, +) - values[0]
    var pairs = values.dropFirst().map { Int((2 * $0 / total * 32768).rounded()) }
    while pairs.last == 0 { pairs.removeLast() }
    radius = pairs.count
    let middle = 32768 - pairs.reduce(0, +)
    // The middle's weight alone, 32768, doesn't fit into 16 bits. It isn't needed, because nothing is weighed.
    taps = radius == 0 ? [] : ([middle] + pairs + (radius % 2 == 0 ? [0] : [])).map(Int16.init)
  }

  /// Returns the weight of the two neighbours at a distance together, or of the middle for 0, in 1/32768.
  public func weight(_ distance: Int) -> Int { Int(taps[distance]) }

  /// Returns how far, in pixels, the blurred image extends beyond the original: 3 standard deviations, rounded up.
  public static func extent(sigma: Double) -> Int { Int((3 * sigma).rounded(.up)) }

  /// Returns the halved length. The half starts one pixel before the first pixel and ends where only the last pixel
  /// contributes, so that everything further out equals the half's ends.
  public static func halved(_ length: Int) -> Int { length / 2 + 3 }
}
