/// Builds GIFs from the specification alone (GIF89a).
struct GIFBuilder {
  struct Picture {
    var left = 0
    var top = 0
    var width = 13
    var height = 9
    var isInterlaced = false
    /// Colours of its own table: red, green and blue of each.
    var palette: [[UInt8]]?
    var transparentIndex: Int?
    var index: (_ x: Int, _ y: Int) -> Int
  }

  var width = 13
  var height = 9
  /// Bits of an index, from 2 to 8.
  var bits = 8
  var palette: [[UInt8]]?
  var pictures: [Picture]
  /// Whole blocks before the first picture.
  var blocksBefore: [UInt8] = []

  init(_ pictures: [Picture], palette: [[UInt8]]?, bits: Int = 8) {
    (self.pictures, self.palette, self.bits) = (pictures, palette, bits)
  }

  var bytes: [UInt8] {
    var bytes = Array("GIF89a".utf8) + word(width) + word(height)
    bytes += [flags(palette), 0, 0]
    bytes += table(palette) + blocksBefore
    for picture in pictures { bytes += block(picture) }
    return bytes + [0x3b]
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private func flags(_ palette: [[UInt8]]?) -> UInt8 { palette == nil ? 0 : 0x80 | UInt8(bits - 1) }

  /// A table of as many colours as indices have values. Missing colours are white.
  private func table(_ palette: [[UInt8]]?) -> [UInt8] {
    guard let palette else { return [] }
    return (0..<1 << bits).flatMap { $0 < palette.count ? palette[$0] : [255, 255, 255] }
  }

  private func block(_ picture: Picture) -> [UInt8] {
    var block: [UInt8] = []
    if let index = picture.transparentIndex { block += [0x21, 0xf9, 4, 1, 0, 0, UInt8(index), 0] }
    block += [0x2c] + [picture.left, picture.top, picture.width, picture.height].flatMap(word)
    block += [flags(picture.palette) | (picture.isInterlaced ? 0x40 : 0)] + table(picture.palette)
    let passes = picture.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    let rows = passes.flatMap { Array(stride(from: $0.0, to: picture.height, by: $0.1)) }
    let indices = rows.flatMap { y in (0..<picture.width).map { picture.index($0, y) } }
    return block + [UInt8(bits)] + Self.dataBlocks(Self.compressed(indices, bits: bits))
  }

  /// Data in blocks of at most 255 bytes, and the empty block at the end.
  static func dataBlocks(_ data: [UInt8]) -> [UInt8] {
    stride(from: 0, to: data.count, by: 255).flatMap { start in
      let part = data[start..<min(start + 255, data.count)]
      return [UInt8(part.count)] + part
    } + [0]
  }

  /// Codes from a table of all sequences so far (appendix F). A full table is emptied.
  static func compressed(_ indices: [Int], bits: Int) -> [UInt8] {
    let clear = 1 << bits
    var (table, next, length) = ([[Int]: Int](), clear + 2, bits + 1)
    var (pending, pendingCount, data) = (0, 0, [UInt8]())
    func put(_ code: Int) {
      pending |= code << pendingCount
      pendingCount += length
      while pendingCount >= 8 {
        data.append(UInt8(pending & 255))
        (pending, pendingCount) = (pending >> 8, pendingCount - 8)
      }
    }
    func code(_ sequence: [Int]) -> Int { sequence.count == 1 ? sequence[0] : table[sequence]! }
    put(clear)
    var sequence: [Int] = []
    for index in indices {
      if sequence.isEmpty || table[sequence + [index]] != nil {
        sequence.append(index)
        continue
      }
      put(code(sequence))
      if next == 4096 {
        put(clear)
        (table, next, length) = ([:], clear + 2, bits + 1)
      } else {
        table[sequence + [index]] = next
        // The reader's table is one sequence behind.
        if next == 1 << length { length += 1 }
        next += 1
      }
      sequence = [index]
    }
    put(code(sequence))
    put(clear + 1)
    if pendingCount > 0 { data.append(UInt8(pending & 255)) }
    return data
  }
}
