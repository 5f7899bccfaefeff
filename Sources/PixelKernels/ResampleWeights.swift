import PixelCore

/// A resampling kernel: the weight of a source pixel by its distance from the sample's position.
///
/// Distances are in pixels of the coarser side: the kernel is widened by the ratio if a picture gets smaller, so that
/// every source pixel contributes.
public enum ResamplingKernel: String, Sendable, CaseIterable {
  /// sinc(x) · sinc(x/3) for |x| < 3: sharp, with slight ringing at hard edges.
  case lanczos3
  /// 1 for −½ ≤ x < ½: the nearest pixel when enlarging, a plain mean when reducing.
  case box
  /// 1 − |x|: soft, never rings.
  case bilinear
  /// Mitchell and Netravali's cubic with B = C = ⅓ (1988): between soft and ringing.
  case mitchell
  /// The cubic with B = 0, C = ½: sharper than Mitchell's, rings less far than Lanczos.
  case catmullRom

  /// The distance from which the kernel is 0.
  var support: Double {
    switch self {
    case .lanczos3: 3
    case .box: 0.5
    case .bilinear: 1
    case .mitchell, .catmullRom: 2
    }
  }

  /// Returns the kernel at `x`.
  func value(at x: Double) -> Double {
    switch self {
    case .lanczos3: Self.lanczos3(x)
    case .box: x >= -0.5 && x < 0.5 ? 1 : 0
    case .bilinear: max(0, 1 - x.magnitude)
    case .mitchell: Self.cubic(x.magnitude, b: 1.0 / 3, c: 1.0 / 3)
    case .catmullRom: Self.cubic(x.magnitude, b: 0, c: 0.5)
    }
  }

  private static func lanczos3(_ x: Double) -> Double {
    if x.magnitude < 1e-9 { return 1 }
    if x.magnitude >= 3 { return 0 }
    // sin πx from s = sin(πx/3): sin 3t = 3 sin t − 4 sin³ t.
    let s = ExactMath.sinePi(x / 3)
    return 3 * s * s * (3 - 4 * s * s) / (Double.pi * Double.pi * x * x)
  }

  /// Mitchell and Netravali, "Reconstruction Filters in Computer Graphics" (1988), equation 8, for x ≥ 0.
  private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
    if x < 1 { return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + 6 - 2 * b) / 6 }
    if x < 2 { return ((((-b - 6 * c) * x + 6 * b + 30 * c) * x - 12 * b - 48 * c) * x + 8 * b + 24 * c) / 6 }
    return 0
  }
}

