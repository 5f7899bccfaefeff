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
    kept.withLock { kept in
      if kept.count >= mostKept { kept.removeAll() }
      kept[key] = weights
    }
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

/// Four axes for each of some outputs, of photos of some sizes: a megabyte or two.
private let mostKept = 128
private let kept = Mutex<[WeightsKey: ResampleWeights]>([:])
