import CLibraries
import PixelCore
import PixelKernels

/// Writes a PNG of at most 256 colours (colour type 3), with the alpha of each (tRNS) and as few bits a pixel as the
/// number of colours needs.
///
/// The picture is held until its last row, because its colours decide the palette.
final class PNGIndexedWriter: RowWriter {
  let shape: ImageShape
  private let settings: PNG
  private let colors: Int
  private let metadata: FileMetadata
  private let sink: SinkBox
  private let picture: Memory
  private var order: BandOrder

  /// - Parameter colors: Maximum number of colours, in ``PNG/paletteSizes``.
  init(
    shape: ImageShape, settings: PNG, colors: Int, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format.transfer == .encoded && shape.format.depth == .eight)
    precondition(shape.format.alpha != .premultiplied)
    guard let picture = Memory(byteCount: 4 * shape.size.pixelCount) else { throw .outOfMemory(.png) }
    (self.shape, self.settings, self.colors, self.metadata) = (shape, settings, colors, metadata)
    (self.sink, self.picture) = (SinkBox(sink), picture)
    order = BandOrder(.png, shape: shape)
  }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    let pixels = picture.bytes.bindMemory(to: UInt32.self)
    let width = shape.size.width
    // Bytes in the order of the file are the same number on every CPU that packshot runs on: little-endian.
    for y in band.rows {
      let row = band.row(y)
      for x in 0..<width {
        let pixel = row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
        pixels[y &* width &+ x] =
          if shape.format.alpha == .opaque { pixel | 0xff00_0000 } else if pixel >> 24 == 0 { 0 } else { pixel }
      }
    }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    let reduced = PalettePicture(
      UnsafeBufferPointer(picture.bytes.bindMemory(to: UInt32.self)), width: shape.size.width, colors: colors,
      dither: settings.dither)
    let bits = Self.bitsPerPixel(reduced.palette.count)
    try writeHeader(reduced.palette, bits: bits)
    guard let rows = Self.packed(reduced.indices, width: shape.size.width, bits: bits) else { throw .outOfMemory(.png) }
    let isWritten: Void? = try DeflatedPicture.withChunks(of: rows.bytes, compression: settings.compression.level) {
      chunks throws(CodecError) in try sink.write(chunks)
    }
    if isWritten == nil { throw .outOfMemory(.png) }
  }

  /// Writes everything before the picture's data. libpng does it, because it validates profiles.
  private func writeHeader(_ palette: [UInt32], bits: Int) throws(CodecError) {
    let encoder = try PNGEncoder(to: sink)
    try encoder.check {
      packshot_png_writer_start_palette(
        $0, UInt32(shape.size.width), UInt32(shape.size.height), Int32(bits), palette, Int32(palette.count),
        Int32(settings.compression.level), metadata.iccProfile, metadata.iccProfile?.count ?? 0, metadata.exif,
        metadata.exif?.count ?? 0)
    }
    try encoder.check { packshot_png_writer_flush($0) }
    let chunks = PNGMetadata.chunks(metadata)
    if !chunks.isEmpty { try EncodedImage(chunks).withBytes { bytes throws(CodecError) in try sink.write(bytes) } }
  }

  /// The smallest of 1, 2, 4 and 8 that can tell this many colours apart.
  private static func bitsPerPixel(_ count: Int) -> Int { [1, 2, 4].first { count <= 1 << $0 } ?? 8 }

  /// Returns the rows as stored: a filter type of none, then the indices, the left one of a byte in its high bits. Filters
  /// predict an index from its neighbours, and similar colours don't have similar indices. Nil if memory is short.
  private static func packed(_ indices: [UInt8], width: Int, bits: Int) -> Memory? {
    let (perByte, height) = (8 / bits, indices.count / width)
    let rowBytes = 1 + (width + perByte - 1) / perByte
    guard let rows = Memory(zeros: height * rowBytes) else { return nil }
    for y in 0..<height {
      for x in 0..<width {
        let place = y &* rowBytes &+ 1 &+ x / perByte
        rows.bytes[place] |= indices[y &* width &+ x] << UInt8(8 &- bits &* (1 &+ x % perByte))
      }
    }
    return rows
  }

  /// Upper estimate of the bytes held: the pixels, their indices, the rows and the deflated rows.
  static func byteCount(_ shape: ImageShape, compression: Int) -> Int {
    let pixels = shape.size.pixelCount
    let deflating = 2 * (pixels + shape.size.height) + DeflatedPicture.tables(compression)
    return 4 * pixels + PalettePicture.byteCount(pixelCount: pixels) + deflating
  }
}
