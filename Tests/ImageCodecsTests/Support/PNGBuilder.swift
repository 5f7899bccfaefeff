import TestSupport

/// Builds PNG files from the specification alone (W3C PNG, third edition), without code from the readers: deflated in stored blocks,
/// with separate checksum code.
struct PNGBuilder {
  var width: Int
  var height: Int
  var bitDepth: Int
  /// 0 grey, 2 RGB, 3 indexed, 4 grey and alpha, 6 RGBA.
  var colorType: Int
  var isInterlaced = false
  var palette: [UInt8]?
  /// The data of tRNS.
  var transparency: [UInt8]?
  /// The filter number, 0...4, of a row of the file. Rows are counted across all passes.
  var filter: (_ row: Int) -> UInt8 = { _ in 0 }
  /// Whole chunks between the header and the picture, and after the picture.
  var chunksBefore: [UInt8] = []
  var chunksAfter: [UInt8] = []
  /// The stored value at a position.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  static let end = chunk("IEND", [])

  var channels: Int { PNGFormat.channels[colorType]! }

  var bytes: [UInt8] { beforePicture + Self.chunk("IDAT", Self.zlib(rows)) + chunksAfter + Self.end }

  /// The file up to its picture.
  var beforePicture: [UInt8] {
    let header =
      bigEndian(width) + bigEndian(height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    return PNGFormat.signature + Self.chunk("IHDR", header) + chunksBefore
      + (palette.map { Self.chunk("PLTE", $0) } ?? []) + (transparency.map { Self.chunk("tRNS", $0) } ?? [])
  }

  /// All rows, each after the number of its filter. Interlaced, those of Adam7's seven reduced pictures.
  var rows: [UInt8] {
    var result: [UInt8] = []
    var count = 0
    for pass in PNGFormat.passes(isInterlaced: isInterlaced) {
      let columns = pass.columns(of: width)
      guard !columns.isEmpty else { continue }
      var above: [UInt8]?
      for y in pass.rows(of: height) {
        let row = row(y, columns: columns)
        result += filtered(row, filter: filter(count), above: above ?? row.map { _ in 0 })
        above = row
        count += 1
      }
    }
    return result
  }

  private func filtered(_ row: [UInt8], filter: UInt8, above: [UInt8]) -> [UInt8] {
    let step = max(1, channels * bitDepth / 8)
    return [filter]
      + row.indices.map { index in
        row[index]
          &- PNGFormat.prediction(
            filter: filter, left: index < step ? 0 : row[index - step], above: above[index],
            aboveLeft: index < step ? 0 : above[index - step])
      }
  }

  private func row(_ y: Int, columns: [Int]) -> [UInt8] {
    let samples = columns.flatMap { x in (0..<channels).map { sample(x, y, $0) } }
    switch bitDepth {
    case 16: return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case 8: return samples.map { UInt8($0) }
    default:
      let perByte = 8 / bitDepth
      return stride(from: 0, to: samples.count, by: perByte).map { start in
        (0..<perByte).reduce(UInt8(0)) { byte, i in
          let value = start + i < samples.count ? samples[start + i] : 0
          return byte | UInt8(value << (8 - bitDepth * (i + 1)))
        }
      }
    }
  }

  /// A chunk: length, type, data, checksum.
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    bigEndian(data.count) + type.utf8 + data + bigEndian(Int(crc(Array(type.utf8) + data)))
  }

  /// Data in zlib's format (RFC 1950) without compression.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: max(data.count, 1), by: 65535) {
      let block = data[start..<min(start + 65535, data.count)]
      let length = UInt16(block.count)
      result += [start + 65535 >= data.count ? 1 : 0]
      result += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
      result += block
    }
    let (a, b) = data.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + Int(byte)) % 65521
      return (a, (sums.1 + a) % 65521)
    }
    return result + bigEndian(b << 16 | a)
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
