import PixelCore
import PixelKernels

/// A JPEG decoded from its blocks without libjpeg: at full size, or to 1/8, 1/4 or 1/2 of it from the lowest coefficients
/// of each block. To 1/8 that is three to four times as fast as with libjpeg, which spends nearly all its time on
/// coefficients that such a small picture never uses.
///
/// It handles only intact files. If a file is unusual in any way, libjpeg decodes it from the beginning, so that
/// warnings, errors and their reasons are the same. One exception: at 1/8, only the headers are checked of those scans
/// of a progressive file that contain no kept coefficients.
///
/// All coefficients equal libjpeg's. The samples of planes decoded at 1/8 or at full size equal libjpeg's, too. At 1/4
/// and 1/2, samples come from an inverse DCT with two or four points (`Kernels.makeBlockSamples`). Chroma that is
/// subsampled in both directions is decoded at twice luma's scale, as in libjpeg, and so at full size if luma is
/// decoded at 1/2. Chroma at luma's scale would have half of luma's resolution, which is visible at colour edges.
///
/// Uses integers only, so the result is the same on every CPU.
final class BlockPicture {
  /// Maximum bytes held for the whole picture: per block, six of a baseline file, and the kept coefficients of a
  /// progressive one. At full size, only the masks of nonzero coefficients count, because libjpeg would hold the same coefficients.
  static let largestByteCount = 64 << 20

  private let frame: CodedFrame
  private let blocks: Blocks
  /// The planes of the whole picture at full size.
  let layout: PlaneLayout
  /// Side of the square of coefficients that samples are made from, for each component's blocks.
  private let sides: [Int]
  /// Each component's quantisation table in the order of a block's values.
  private let quantisers: [[Int16]]
  private let kernels: Kernels
  /// A row of blocks with fewer coefficients than are kept, for a picture made from a larger one.
  private var lowest: [UInt8] = []

  private enum Blocks {
    case progressive(KeptBlocks)
    case baseline(IndexedBlocks)

    var kept: KeptCoefficients {
      switch self {
      case .progressive(let blocks): blocks.kept
      case .baseline(let blocks): blocks.kept
      }
    }
  }

  /// Decodes a file; nil if it is unusual, or memory is short.
  init?(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, kernels: Kernels = .current) {
    guard let frame = file.withBytes({ CodedFrame($0) }), let layout = Self.layout(of: frame) else { return nil }
    let kept = KeptCoefficients(for: scale, of: frame, layout: layout)
    guard Self.heldBytes(frame, kept, scale) <= Self.largestByteCount,
      let blocks = file.withBytes({ Self.blocks($0, frame, kept, limits, kernels) }),
      let quantisers = Self.quantisers(of: frame, sides: kept.sides)
    else { return nil }
    (self.frame, self.blocks, self.layout, sides) = (frame, blocks, layout, kept.sides)
    (self.quantisers, self.kernels) = (quantisers, kernels)
  }

  /// Returns the same picture at another scale; nil if memory is short, or if too few coefficients of a progressive
  /// file are held.
  func picture(at scale: DecodeScale) -> BlockPicture? {
    let kept = KeptCoefficients(for: scale, of: frame, layout: layout)
    guard case .baseline(let indexed) = blocks else {
      guard zip(kept.sides, blocks.kept.sides).allSatisfy(<=) else { return nil }
      return BlockPicture(self, blocks, sides: kept.sides)
    }
    return IndexedBlocks(indexed, keeping: kept).map { BlockPicture(self, .baseline($0), sides: kept.sides) }
  }

  private init(_ other: BlockPicture, _ blocks: Blocks, sides: [Int]) {
    (frame, self.blocks, layout, self.sides) = (other.frame, blocks, other.layout, sides)
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
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, _ kept: KeptCoefficients, _ limits: DecodeLimits,
    _ kernels: Kernels
  ) -> Blocks? {
    if !frame.isProgressive { return IndexedBlocks(bytes, frame, keeping: kept).map { .baseline($0) } }
    guard let blocks = ProgressiveScans.blocks(bytes, frame, keeping: kept, limits: limits, kernels),
      FirstCoefficients(frame: frame, blocks: blocks.mcu(0), kept: kept).areInRange()
    else { return nil }
    return .progressive(blocks)
  }

