import PixelCore

/// A decoder of valid PNGs, written from the specification alone (W3C PNG, third edition), without libpng or zlib: the reference
/// for readers and writers. It is slow, and checks no checksums.
struct ReferencePNG {
  /// The file is invalid.
  struct Malformed: Error {}

  private let width: Int
  private let height: Int
  private let bitDepth: Int
  private let colorType: Int
  private let isInterlaced: Bool
  private var palette: [UInt16] = []
  /// The numbers in tRNS: a sample of each channel, or the alphas of a palette's first colours.
  private var transparency: [UInt16] = []
  /// The concatenated data of the IDAT chunks.
  private var stream: [UInt8] = []

  private var channels: Int { PNGFormat.channels[colorType]! }
  private var depth: PixelFormat.Depth { bitDepth == 16 ? .sixteen : .eight }
  private var opaque: UInt16 { UInt16(depth.largest) }

  /// The picture in `file` as red, green, blue and straight alpha. Samples of 16 bits are kept, and smaller ones become 8 bits.
  /// gAMA, bKGD and colour spaces are ignored. An index beyond the palette is opaque black.
  static func decode(_ file: [UInt8]) throws -> Picture { try ReferencePNG(file).picture() }

  private init(_ file: [UInt8]) throws {
    let chunks = try Self.chunks(file)
    guard let header = chunks.first, header.type == "IHDR", header.data.count == 13 else { throw Malformed() }
    width = Self.bigEndian(header.data[..<4])
    height = Self.bigEndian(header.data[4..<8])
    (bitDepth, colorType) = (Int(header.data[8]), Int(header.data[9]))
    isInterlaced = header.data[12] == 1
    for chunk in chunks {
      switch chunk.type {
      case "PLTE": palette = chunk.data.map { UInt16($0) }
      case "tRNS" where colorType == 3: transparency = chunk.data.map { UInt16($0) }
      case "tRNS": transparency = Self.pairs(chunk.data)
      case "IDAT": stream += chunk.data
      default: break
      }
    }
  }

  private static func chunks(_ file: [UInt8]) throws -> [(type: String, data: [UInt8])] {
    var result: [(String, [UInt8])] = []
    var start = PNGFormat.signature.count
    while start + 12 <= file.count {
      let end = start + 8 + bigEndian(file[start..<start + 4])
      guard end + 4 <= file.count else { throw Malformed() }
      result.append((String(decoding: file[start + 4..<start + 8], as: UTF8.self), Array(file[start + 8..<end])))
      start = end + 4
    }
    return result
  }

  private func picture() throws -> Picture {
    let stored = try storedSamples()
    return Picture(width: width, height: height, depth: depth) { x, y in
      let start = (y * width + x) * channels
      return pixel(stored[start..<start + channels])
    }
  }

  /// All stored samples, pixel by pixel.
  private func storedSamples() throws -> [UInt16] {
    let data = try Inflate.unpack(stream)
    var result = [UInt16](repeating: 0, count: width * height * channels)
    var position = 0
    for pass in PNGFormat.passes(isInterlaced: isInterlaced) {
      let columns = pass.columns(of: width)
      guard !columns.isEmpty else { continue }
      let count = (columns.count * channels * bitDepth + 7) / 8
      var row = [UInt8](repeating: 0, count: count)
      for y in pass.rows(of: height) {
        guard position + 1 + count <= data.count else { throw Malformed() }
        row = unfiltered(data[position + 1..<position + 1 + count], filter: data[position], above: row)
        position += 1 + count
        let samples = unpacked(row)
        for (index, x) in columns.enumerated() {
          for channel in 0..<channels {
            result[(y * width + x) * channels + channel] = samples[index * channels + channel]
          }
        }
      }
    }
    return result
  }

  private func unfiltered(_ differences: ArraySlice<UInt8>, filter: UInt8, above: [UInt8]) -> [UInt8] {
    let step = max(1, channels * bitDepth / 8)
    var row: [UInt8] = []
    for (index, difference) in differences.enumerated() {
      let isFirst = index < step
      row.append(
        difference
          &+ PNGFormat.prediction(
            filter: filter, left: isFirst ? 0 : row[index - step], above: above[index],
            aboveLeft: isFirst ? 0 : above[index - step]))
    }
    return row
  }

  /// The samples in a row's bytes. If several share a byte, the first is in its highest bits.
  private func unpacked(_ row: [UInt8]) -> [UInt16] {
    switch bitDepth {
    case 16: return Self.pairs(row)
    case 8: return row.map { UInt16($0) }
    default:
      let mask = UInt8(1 << bitDepth - 1)
      return row.flatMap { byte in
        stride(from: 8 - bitDepth, through: 0, by: -bitDepth).map { UInt16(byte >> $0 & mask) }
      }
    }
  }

  /// The red, green, blue and alpha of a pixel with these stored samples.
  private func pixel(_ stored: ArraySlice<UInt16>) -> [UInt16] {
    let alpha = stored.elementsEqual(transparency) ? 0 : opaque
    // The largest value of every smaller depth divides that of the output depth.
    let samples = stored.map { $0 * (opaque / UInt16(1 << bitDepth - 1)) }
    return switch colorType {
    case 0: [samples[0], samples[0], samples[0], alpha]
    case 2: samples + [alpha]
    case 3: paletteColor(Int(stored.first!))
    case 4: [samples[0], samples[0], samples[0], samples[1]]
    default: samples
    }
  }

  private func paletteColor(_ index: Int) -> [UInt16] {
    guard index * 3 < palette.count else { return [0, 0, 0, opaque] }
    return palette[index * 3..<index * 3 + 3] + [index < transparency.count ? transparency[index] : opaque]
  }

  private static func pairs(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
