import PixelCore
import Synchronization

/// The resampling of an axis: everything that its weights depend on.
package struct ResampledAxis: Hashable, Sendable {
  /// Pixels of the source axis.
  public var inputLength: Int
  /// Samples of the resized axis.
  public var outputLength: Int
  /// The window of the source to show, in pixels with fractions.
  public var start: Double
  public var length: Double
  public var kernel: ResamplingKernel
  /// Set if the input samples are chroma, from which a decoder would interpolate the pixels.
  public var chroma: Chroma?
  /// Number of pixels, or of chroma samples, that are averaged in each input sample.
  public var meansOf = 1
  /// Whether the result has half as many samples, each the mean of two neighbours, as an encoder would make chroma.
  public var isAveragedByTwo = false
  /// Whether the neighbours averaged by ``isAveragedByTwo`` are paired from the end of the axis, for an axis that is
  /// reversed later.
  public var isPairedFromEnd = false
  /// How often the source is halved first (``halve(_:_:)``).
  public private(set) var halvings = 0

  /// Samples that are each centred on several pixels.
  public struct Chroma: Hashable, Sendable {
    public var inputLength: Int
    public var step: Int

    public init(inputLength: Int, step: Int) { (self.inputLength, self.step) = (inputLength, step) }
  }

  public init(
    inputLength: Int, outputLength: Int, start: Double, length: Double, kernel: ResamplingKernel, chroma: Chroma? = nil,
    meansOf: Int = 1, isAveragedByTwo: Bool = false, isPairedFromEnd: Bool = false
  ) {
    (self.inputLength, self.outputLength) = (inputLength, outputLength)
    (self.start, self.length, self.kernel) = (start, length, kernel)
    (self.chroma, self.meansOf) = (chroma, meansOf)
    (self.isAveragedByTwo, self.isPairedFromEnd) = (isAveragedByTwo, isPairedFromEnd)
  }

  /// Sets the halvings of two axes (`Kernels.halvePixels`): as many as leave at least 4½ by 4½ values for each value of
  /// the result.
  ///
  /// If the result is much smaller, halving first saves most of the work, and most of the rows to hold. The cost is a
  /// small rounding error: compared with float64, sharp photos reduced 9 to 30 times have a PSNR of 58.4 to 59.1 dB,
  /// and hardly any value is off by more than a level. Rounded only once, they have 58.7 to 59.5 dB. Leaving half as
  /// many values would lower this to 55 to 58 dB.
  ///
  /// A box isn't halved, because its sharp ends need single pixels.
  public static func halve(_ columns: inout ResampledAxis, _ rows: inout ResampledAxis) {
    guard columns.kernel != .box else { return }
    var (ratio, halvings) = (min(columns.ratio, rows.ratio), 0)
    while ratio >= 9 { (ratio, halvings) = (ratio / 2, halvings + 1) }
    (columns.halvings, rows.halvings) = (halvings, halvings)
  }

  /// Number of source values per value of the result.
  private var ratio: Double {
    let values = length / Double((chroma?.step ?? 1) * meansOf)
    return values / Double(isAveragedByTwo ? (outputLength + 1) / 2 : outputLength)
  }

  /// Returns the axis' weights for pixels or samples of a depth. Caches them for the next picture of the same size.
  public func weights(depth: PixelFormat.Depth) -> ResampleWeights {
    let key = WeightsKey(axis: self, depth: depth)
    if let weights = kept.withLock({ $0[key] }) { return weights }
    let weights = makeWeights(depth: depth)
    kept.withLock { $0.keep(weights, as: key) }
    return weights
  }

  private func makeWeights(depth: PixelFormat.Depth) -> ResampleWeights {
    var matrix = ResampleMatrix(
      inputLength: inputLength, outputLength: outputLength, start: start, length: length, kernel: kernel)
    if let chroma { matrix = matrix.interpolated(from: chroma.inputLength, step: chroma.step) }
    if meansOf > 1 { matrix = matrix.ofMeans(of: meansOf) }
    if isAveragedByTwo { matrix = matrix.averagedByTwo(fromEnd: isPairedFromEnd) }
    for _ in 0..<halvings { matrix = matrix.ofMeansOfTwo() }
    return ResampleWeights(matrix, depth: depth)
  }
}

private struct WeightsKey: Hashable {
  let axis: ResampledAxis
  let depth: PixelFormat.Depth
}

/// A small cache of weights: enough for a few outputs of photos of a few sizes.
private struct KeptWeights {
  private static let mostBytes = 4 << 20
  private var weights: [WeightsKey: ResampleWeights] = [:]
  private var byteCount = 0

  subscript(key: WeightsKey) -> ResampleWeights? { weights[key] }

  mutating func keep(_ new: ResampleWeights, as key: WeightsKey) {
    // Don't cache weights larger than an eighth of the cache.
    if new.byteCount > Self.mostBytes / 8 || weights[key] != nil { return }
    if byteCount + new.byteCount > Self.mostBytes { (weights, byteCount) = ([:], 0) }
    weights[key] = new
    byteCount += new.byteCount
  }
}

private let kept = Mutex(KeptWeights())
