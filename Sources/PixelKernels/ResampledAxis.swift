import PixelCore
import Synchronization

/// How an axis is resampled: everything that its weights depend on.
public struct ResampledAxis: Hashable, Sendable {
  /// Pixels of the source axis.
  public var inputLength: Int
  /// Samples that it becomes.
  public var outputLength: Int
  /// The window of the source that they show, in pixels and their fractions.
  public var start: Double
  public var length: Double
  public var kernel: ResamplingKernel
  /// Whether the samples to resample are of chroma, of which a decoder would make the pixels by interpolating.
  public var chroma: Chroma?
  /// Whether the result is half as many samples, each the mean of two neighbours: what an encoder would make of chroma.
  public var isAveragedByTwo = false

  /// Samples that stand in the middle of some pixels each.
  public struct Chroma: Hashable, Sendable {
    public var inputLength: Int
    public var step: Int

    public init(inputLength: Int, step: Int) { (self.inputLength, self.step) = (inputLength, step) }
  }

  public init(
    inputLength: Int, outputLength: Int, start: Double, length: Double, kernel: ResamplingKernel, chroma: Chroma? = nil,
    isAveragedByTwo: Bool = false
  ) {
    (self.inputLength, self.outputLength) = (inputLength, outputLength)
    (self.start, self.length, self.kernel) = (start, length, kernel)
    (self.chroma, self.isAveragedByTwo) = (chroma, isAveragedByTwo)
  }

  /// The axis' weights for pixels or samples of a depth. They are kept for the next picture of the same size.
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
    if isAveragedByTwo { matrix = matrix.averagedByTwo() }
    return ResampleWeights(matrix, depth: depth)
  }
}

private struct WeightsKey: Hashable {
  let axis: ResampledAxis
  let depth: PixelFormat.Depth
}

/// The weights of the last axes, in little memory: those of a few outputs of photos of a few sizes.
private struct KeptWeights {
  private static let mostBytes = 4 << 20
  private var weights: [WeightsKey: ResampleWeights] = [:]
  private var byteCount = 0

  subscript(key: WeightsKey) -> ResampleWeights? { weights[key] }

  mutating func keep(_ new: ResampleWeights, as key: WeightsKey) {
    // Weights that would leave no room for others are made anew each time.
    if new.byteCount > Self.mostBytes / 8 || weights[key] != nil { return }
    if byteCount + new.byteCount > Self.mostBytes { (weights, byteCount) = ([:], 0) }
    weights[key] = new
    byteCount += new.byteCount
  }
}

private let kept = Mutex(KeptWeights())
