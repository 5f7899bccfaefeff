import PixelCore

/// Reads a BMP: palette indices of 1, 2, 4 or 8 bits, plain or run-length encoded; pixels of 16, 24 or 32 bits with any
/// masks.
///
/// Channels of up to 8 bits become 8, longer channels 16, on a scale whose largest value is the channel's. An index
/// beyond the palette is opaque black. If a file has an alpha mask but alpha is 0 everywhere, the program that wrote it
/// left the alpha unset, so the picture is opaque, with a warning. Plain rows are converted from the file's bytes. Rows
/// that are run-length encoded are decoded whole, because the bottom row usually comes first; pixels that the runs skip
/// have index 0.
final class BMPRowReader: RowReader {
  let info: ImageInfo
  let shape: ImageShape
  private(set) var warnings: [String] = []
  private let file: EncodedImage
  private let header: BMPHeader
  private let limits: DecodeLimits
  /// Levels of each value of a channel of up to 8 bits, if all channels are so short.
  private let levels: [[UInt8]]
  /// The decoded indices of run-length encoded rows, from the top.
  private var indices: Memory?
  /// Whether alpha is replaced with the largest value.
  private var isMadeOpaque = false
  private var row = 0

  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let header = try file.withBytes { bytes throws(CodecError) in try BMPHeader(bytes, limits: limits) }
    (self.file, self.header, self.limits, info) = (file, header, limits, header.info)
    shape = ImageShape(size: header.size, format: header.info.pixelFormat)
    levels =
      shape.format.depth == .sixteen
      ? []
      : header.channels.map { channel in
        (0..<1 << channel.bits).map { UInt8(channel.level(of: UInt32($0) << channel.shift, largest: 255)) }
      }
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    try limits.timeLimit?.check()
    if row == 0 { try begin() }
    for y in row..<row + count {
      let place = destination + (y - row) * stride
      if let indices {
        put((indices.bytes.baseAddress! + y * shape.size.width).assumingMemoryBound(to: UInt8.self), bits: 8, to: place)
      } else {
        try convert(storedRow(y), to: place)
      }
    }
    if indices == nil { release(row..<row + count) }
    row += count
    if row == shape.size.height { indices = nil }
    return count
  }

  private func begin() throws(CodecError) {
    if header.coding == .runs {
      let (indices, isExact) = try BMPRuns(file.bytes, header, limits: limits).indices()
      self.indices = indices
      if !isExact { warnings.append("its runs extend beyond its rows; the excess is left out") }
    } else if header.channels.count == 4 {
      isMadeOpaque = try !hasAlpha()
      if isMadeOpaque { warnings.append("its alpha is 0 everywhere, so it is read as opaque") }
    }
  }

  // MARK: Stored rows

  /// Bytes from one stored row to the next: whole words of four bytes.
  private var storedStride: Int { (shape.size.width * header.bits + 31) / 32 * 4 }

  /// Offset of a row, counted from the top.
  private func start(ofRow y: Int) -> Int {
    header.pixels + (header.isTopDown ? y : shape.size.height - 1 - y) * storedStride
  }

  /// Returns the bytes of a row, counted from the top. The padding of the last stored row may be missing.
  private func storedRow(_ y: Int) throws(CodecError) -> UnsafeRawBufferPointer {
    let (start, count) = (start(ofRow: y), (shape.size.width * header.bits + 7) / 8)
    guard start <= file.count - count else { throw .truncated(.bmp, row: y) }
    return UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + count])
  }

  /// Releases the memory of a mapped file's rows.
  private func release(_ rows: Range<Int>) {
    let first = start(ofRow: header.isTopDown ? rows.lowerBound : rows.upperBound - 1)
    let end = min(first + rows.count * storedStride, file.count)
    if header.isTopDown { file.passed(from: first, to: end) } else { file.passedBackwards(from: end, to: first) }
  }

  /// Whether any pixel's alpha isn't 0.
  private func hasAlpha() throws(CodecError) -> Bool {
    let channel = header.channels[3]
    let mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(channel.bits)) - 1) << channel.shift
    for y in 0..<shape.size.height {
      if y % 256 == 0 { try limits.timeLimit?.check() }
      let bytes = try storedRow(y)
      for x in 0..<shape.size.width where pixel(x, of: bytes) & mask != 0 { return true }
      release(y..<y + 1)
    }
    return false
  }

  // MARK: Conversion

  @inline(__always)
  private func pixel(_ x: Int, of row: UnsafeRawBufferPointer) -> UInt32 {
    switch header.bits {
    case 16: return UInt32(row.littleEndian(UInt16.self, at: 2 * x))
    case 24: return UInt32(row[3 * x]) | UInt32(row[3 * x + 1]) << 8 | UInt32(row[3 * x + 2]) << 16
    default: return row.littleEndian(UInt32.self, at: 4 * x)
    }
  }

  private func convert(_ bytes: UnsafeRawBufferPointer, to destination: UnsafeMutableRawPointer) {
    if header.bits <= 8 {
      put(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), bits: header.bits, to: destination)
    } else if shape.format.depth == .sixteen {
      convertDeep(bytes, to: destination.assumingMemoryBound(to: UInt16.self))
    } else {
      let pixels = destination.assumingMemoryBound(to: UInt8.self)
      let hasAlpha = header.channels.count == 4 && !isMadeOpaque
      for (index, channel) in header.channels.enumerated() {
        let most = UInt32(levels[index].count - 1)
        levels[index].withUnsafeBufferPointer { levels in
          for x in 0..<shape.size.width {
            pixels[4 * x + index] = levels[Int(pixel(x, of: bytes) >> channel.shift & most)]
          }
        }
      }
      if !hasAlpha { for x in 0..<shape.size.width { pixels[4 * x + 3] = 255 } }
    }
  }

  private func convertDeep(_ bytes: UnsafeRawBufferPointer, to pixels: UnsafeMutablePointer<UInt16>) {
    for x in 0..<shape.size.width {
      let pixel = pixel(x, of: bytes)
      pixels[4 * x + 3] = .max
      for (index, channel) in header.channels.enumerated() where index < 3 || !isMadeOpaque {
        pixels[4 * x + index] = UInt16(channel.level(of: pixel, largest: 65_535))
      }
    }
  }

  /// Writes the colours of a row of indices. The first index of a byte is in its highest bits.
  private func put(_ indices: UnsafePointer<UInt8>, bits: Int, to destination: UnsafeMutableRawPointer) {
    let pixels = destination.assumingMemoryBound(to: UInt32.self)
    header.palette.withUnsafeBufferPointer { palette in
      for x in 0..<shape.size.width {
        let bit = x * bits
        pixels[x] = palette[Int(indices[bit >> 3]) >> (8 - bits - bit & 7) & (1 << bits - 1)]
      }
    }
  }
}
