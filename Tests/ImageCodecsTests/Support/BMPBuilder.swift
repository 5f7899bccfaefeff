/// Builds BMPs from the specification alone (Microsoft, "Bitmap Storage").
struct BMPBuilder {
  var width = 13
  var height = 9
  var bits: Int
  /// Length of the information header, which is its version.
  var headerLength = 40
  var compression = 0
  var isTopDown = false
  /// Masks of red, green, blue and alpha.
  var masks: [Int] = []
  /// Red, green and blue of each index.
  var palette: [[UInt8]] = []
  var iccProfile: [UInt8] = []
  /// The four letters of a V5 header's colour space.
  var colorSpace = "sRGB"
  /// The pixel or index at a position.
  var pixel: (_ x: Int, _ y: Int) -> Int = { _, _ in 0 }
  /// Run-length encoded data instead of rows.
  var runs: [UInt8]?

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func row(_ y: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (width * bits + 31) / 32 * 4)
    for x in 0..<width {
      if bits < 8 {
        bytes[x * bits / 8] |= UInt8(pixel(x, y) << (8 - bits - x * bits % 8))
      } else {
        bytes.replaceSubrange(x * bits / 8..<(x + 1) * bits / 8, with: number(pixel(x, y), bits / 8))
      }
    }
    return bytes
  }

  /// All rows as stored.
  private var rows: [UInt8] { (isTopDown ? Array(0..<height) : (0..<height).reversed()).flatMap(row) }

  private var header: [UInt8] {
    if headerLength == 12 {
      return number(12, 4) + number(width, 2) + number(height, 2) + number(1, 2) + number(bits, 2)
    }
    var header = number(headerLength, 4) + number(width, 4) + number(isTopDown ? -height : height, 4)
    header += number(1, 2) + number(bits, 2)
    header += [compression, 0, 2835, 2835, palette.count, 0].flatMap { number($0, 4) }
    // In longer headers, the masks belong to the header.
    header += masks.flatMap { number($0, 4) }
    if headerLength == 40 { return header }
    header += [UInt8](repeating: 0, count: max(0, headerLength - header.count))
    if headerLength == 124 {
      header.replaceSubrange(56..<60, with: colorSpace.utf8.reversed())
      header.replaceSubrange(
        112..<120, with: number(headerLength + paletteBytes.count, 4) + number(iccProfile.count, 4))
    }
    return Array(header[..<headerLength])
  }

  private var paletteBytes: [UInt8] {
    palette.flatMap { [$0[2], $0[1], $0[0]] + (headerLength == 12 ? [] : [0]) }
  }

  var bytes: [UInt8] {
    let start = header + paletteBytes + iccProfile
    let data = runs ?? rows
    let offset = 14 + start.count
    return Array("BM".utf8) + number(offset + data.count, 4) + number(0, 4) + number(offset, 4) + start + data
  }
}
