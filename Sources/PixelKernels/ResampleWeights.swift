import PixelCore

/// How much a source pixel counts, by its distance from the place where a sample is taken.
///
/// Distances are in pixels of the coarser side: the kernel is widened by the ratio when a picture gets smaller, so that
/// every source pixel counts.
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

  /// The distance from which on the kernel is 0.
  var support: Double {
    switch self {
    case .lanczos3: 3
    case .box: 0.5
    case .bilinear: 1
    case .mitchell, .catmullRom: 2
    }
  }

  /// The kernel at `x`.
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

/// What each sample of a resized axis is made of: which source pixels, and how much of each, in fixed point.
///
/// Sample i of n lies at start + (i + ½) · length / n of the source, whose pixel j lies at j + ½. The kernel is laid
/// there; the parts of it outside the picture are left out and the rest is scaled to sum 1 again, so that nothing
/// darkens towards an edge. The picture, not the window, is the limit: a crop is sharp up to its edge and sees the
/// pixels behind it.
///
/// Weights are whole numbers in units of 2⁻¹⁴ for channels of 8 bits, and of 2⁻²⁴ for channels of 16. Each is rounded
/// to the nearest; then those that rounding changed most are moved by one until a sample's weights sum to 1 exactly, so
/// that a flat area stays what it is.
///
/// Made with exact arithmetic only, the weights are the same everywhere.
package struct ResampleWeights: Sendable {
  /// Pixels behind the end of a row that the horizontal pass may read, with weight 0, whatever they hold.
  public static let rowPadding = 8

  /// Pixels of the source axis.
  public let inputLength: Int
  /// Samples of the resized axis.
  public let outputLength: Int
  /// Bits in a channel of the pixels to resample.
  public let depth: PixelFormat.Depth
  /// All the source pixels that any sample needs. The first sample need not have the first of them: weights too small for
  /// a unit are left out.
  public let inputs: Range<Int>
  /// From a sample's weights to the next one's: a multiple of 16, more than the most taps of any. Behind a sample's own
  /// taps follow zeros, and one zero stands before them.
  let tapStride: Int
  /// The first source pixel of each sample.
  let firsts: [Int32]
  /// The number of source pixels of each sample.
  let counts: [Int32]
  /// A zero, then `tapStride` weights for each sample.
  let weights: Storage

  /// Weights in the width that the loops of a depth read.
  enum Storage: Sendable {
    case eight([Int16])
    case sixteen([Int32])
  }

  /// The weights that make `outputLength` samples of the window of `length` pixels at `start`.
  ///
  /// `start` and `length` may be fractions: a crop that keeps its exact centre has such a window. It lies inside the
  /// picture: `start ≥ 0`, `length > 0`, `start + length ≤ inputLength`. `depth` is that of the pixels.
  public init(
    inputLength: Int, outputLength: Int, start: Double, length: Double, kernel: ResamplingKernel = .lanczos3,
    depth: PixelFormat.Depth
  ) {
    self.init(
      ResampleMatrix(
        inputLength: inputLength, outputLength: outputLength, start: start, length: length, kernel: kernel),
      depth: depth)
  }

  /// The weights of a matrix, in fixed point.
  public init(_ matrix: ResampleMatrix, depth: PixelFormat.Depth) {
    (inputLength, outputLength) = (matrix.inputLength, matrix.outputLength)
    self.depth = depth
    tapStride = (matrix.tapStride + 16) & ~15
    var firsts: [Int32] = []
    var counts: [Int32] = []
    var weights = [Int32](repeating: 0, count: 1 + outputLength * tapStride)
    for sample in 0..<outputLength {
      let taps = Self.fixedPoint(matrix.taps(of: sample), one: 1 << depth.weightBits)
      // The kernel's ends are often too small for a single unit.
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

  /// The weights that make `outputLength` samples of the whole axis.
  public init(
    inputLength: Int, outputLength: Int, kernel: ResamplingKernel = .lanczos3, depth: PixelFormat.Depth
  ) {
    self.init(
      inputLength: inputLength, outputLength: outputLength, start: 0, length: Double(inputLength), kernel: kernel,
      depth: depth)
  }

  /// Bytes that a pixel takes in a row between the passes: four `Int16` for a depth of 8, four `Int32` for one of 16.
  /// A weight is as wide as one of the four.
  public static func bytesBetween(at depth: PixelFormat.Depth) -> Int { depth.bytesPerPixel * 2 }

  /// Bytes that a pixel takes in a row between the passes.
  public var bytesBetween: Int { Self.bytesBetween(at: depth) }

  /// Where a sample's weights begin in ``weights``.
  func place(of sample: Int) -> Int { Self.place(of: sample, tapStride) }

  private static func place(of sample: Int, _ tapStride: Int) -> Int { 1 + sample * tapStride }

  /// Bytes that the weights take.
  var byteCount: Int { outputLength * (tapStride * depth.rawValue / 4 + 8) }

  /// The source pixels that a sample is made of.
  public func inputs(of sample: Int) -> Range<Int> {
    let first = Int(firsts[sample])
    return first..<(first + Int(counts[sample]))
  }

  /// The source pixels that some samples are made of, and those between them.
  public func inputs(of samples: Range<Int>) -> Range<Int> {
    let (first, last) = (firsts[samples].min()!, samples.map { firsts[$0] + counts[$0] }.max()!)
    return Int(first)..<Int(last)
  }

  /// The weight of each of ``inputs(of:)``, in units of 2⁻¹⁴ or, at a depth of 16 bits, 2⁻²⁴.
  public func weights(of sample: Int) -> [Int] {
    let taps = place(of: sample)..<place(of: sample) + Int(counts[sample])
    return switch weights {
    case .eight(let weights): weights[taps].map { Int($0) }
    case .sixteen(let weights): weights[taps].map { Int($0) }
    }
  }

  /// `values`, which sum to 1, in whole numbers that sum to `one`.
  private static func fixedPoint(_ values: ArraySlice<Double>, one: Int) -> [Int] {
    let scale = Double(one)
    var taps = values.map { Int(($0 * scale).rounded()) }
    // Less than half a unit a tap is missing: each is moved by one at most, those first that rounding changed most.
    let missing = one - taps.reduce(0, +)
    let sign = missing.signum()
    func lost(_ tap: Int) -> Double {
      (values[values.startIndex &+ tap] * scale - Double(taps[tap])) * Double(sign)
    }
    if abs(missing) <= 8 {
      // What has been moved has lost less than nothing, and no other has lost as little.
      for _ in 0..<abs(missing) {
        var (changed, most) = (0, lost(0))
        for tap in 1..<max(1, taps.count) where lost(tap) > most { (changed, most) = (tap, lost(tap)) }
        taps[changed] += sign
      }
    } else {
      // Of taps that are all below half a unit, thousands.
      let order = taps.indices.map { (loss: lost($0), tap: $0) }.sorted { ($0.loss, $1.tap) > ($1.loss, $0.tap) }
      for (_, tap) in order.prefix(abs(missing)) { taps[tap] += sign }
    }
    // What the widths of the passes' numbers rest on. Lanczos comes to 1.29 at most, at the edge of an enlarged picture.
    precondition(taps.reduce(0) { $0 + max(0, $1) } <= 2 * one, "a kernel's positive taps sum to 2 at most")
    return taps
  }
}

extension PixelFormat.Depth {
  /// Bits behind the point of a weight.
  var weightBits: Int { self == .eight ? 14 : 24 }

  /// Bits behind the point of a channel between the passes.
  var betweenBits: Int { self == .eight ? 6 : 8 }
}