  private static func heldBytes(_ frame: CodedFrame, _ kept: KeptCoefficients, _ scale: DecodeScale) -> Int {
    let baseline = frame.blocksPerMCU * IndexedBlocks.bytesPerBlock
    let progressive = scale == .full ? frame.blocksPerMCU * MemoryLayout<UInt64>.size : kept.mcuBytes
    return frame.mcuCount * (frame.isProgressive ? progressive : baseline)
  }

  /// Returns an upper estimate of the bytes held for a picture whose planes are `layout` at full size, beside a copy of
  /// the file.
  static func byteCount(_ layout: PlaneLayout, scale: DecodeScale) -> Int {
    let sides = [scale.rawValue] + layout.sizes.dropFirst().map { _ in layout.chromaScale(scale).rawValue }
    return zip(layout.sizes, sides).reduce(0) { sum, plane in
      // MCUs extend at most four blocks beyond the edges, and are at most four blocks high.
      let (columns, rows) = (plane.0.width / 8 + 4, plane.0.height / 8 + 4)
      let kept = 2 * plane.1 * plane.1
      // Two more streams have room for half of the blocks each.
      let baseline = columns * rows * (IndexedBlocks.bytesPerBlock + BlockStarts.bytesPerBlock) + columns * 4 * kept
      // Beside the coefficients, a bit for each of them if more than the first are kept. At full size, the coefficients are
      // counted as those that libjpeg would hold.
      let progressive = scale == .full ? columns * rows * 8 : columns * rows * (plane.1 == 1 ? kept : kept + 8)
      return sum + max(baseline, progressive)
    }
  }

  /// Returns the planes of the whole picture; nil if luma's size isn't a multiple of chroma's.
  private static func layout(of frame: CodedFrame) -> PlaneLayout? {
    let (luma, chromas) = (frame.components[0], frame.components.dropFirst())
    guard let chroma = chromas.first else { return PlaneLayout(luma: frame.size, chromaStep: nil) }
    guard chromas.allSatisfy({ $0.horizontal == chroma.horizontal && $0.vertical == chroma.vertical }),
      luma.horizontal % chroma.horizontal == 0, luma.vertical % chroma.vertical == 0
    else { return nil }
    let step = PixelSize(width: luma.horizontal / chroma.horizontal, height: luma.vertical / chroma.vertical)
    return PlaneLayout(luma: frame.size, chromaStep: step)
  }

  /// Number of groups of rows. A group is one row of MCUs.
  var groupCount: Int { frame.rows }
  var groupHeights: [Int] { zip(frame.components, sides).map { $0.vertical * $1 } }
  /// Number of samples in a row of each component, with whole blocks.
  var paddedWidths: [Int] { zip(frame.components, sides).map { frame.columns * $0.horizontal * $1 } }

  /// Writes the samples of a group to `destinations`, one per component.
  func makeGroup(_ group: Int, into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]) {
    let kept = blocks.kept
    let first =
      switch blocks {
      case .progressive(let blocks): UnsafeRawPointer(blocks.mcu(group * frame.columns))
      case .baseline(let blocks): blocks.read(row: group)
      }
    for (index, component) in frame.components.enumerated() {
      let row = BlockRow(
        across: component.horizontal, distance: kept.mcuBytes, count: frame.columns * component.horizontal)
      let (base, stride) = destinations[index]
      for y in 0..<component.vertical {
        let block = kept.offsets[index] + y * component.horizontal * kept.blockBytes(of: index)
        makeSamples(base + y * sides[index] * stride, stride, first + block, row, of: index)
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
