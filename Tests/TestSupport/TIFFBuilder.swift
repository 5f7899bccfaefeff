/// Builds a TIFF of uncompressed strips (TIFF 6.0, section 2).
public struct TIFFBuilder {
  public var isBigEndian: Bool
  public let width = 13
  public let height = 9
  public var bits: Int
  public var samples: Int
  /// PhotometricInterpretation.
  public var color: Int
  public var isPlanar: Bool
  public var rowsPerStrip: Int
  public var extraSamples: [Int]
  public var orientation = 1
  /// The declared compression. The data isn't compressed.
  public var compression = 1
  public var iccProfile: [UInt8] = []
  /// Further tags, of type 1, 2 or 7.
  public var tags: [(tag: Int, type: Int, bytes: [UInt8])] = []
  public let sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  public init(
    isBigEndian: Bool = false, bits: Int, samples: Int, color: Int, isPlanar: Bool = false, rowsPerStrip: Int = 4,
    extraSamples: [Int] = [], sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> Int
  ) {
    (self.isBigEndian, self.bits, self.samples, self.color) = (isBigEndian, bits, samples, color)
    (self.isPlanar, self.rowsPerStrip, self.extraSamples, self.sample) = (isPlanar, rowsPerStrip, extraSamples, sample)
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// Rows of samples, each padded to whole bytes.
  private func strip(_ rows: Range<Int>, _ channels: Range<Int>) -> [UInt8] {
    rows.flatMap { y -> [UInt8] in
      let values = (0..<width).flatMap { x in channels.map { sample(x, y, $0) } }
      if bits >= 8 { return values.flatMap { number($0, bits / 8) } }
      var bytes = [UInt8](repeating: 0, count: (values.count * bits + 7) / 8)
      for (index, value) in values.enumerated() {
        bytes[index * bits / 8] |= UInt8(value << (8 - bits - index * bits % 8))
      }
      return bytes
    }
  }

  public var bytes: [UInt8] {
    let planes = isPlanar ? (0..<samples).map { $0..<$0 + 1 } : [0..<samples]
    let strips = planes.flatMap { plane in
      stride(from: 0, to: height, by: rowsPerStrip).map { strip($0..<min($0 + rowsPerStrip, height), plane) }
    }
    var file: [UInt8] = (isBigEndian ? [0x4d, 0x4d] : [0x49, 0x49]) + number(42, 2) + [0, 0, 0, 0]
    var offsets: [Int] = []
    for strip in strips {
      offsets.append(file.count)
      file += strip
      if file.count % 2 == 1 { file.append(0) }
    }
    // Tag, type (3 for 16-bit numbers, 4 for 32-bit ones, 7 for bytes), and values.
    var entries: [(tag: Int, type: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]), (258, 3, Array(repeating: bits, count: samples)), (259, 3, [compression]),
      (262, 3, [color]), (273, 4, offsets), (274, 3, [orientation]), (277, 3, [samples]), (278, 4, [rowsPerStrip]),
      (279, 4, strips.map(\.count)), (284, 3, [isPlanar ? 2 : 1]),
    ]
    if !extraSamples.isEmpty { entries.append((338, 3, extraSamples)) }
    if !iccProfile.isEmpty { entries.append((34_675, 7, iccProfile.map(Int.init))) }
    entries += tags.map { ($0.tag, $0.type, $0.bytes.map(Int.init)) }
    entries.sort { $0.tag < $1.tag }
    var directory = number(entries.count, 2)
    for entry in entries {
      let size = [1: 1, 2: 1, 3: 2, 4: 4, 7: 1][entry.type]!
      var values = entry.values.flatMap { number($0, size) }
      if values.count > 4 {
        let place = file.count
        file += values + (values.count % 2 == 1 ? [0] : [])
        values = number(place, 4)
      }
      values += [UInt8](repeating: 0, count: 4 - values.count)
      directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.values.count, 4) + values
    }
    file.replaceSubrange(4..<8, with: number(file.count, 4))
    return file + directory + [0, 0, 0, 0]
  }
}