/// The source pixels of each sample of a resized axis, with their weights in fixed point.
///
/// Sample i of n is at start + (i + ½) · length / n of the source, whose pixel j is at j + ½. The kernel is centred
/// there. Its parts outside the picture are left out and the rest is scaled to sum 1 again, so that nothing darkens
/// towards an edge. The limit is the picture, not the window: a crop is sharp up to its edge, because it includes the
/// pixels beyond it.
///
/// Weights are integers in units of 2⁻¹⁴ for 8-bit channels, and of 2⁻²⁴ for 16-bit channels. Each is rounded to the
/// nearest. Then the weights that rounding changed most are adjusted by one until a sample's weights sum to 1 exactly,
/// so that flat areas don't change.
///
/// The weights are computed with exact arithmetic only, so they are equal on every machine.
package struct ResampleWeights: Sendable {
  /// Pixels after the end of a row that the horizontal pass may read with weight 0. Their content doesn't matter.
  public static let rowPadding = 8

  /// Pixels of the source axis.
  public let inputLength: Int
  /// Samples of the resized axis.
  public let outputLength: Int
  /// Bit depth of the pixels to resample.
  public let depth: PixelFormat.Depth
  /// All source pixels that any sample needs. The first sample doesn't necessarily need the first of them, because
  /// weights smaller than a unit are left out.
  public let inputs: Range<Int>
  /// Distance between the weights of consecutive samples: a multiple of 16, larger than the number of taps of any
  /// sample. A sample's taps are followed by zeros, and preceded by one zero.
  let tapStride: Int
  /// The first source pixel of each sample.
  let firsts: [Int32]
  /// The number of source pixels of each sample.
  let counts: [Int32]
  /// A zero, then `tapStride` weights for each sample.
  let weights: Storage

  /// Weights in the integer type that the loops of a depth read.
  enum Storage: Sendable {
    case eight([Int16])
    case sixteen([Int32])
  }

  /// Creates the weights for `outputLength` samples of the window of `length` pixels at `start`.
  ///
  /// `start` and `length` may be fractions: a crop with an exact centre has such a window. It must be inside the
  /// picture: `start ≥ 0`, `length > 0`, `start + length ≤ inputLength`. `depth` is the depth of the pixels.
  public init(
    inputLength: Int, outputLength: Int, start: Double, length: Double, kernel: ResamplingKernel = .lanczos3,
    depth: PixelFormat.Depth
  ) {
    self.init(
      ResampleMatrix(
        inputLength: inputLength, outputLength: outputLength, start: start, length: length, kernel: kernel),
      depth: depth)
  }

  /// Converts a matrix to weights in fixed point.
  public init(_ matrix: ResampleMatrix, depth: PixelFormat.Depth) {
    (inputLength, outputLength) = (matrix.inputLength, matrix.outputLength)
    self.depth = depth
    tapStride = (matrix.tapStride + 16) & ~15
    var firsts: [Int32] = []
    var counts: [Int32] = []
    var weights = [Int32](repeating: 0, count: 1 + outputLength * tapStride)
    for sample in 0..<outputLength {
      let taps = Self.fixedPoint(matrix.taps(of: sample), one: 1 << depth.weightBits)
      // The ends of the kernel are often too small for a single unit.
      let kept = taps.firstIndex { $0 != 0 }!...taps.lastIndex { $0 != 0 }!
      firsts.append(Int32(matrix.spans[sample].lowerBound + kept.lowerBound))
      counts.append(Int32(kept.count))
      for (offset, tap) in taps[kept].enumerated() { weights[Self.place(of: sample, tapStride) + offset] = Int32(tap) }
    }
    self.firsts = firsts
    self.counts = counts
    inputs = Int(firsts.min()!)..<Int(zip(firsts, counts).map { $0 + $1 }.max()!)
    self.weights =
      switch depth {
      case .eight: .eight(weights.map { Int16($0) })
      case .sixteen: .sixteen(weights)
      }
  }

  /// Creates the weights for `outputLength` samples of the whole axis.
  public init(
    inputLength: Int, outputLength: Int, kernel: ResamplingKernel = .lanczos3, depth: PixelFormat.Depth
  ) {
    self.init(
      inputLength: inputLength, outputLength: outputLength, start: 0, length: Double(inputLength), kernel: kernel,
      depth: depth)
  }

  /// Returns the bytes of a pixel between the passes: four `Int16` for 8-bit pixels, four `Int32` for 16-bit pixels. A
  /// weight is as wide as one of the four.
  public static func bytesBetween(at depth: PixelFormat.Depth) -> Int { depth.bytesPerPixel * 2 }

  /// Bytes of a pixel between the passes.
  public var bytesBetween: Int { Self.bytesBetween(at: depth) }

  /// Returns the index of a sample's first weight in ``weights``.
  func place(of sample: Int) -> Int { Self.place(of: sample, tapStride) }

  private static func place(of sample: Int, _ tapStride: Int) -> Int { 1 + sample * tapStride }

  /// Bytes of all weights.
  var byteCount: Int { outputLength * (tapStride * depth.rawValue / 4 + 8) }

  /// Returns the range of source pixels of a sample.
  public func inputs(of sample: Int) -> Range<Int> {
    let first = Int(firsts[sample])
    return first..<(first + Int(counts[sample]))
  }

  /// Returns the range of source pixels of several samples.
  public func inputs(of samples: Range<Int>) -> Range<Int> {
    let (first, last) = (firsts[samples].min()!, samples.map { firsts[$0] + counts[$0] }.max()!)
    return Int(first)..<Int(last)
  }

  /// Returns the weight of each of ``inputs(of:)``, in units of 2⁻¹⁴ or, for 16-bit pixels, 2⁻²⁴.
  public func weights(of sample: Int) -> [Int] {
    let taps = place(of: sample)..<place(of: sample) + Int(counts[sample])
    return switch weights {
    case .eight(let weights): weights[taps].map { Int($0) }
    case .sixteen(let weights): weights[taps].map { Int($0) }
    }
  }

  /// Converts `values`, which sum to 1, to integers that sum to `one`.
  private static func fixedPoint(_ values: ArraySlice<Double>, one: Int) -> [Int] {
    let scale = Double(one)
    var taps = values.map { Int(($0 * scale).rounded()) }
    // Less than half a unit per tap is missing. Each tap is adjusted by at most one, starting with the taps that
    // rounding changed most.
    let missing = one - taps.reduce(0, +)
    let sign = missing.signum()
    func lost(_ tap: Int) -> Double {
      (values[values.startIndex &+ tap] * scale - Double(taps[tap])) * Double(sign)
    }
    if abs(missing) <= 8 {
      // An adjusted tap has a negative loss, smaller than the loss of any other tap, so it isn't adjusted again.
      for _ in 0..<abs(missing) {
        var (changed, most) = (0, lost(0))
        for tap in 1..<max(1, taps.count) where lost(tap) > most { (changed, most) = (tap, lost(tap)) }
        taps[changed] += sign
      }
    } else {
      // With thousands of taps, all may be below half a unit.
      let order = taps.indices.map { (loss: lost($0), tap: $0) }.sorted { ($0.loss, $1.tap) > ($1.loss, $0.tap) }
      for (_, tap) in order.prefix(abs(missing)) { taps[tap] += sign }
    }
    // The number formats of the passes rely on this limit. Lanczos reaches at most 1.29, at the edge of an enlarged
    // picture.
    precondition(taps.reduce(0) { $0 + max(0, $1) } <= 2 * one, "a kernel's positive taps sum to 2 at most")
    return taps
  }
}

extension PixelFormat.Depth {
  /// Fractional bits of a weight.
  var weightBits: Int { self == .eight ? 14 : 24 }

  /// Fractional bits of a channel between the passes.
  var betweenBits: Int { self == .eight ? 6 : 8 }
}
