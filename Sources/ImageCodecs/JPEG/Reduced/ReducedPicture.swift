import PixelCore
import PixelKernels

/// A JPEG decoded to 1/8, 1/4 or 1/2 of its size from the lowest coefficients of its blocks, several times as fast as libjpeg
/// does that: nearly all its time goes into coefficients that so small a picture never uses, and those are skipped here.
///
/// It is for files that are in order. Whatever is odd about one in any way is for libjpeg to judge, from the beginning, so that
/// warnings, refusals and their reasons are the same. Only at 1/8 no more than the headers are looked at of those scans of a
/// progressive file that have no first coefficients.
///
/// All coefficients are libjpeg's, and at 1/8 the samples are too. At 1/4 and 1/2 they are those of the inverse DCT of so few
/// points (`Kernels.makeBlockSamples`). Chroma keeps its own sampling: it is as much smaller as luma.
///
/// Integers only: the same on every CPU.
final class ReducedPicture {
  /// Bytes of coefficients, at most. They are held for the whole picture: 2, 8 or 32 a block.
  static let largestByteCount = 64 << 20

  private let frame: CodedFrame
  private let blocks: KeptBlocks
  /// How many coefficients are kept across and down, and of how many samples are made.
  private let keptSide: Int
  private let side: Int
  /// Each component's first block in an MCU, and its quantisers in the order of a block's values.
  private let offsets: [Int]
  private let quantisers: [[Int16]]
  private let kernels: Kernels
  /// A row's blocks, of fewer coefficients than are kept.
  private var lowest: [UInt8] = []

  /// Decodes a file; nil where it is out of the ordinary, or memory is short.
  init?(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, kernels: Kernels = .current) {
    let side = scale.rawValue
    guard scale != .full, let frame = file.withBytes({ CodedFrame($0) }),
      frame.blockCount <= Self.largestByteCount / (2 * side * side),
      let blocks = file.withBytes({ Self.blocks($0, frame, scale, limits) }),
      let quantisers = Self.quantisers(of: frame, side: side)
    else { return nil }
    (self.frame, self.blocks, keptSide, self.side) = (frame, blocks, side, side)
    (self.quantisers, self.kernels) = (quantisers, kernels)
    offsets = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.blockCount } }
  }

  /// The same picture at a smaller scale.
  func picture(at scale: DecodeScale) -> ReducedPicture { ReducedPicture(self, side: scale.rawValue) }

  private init(_ other: ReducedPicture, side: Int) {
    (frame, blocks, keptSide, self.side) = (other.frame, other.blocks, other.keptSide, side)
    (quantisers, kernels, offsets) = (Self.quantisers(of: frame, side: side)!, other.kernels, other.offsets)
  }

  private static func quantisers(of frame: CodedFrame, side: Int) -> [[Int16]]? {
    var quantisers: [[Int16]] = []
    for component in frame.components.indices {
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
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, _ scale: DecodeScale, _ limits: DecodeLimits
  ) -> KeptBlocks? {
    if frame.isProgressive {
      guard let blocks = ProgressiveScans.blocks(bytes, frame, side: scale.rawValue, limits: limits),
        FirstCoefficients(frame: frame, blocks: blocks).areInRange()
      else { return nil }
      return blocks
    }
    let blocks: KeptBlocks? =
      switch scale {
      case .eighth: BlockDecoder<FirstCoefficient>(bytes, frame)?.blocks()
      case .quarter: BlockDecoder<LowTwo>(bytes, frame)?.blocks()
      case .half: BlockDecoder<LowFour>(bytes, frame)?.blocks()
      case .full: nil
      }
    guard let blocks, FirstCoefficients(frame: frame, blocks: blocks).sumDifferences() else { return nil }
    return blocks
  }

  /// Bytes that it holds of a picture whose planes are `layout` at full size, beside a copy of the file while it is decoded: an
  /// upper estimate.
  static func byteCount(_ layout: PlaneLayout, scale: DecodeScale) -> Int {
    // Whole MCUs are at most four blocks across and down. A second stream has room for three quarters of the blocks; of a
    // progressive file there is one, and but at an eighth it takes a bit for each coefficient.
    let blocks = layout.sizes.reduce(0) { $0 + ($1.width / 8 + 4) * ($1.height / 8 + 4) }
    let kept = 2 * scale.rawValue * scale.rawValue
    return blocks * max(kept * 7 / 4, scale == .eighth ? kept : kept + 8)
  }

  /// The planes of the whole picture, at its full size; nil where chroma is no whole number of times smaller than luma.
  var layout: PlaneLayout? {
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
  var groupHeights: [Int] { frame.components.map { $0.vertical * side } }
  /// Samples in a row of each component, its blocks whole.
  var paddedWidths: [Int] { frame.components.map { frame.columns * $0.horizontal * side } }

  /// Makes the samples of a group, each component's where `destinations` say.
  func makeGroup(_ group: Int, into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]) {
    let mcus = group * frame.columns..<(group + 1) * frame.columns
    let split = min(max(blocks.split / frame.blocksPerMCU, mcus.lowerBound), mcus.upperBound)
    for part in [mcus.lowerBound..<split, split..<mcus.upperBound] where !part.isEmpty {
      let first = blocks.block(part.lowerBound * frame.blocksPerMCU)
      for (index, component) in frame.components.enumerated() {
        let row = BlockRow(
          across: component.horizontal, distance: frame.blocksPerMCU * blocks.blockBytes,
          count: part.count * component.horizontal)
        let (base, stride) = destinations[index]
        let left = base + (part.lowerBound - mcus.lowerBound) * component.horizontal * side
        for y in 0..<component.vertical {
          makeSamples(
            left + y * side * stride, stride, first + (offsets[index] + y * component.horizontal) * blocks.blockBytes,
            row,
            quantisers[index])
        }
      }
    }
  }

  private func makeSamples(
    _ destination: UnsafeMutableRawPointer, _ stride: Int, _ kept: UnsafeRawPointer, _ row: BlockRow,
    _ quantisers: [Int16]
  ) {
    func make(_ blocks: UnsafeRawPointer, _ row: BlockRow) {
      kernels.makeBlockSamples(
        destination, stride: stride, side: side, blocks: blocks, row: row, quantisers: quantisers)
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
        (block, left) = (block + blocks.blockBytes, left - 1)
        if left == 0 { (block, left) = (block + row.distance - row.across * blocks.blockBytes, row.across) }
      }
      make(lowest.baseAddress!, BlockRow(across: row.count, distance: row.count * blockBytes, count: row.count))
    }
  }
}
