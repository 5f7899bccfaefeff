import PixelCore
import PixelKernels

/// A JPEG decoded to 1/8, 1/4 or 1/2 of its size from the lowest coefficients of its blocks, several times as fast as libjpeg
/// does that: nearly all its time goes into coefficients that so small a picture never uses, and those are skipped here.
///
/// It is for files that are in order. Whatever is odd about one in any way is for libjpeg to judge, from the beginning, so that
/// warnings, refusals and their reasons are the same. Only at 1/8 no more than the headers are looked at of those scans of a
/// progressive file that have nothing of what is kept.
///
/// All coefficients are libjpeg's, and at 1/8 and at full size the samples are too. At 1/4 and 1/2 they are those of the
/// inverse DCT of so few points (`Kernels.makeBlockSamples`). Chroma that is half as large as luma both ways is decoded at
/// twice luma's scale, as libjpeg does: an eighth of luma with an eighth of such chroma would be a sixteenth of the picture's
/// colours, which is seen where colours meet.
///
/// Integers only: the same on every CPU.
final class ReducedPicture {
  /// Bytes of coefficients, at most. They are held for the whole picture: 2, 8, 32 or 128 a block.
  static let largestByteCount = 64 << 20

  private let frame: CodedFrame
  private let blocks: KeptBlocks
  /// The planes of the whole picture, at its full size.
  let layout: PlaneLayout
  /// How many coefficients across and down samples are made of, of each component's blocks.
  private let sides: [Int]
  /// Each component's quantisers in the order of a block's values.
  private let quantisers: [[Int16]]
  private let kernels: Kernels
  /// A row's blocks, of fewer coefficients than are kept.
  private var lowest: [UInt8] = []

  /// Decodes a file; nil where it is out of the ordinary, or memory is short.
  init?(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, kernels: Kernels = .current) {
    guard scale != .full, let frame = file.withBytes({ CodedFrame($0) }), let layout = Self.layout(of: frame) else {
      return nil
    }
    let kept = KeptCoefficients(for: scale, of: frame, layout: layout)
    guard frame.mcuCount * kept.mcuBytes <= Self.largestByteCount,
      let blocks = file.withBytes({ Self.blocks($0, frame, kept, limits) }),
      let quantisers = Self.quantisers(of: frame, sides: kept.sides)
    else { return nil }
    (self.frame, self.blocks, self.layout, sides) = (frame, blocks, layout, kept.sides)
    (self.quantisers, self.kernels) = (quantisers, kernels)
  }

  /// The same picture at a smaller scale.
  func picture(at scale: DecodeScale) -> ReducedPicture {
    ReducedPicture(self, sides: KeptCoefficients(for: scale, of: frame, layout: layout).sides)
  }

  private init(_ other: ReducedPicture, sides: [Int]) {
    (frame, blocks, layout, self.sides) = (other.frame, other.blocks, other.layout, sides)
    (quantisers, kernels) = (Self.quantisers(of: frame, sides: sides)!, other.kernels)
  }

  private static func quantisers(of frame: CodedFrame, sides: [Int]) -> [[Int16]]? {
    var quantisers: [[Int16]] = []
    for (component, side) in sides.enumerated() {
      guard let values = frame.quantiser(of: component) else { return nil }
      var kept = [Int16](repeating: 0, count: side * side)
      for (value, place) in zip(values, BlockCoding.zigzag) where place.row < side && place.column < side {
        kept[place.row * side + place.column] = Int16(truncatingIfNeeded: value)
      }
      quantisers.append(kept)
    }
    return quantisers
  }

  private static func blocks(
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, _ kept: KeptCoefficients, _ limits: DecodeLimits
  ) -> KeptBlocks? {
    if frame.isProgressive {
      guard let blocks = ProgressiveScans.blocks(bytes, frame, keeping: kept, limits: limits),
        FirstCoefficients(frame: frame, blocks: blocks).areInRange()
      else { return nil }
      return blocks
    }
    guard let blocks = BlockDecoder(bytes, frame, keeping: kept)?.blocks(),
      FirstCoefficients(frame: frame, blocks: blocks).sumDifferences()
    else { return nil }
    return blocks
  }

