import PixelCore

/// A conversion from one pixel format to another.
///
/// Any format can be converted to any other, except from one with alpha to an opaque one, which needs a background.
///
/// Accuracy, with M = 255 or 65535 the largest value of a depth, and a *level* one step of it:
/// - **Depth.** 8 bits to 16 is c · 257, exact. 16 bits to 8 is round(c / 257), within ½ level.
/// - **Alpha** at one depth and transfer is ``Kernels/premultiply(_:_:count:depth:)`` and
///   ``Kernels/unpremultiply(_:_:count:depth:)``: correctly rounded, within ½ level.
/// - **Transfer** is applied to straight colour, never to alpha. From straight and opaque pixels to straight and opaque
///   ones it is correctly rounded, within ½ level.
/// - **Combinations** are done at 16 bits: premultiplied 8-bit pixels are widened first, and narrowed last. Rounding to
///   16 bits and then to 8 gives the same as rounding once, because halfway between two 8-bit levels is halfway between
///   two 16-bit levels. So a change of depth and alpha is correctly rounded too.
/// - **Transfer with premultiplied pixels** on either side is rounded to 16 bits up to three times: straight, after the
///   curve, premultiplied. The curve multiplies the first error by its slope, at most 12.92 for encoding and 2.28 for
///   decoding. So results are within 7½ levels of 65535 when encoding and 2½ when decoding, and at 8 bits within 0.53
///   levels of 255.
package struct FormatConversion: Sendable {
  /// The format of the source.
  public let sourceFormat: PixelFormat
  /// The format of the destination.
  public let destinationFormat: PixelFormat
  private let kernels: Kernels
  private let steps: [Step]

  /// A loop over pixels. All steps but the last write 16-bit pixels. A single step writes the destination's format.
  private enum Step {
    case widen, narrow
    case premultiply(PixelFormat.Depth)
    case unpremultiply(PixelFormat.Depth)
    case mapEightToSixteen([UInt16])
    case mapSixteenToSixteen([UInt16])
    case mapSixteenToEight([UInt8])
  }

  /// Creates the conversion from `source` to `destination`, which may be opaque only if the source is.
  public init(from source: PixelFormat, to destination: PixelFormat, kernels: Kernels) {
    precondition(destination.alpha != .opaque || source.alpha == .opaque, "what has alpha does not become opaque")
    sourceFormat = source
    destinationFormat = destination
    self.kernels = kernels
    steps = Self.steps(from: source, to: destination)
  }

  /// Whether pixels don't change.
  public var isIdentity: Bool { steps.isEmpty }

  /// Converts `count` pixels. The destination may be the source itself if both formats have the same number of bytes
  /// per pixel; otherwise they mustn't overlap. Rows may have any alignment.
  public func apply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int) {
    let (bytesIn, bytesOut) = (sourceFormat.bytesPerPixel, destinationFormat.bytesPerPixel)
    precondition(
      bytesIn == bytesOut || source != UnsafeRawPointer(destination),
      "a pixel that grows or shrinks needs another place")
    guard let last = steps.last else { return destination.copyMemory(from: source, byteCount: count * bytesOut) }
    // Pieces stay in the first-level cache between steps.
    let pieceCount = 512
    withUnsafeTemporaryAllocation(byteCount: pieceCount * 8, alignment: 64) { scratch in
      let between = scratch.baseAddress!
      for start in stride(from: 0, to: count, by: pieceCount) {
        let count = min(pieceCount, count - start)
        var input = source + start * bytesIn
        for step in steps.dropLast() {
          take(step, between, input, count)
          input = UnsafeRawPointer(between)
        }
        take(last, destination + start * bytesOut, input, count)
      }
    }
  }

  private func take(_ step: Step, _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    switch step {
    case .widen: Kernels.widen(destination, source, count)
    case .narrow: Kernels.narrow(destination, source, count)
    case .premultiply(let depth): kernels.premultiply(destination, source, count: count, depth: depth)
    case .unpremultiply(let depth): kernels.unpremultiply(destination, source, count: count, depth: depth)
    case .mapEightToSixteen(let table): Kernels.map(destination, source, eightToSixteen: table, count)
    case .mapSixteenToSixteen(let table): Kernels.map(destination, source, sixteenToSixteen: table, count)
    case .mapSixteenToEight(let table): Kernels.map(destination, source, sixteenToEight: table, count)
    }
  }

  private static func steps(from source: PixelFormat, to destination: PixelFormat) -> [Step] {
    let changesTransfer = source.transfer != destination.transfer
    let unpremultiplies = source.alpha == .premultiplied && (changesTransfer || destination.alpha == .straight)
    let premultiplies = destination.alpha == .premultiplied && (source.alpha == .straight || unpremultiplies)
    let decodes = source.transfer == .encoded

    var steps: [Step] = []
    var depth = source.depth
    // The transfer tables widen straight pixels themselves.
    if depth == .eight && (changesTransfer ? unpremultiplies : destination.depth == .sixteen) {
      steps.append(.widen)
      depth = .sixteen
    }
    if unpremultiplies { steps.append(.unpremultiply(depth)) }
    if changesTransfer {
      if depth == .eight {
        steps.append(.mapEightToSixteen(decodes ? TransferTables.decodedEight : TransferTables.encodedEight))
        depth = .sixteen
      } else if destination.depth == .eight && !premultiplies {
        steps.append(
          .mapSixteenToEight(
            decodes ? TransferTables.decodedSixteenToEight : TransferTables.encodedSixteenToEight))
        depth = .eight
      } else {
        steps.append(.mapSixteenToSixteen(decodes ? TransferTables.decodedSixteen : TransferTables.encodedSixteen))
      }
    }
    if premultiplies { steps.append(.premultiply(depth)) }
    if depth == .sixteen && destination.depth == .eight { steps.append(.narrow) }
    return steps
  }
}
