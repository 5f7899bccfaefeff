import CLibraries
import PixelCore
import PixelKernels

/// Compresses the picture of a PNG: holds all its rows, filters them if that makes the file smaller, and deflates them
/// in one piece with libdeflate, in a quarter of zlib's time.
package final class DeflatedPicture {
  /// Maximum bytes of rows: 8 million pixels of RGBA. A larger picture goes through zlib row by row. The two paths
  /// produce different bytes, so the choice depends only on the picture's shape.
  package static let largestByteCount = 32 << 20

  private let shape: ImageShape
  private let level: Int32
  private let kernels: Kernels
  private let rows: PictureRows
  private var nextRow = 0

  /// Allocates memory for a picture; nil if memory is short.
  ///
  /// - Parameter compression: One of ``EncodeOptions/compressions``.
  init?(shape: ImageShape, compression: Int, kernels: Kernels = .current) {
    self.shape = shape
    self.kernels = kernels
    level = Self.levels[compression]
    let bytesPerPixel = Self.bytesPerPixel(shape)
    let rows = PictureRows(
      height: shape.size.height, rowBytes: shape.size.width * bytesPerPixel, bytesPerPixel: bytesPerPixel,
      kernels: kernels)
    guard let rows else { return nil }
    self.rows = rows
  }

  /// libdeflate's level for each zlib level.
  ///
  /// Measured with three photos with alpha, 2000 × 2000 pixels. At zlib's level 1, files have 0.90 to 0.93 of libpng's
  /// size, at 3.1 to 3.7 times the speed. At level 6, files have 1.01 to 1.04 of libpng's size, at 4.2 to 5.1 times the
  /// speed. For level 6, libdeflate's level 6 instead of 5 would make files 1.4 to 2 % smaller and take half as long
  /// again.
  private static let levels: [Int32] = [0, 1, 2, 3, 4, 5, 5, 6, 8, 11]

  private static func bytesPerPixel(_ shape: ImageShape) -> Int {
    shape.format.depth.rawValue / 8 * (shape.format.alpha == .opaque ? 3 : 4)
  }

  /// Returns the bytes of all rows of a picture.
  private static func byteCount(_ shape: ImageShape) -> Int {
    (1 + shape.size.width * bytesPerPixel(shape)) * shape.size.height
  }

  /// Whether a picture is small enough to be deflated in one piece.
  package static func takes(_ shape: ImageShape) -> Bool {
    // Checks pixels first, because sides from an untrusted source could overflow. Each pixel has at least one byte.
    shape.size.pixelCount <= largestByteCount && byteCount(shape) <= largestByteCount
  }

  /// Returns the bytes needed to deflate a picture: the rows, the result or a trial, and libdeflate's tables.
  static func byteCount(_ shape: ImageShape, compression: Int) -> Int {
    return PictureRows.byteCount(height: shape.size.height, rowBytes: shape.size.width * bytesPerPixel(shape))
      + tables(compression)
  }

  /// Returns the bytes needed for the largest picture that is deflated in one piece, no wider than `bound`: its rows,
  /// and as much again for the result.
  static func mostBytes(_ bound: ImageShape, compression: Int) -> Int {
    2 * (largestByteCount + bound.bytesPerRow) + tables(compression)
  }

  static func tables(_ compression: Int) -> Int { levels[compression] >= 10 ? 9 << 20 : 672 << 10 }

  /// Adds the next row.
  func append(_ pixels: UnsafeRawPointer) {
    kernels.pack(
      rows.placeForRow(nextRow), pixels, isOpaque: shape.format.alpha == .opaque, count: shape.size.width,
      depth: shape.format.depth)
    nextRow += 1
  }

  /// Calls `body` with the chunks that contain the picture and end the file, after all rows have been added. Nil if
  /// memory is short.
  func withChunks<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R? {
    // Filters don't help without compression.
    if level > 0 {
      guard let areBestFiltered = rows.areBestFiltered() else { return nil }
      if areBestFiltered { rows.filterAll() }
    }
    return try Self.withChunks(of: rows.memory.bytes, level, body)
  }

  /// Calls `body` with the chunks that contain these rows, each after its filter type, and end the file. Nil if memory is
  /// short.
  ///
  /// - Parameter compression: One of ``EncodeOptions/compressions``.
  static func withChunks<R, E: Error>(
    of rows: UnsafeMutableRawBufferPointer, compression: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R? {
    try withChunks(of: rows, levels[compression], body)
  }

  private static func withChunks<R, E: Error>(
    of bytes: UnsafeMutableRawBufferPointer, _ level: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R? {
    guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    guard let chunks = Memory(byteCount: bound + 2 * PNGChunks.framing) else {
      libdeflate_free_compressor(compressor)
      return nil
    }
    let count = libdeflate_zlib_compress(
      compressor, bytes.baseAddress, bytes.count, chunks.bytes.baseAddress! + 8, bound)
    libdeflate_free_compressor(compressor)
    precondition(count > 0, "it fits into its bound")
    let end = PNGChunks.frame("IDAT", dataCount: count, in: chunks.bytes, at: 0)
    let fileEnd = PNGChunks.frame("IEND", dataCount: 0, in: chunks.bytes, at: end)
    return try body(UnsafeRawBufferPointer(rebasing: chunks.bytes[..<fileEnd]))
  }
}