  /// Bytes that it holds of a picture whose planes are `layout` at full size, beside a copy of the file while it is decoded: an
  /// upper estimate.
  static func byteCount(_ layout: PlaneLayout, scale: DecodeScale) -> Int {
    // Whole MCUs are at most four blocks across and down. Two more streams have room for half of the blocks each; of a
    // progressive file there is one, and it takes a bit for each coefficient where more than the first are kept.
    let sides = [scale.rawValue] + layout.sizes.dropFirst().map { _ in layout.chromaScale(scale).rawValue }
    return zip(layout.sizes, sides).reduce(0) { sum, plane in
      let blocks = (plane.0.width / 8 + 4) * (plane.0.height / 8 + 4)
      let kept = 2 * plane.1 * plane.1
      return sum + blocks * max(kept * 2, plane.1 == 1 ? kept : kept + 8)
    }
  }

  /// The planes of the whole picture; nil where chroma is no whole number of times smaller than luma.
  private static func layout(of frame: CodedFrame) -> PlaneLayout? {
    let (luma, chromas) = (frame.components[0], frame.components.dropFirst())
    guard let chroma = chromas.first else { return PlaneLayout(luma: frame.size, chromaStep: nil) }
    guard chromas.allSatisfy({ $0.horizontal == chroma.horizontal && $0.vertical == chroma.vertical }),
      luma.horizontal % chroma.horizontal == 0, luma.vertical % chroma.vertical == 0
    else { return nil }
    let step = PixelSize(width: luma.horizontal / chroma.horizontal, height: luma.vertical / chroma.vertical)
    return PlaneLayout(luma: frame.size, chromaStep: step)
  }

  /// Groups of rows: an MCU's of each component.
  var groupCount: Int { frame.rows }
  var groupHeights: [Int] { zip(frame.components, sides).map { $0.vertical * $1 } }
  /// Samples in a row of each component, its blocks whole.
  var paddedWidths: [Int] { zip(frame.components, sides).map { frame.columns * $0.horizontal * $1 } }

  /// Makes the samples of a group, each component's where `destinations` say.
  func makeGroup(_ group: Int, into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]) {
    let mcus = group * frame.columns..<(group + 1) * frame.columns
    let kept = blocks.kept
    for part in blocks.stretches(of: mcus) {
      let first = blocks.mcu(part.lowerBound)
      for (index, component) in frame.components.enumerated() {
        let row = BlockRow(
          across: component.horizontal, distance: kept.mcuBytes, count: part.count * component.horizontal)
        let (base, stride) = destinations[index]
        let left = base + (part.lowerBound - mcus.lowerBound) * component.horizontal * sides[index]
        for y in 0..<component.vertical {
          let block = kept.offsets[index] + y * component.horizontal * kept.blockBytes(of: index)
          makeSamples(left + y * sides[index] * stride, stride, first + block, row, of: index)
        }
      }
    }
  }

  private func makeSamples(
    _ destination: UnsafeMutableRawPointer, _ stride: Int, _ kept: UnsafeRawPointer, _ row: BlockRow, of component: Int
  ) {
    let (side, keptSide) = (sides[component], blocks.kept.sides[component])
    let keptBytes = blocks.kept.blockBytes(of: component)
    func make(_ blocks: UnsafeRawPointer, _ row: BlockRow) {
      kernels.makeBlockSamples(
        destination, stride: stride, side: side, blocks: blocks, row: row, quantisers: quantisers[component])
    }
    if side == keptSide { return make(kept, row) }
    let blockBytes = 2 * side * side
    if lowest.count < row.count * blockBytes { lowest = [UInt8](repeating: 0, count: row.count * blockBytes) }
    lowest.withUnsafeMutableBytes { lowest in
      var (block, left) = (kept, row.across)
      for index in 0..<row.count {
        let place = lowest.baseAddress! + index * blockBytes
        for y in 0..<side {
          (place + 2 * side * y).copyMemory(from: block + 2 * keptSide * y, byteCount: 2 * side)
        }
        (block, left) = (block + keptBytes, left - 1)
        if left == 0 { (block, left) = (block + row.distance - row.across * keptBytes, row.across) }
      }
      make(lowest.baseAddress!, BlockRow(across: row.count, distance: row.count * blockBytes, count: row.count))
    }
  }
}
