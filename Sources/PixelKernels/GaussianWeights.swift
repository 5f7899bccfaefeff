import PixelCore

/// How an image is blurred with a Gaussian: how often it is halved first, and the weights of what is then summed.
///
/// Halving with the binomial weights 1 4 6 4 1 and doubling with the same adds (4ⁿ − 1) / 3 to the variance each, after n
/// halvings; the Gaussian between supplies the rest. Both weigh a cell's neighbours so that sums, means and variances are the
/// same wherever a pixel lies on the grid, which is why no more than 2.3 cells of σ have to be left.
///
/// An image is halved as often as σ stays at 2.5 pixels of it or above. Over all images, also such as are made to be the worst,
/// the weights are then within 0.07 of a level of 255 of the Gaussian along each axis; [1 3 3 1] with linear interpolation takes
/// five times as long at that (its σ has to be 8), and three boxes are off by several levels.
package struct GaussianWeights: Sendable {
  /// How often the image is halved before it is blurred, and doubled after.
  public let halvings: Int
  /// Neighbours on each side that are weighed. 0 where the Gaussian is too narrow to change a pixel.
  public let radius: Int
  /// The weight of the middle, then those of its neighbours two by two, the nearest first, in 32768ths; a 0 behind them makes
  /// their number even. They sum to 32768.
  let taps: [Int16]

  /// The weights for a standard deviation in pixels, which is not negative.
  ///
  /// The Gaussian is sampled at whole pixels as far as four standard deviations. The same on every machine (``ExactMath``).
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
    // Alone it is no weight that 16 bits hold, and nothing is weighed.
    taps = radius == 0 ? [] : ([middle] + pairs + (radius % 2 == 0 ? [0] : [])).map(Int16.init)
  }

  /// The weight of the two neighbours at a distance together, or of the middle at 0, in 32768ths.
  public func weight(_ distance: Int) -> Int { Int(taps[distance]) }

  /// How far, in pixels, the blurred image reaches beyond where there was something: 3 standard deviations, rounded up.
  public static func extent(sigma: Double) -> Int { Int((3 * sigma).rounded(.up)) }

  /// How long the half of a length is: it begins one place before the first pixel and ends where nothing but the last pixel counts,
  /// so that whatever lies farther out is as its ends are.
  public static func halved(_ length: Int) -> Int { length / 2 + 3 }
}
