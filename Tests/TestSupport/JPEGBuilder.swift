/// Builds JPEG files of flat blocks from the specification alone (ITU-T T.81), without code from the readers.
///
/// With a quantiser of 8, a block whose only coefficient is `v − 128` is exactly flat with the value `v`. One Huffman
/// table gives each size of DC difference a code of four bits; the other gives "end of block" the code 0.
public struct JPEGBuilder {
  public struct Component {
    public var id: UInt8
    public var horizontal, vertical: Int
    /// The value of the block at a position among the component's blocks.
    public var value: (_ column: Int, _ row: Int) -> Int

    public init(
      id: UInt8, horizontal: Int = 1, vertical: Int = 1, value: @escaping (_ column: Int, _ row: Int) -> Int
    ) {
      (self.id, self.horizontal, self.vertical, self.value) = (id, horizontal, vertical, value)
    }
  }

  public var width: Int
  public var height: Int
  public var components: [Component]
  /// Segments between the start of the file and its tables.
  public var segments: [UInt8] = []
  /// T.81 table B.1: 0xc0 baseline, 0xc2 progressive, 0xc3 lossless.
  public var frameType: UInt8 = 0xc0
  public var precision: UInt8 = 8
  /// MCUs between restart markers, or 0 for none.
  public var restartInterval = 0
  /// The components of each scan, by index. Defaults to one scan of all.
  public var scans: [[Int]]?
  /// The first and last coefficient in each scan's header. Defaults to the correct ones.
  public var spectralSelection: [UInt8]?

  public init(width: Int, height: Int, components: [Component]) {
    (self.width, self.height, self.components) = (width, height, components)
  }

  public var bytes: [UInt8] {
    var result: [UInt8] = [0xff, 0xd8] + segments
    result += Self.segment(0xdb, [0] + [UInt8](repeating: 8, count: 64))
    var frame = [precision] + bigEndian(height).suffix(2) + bigEndian(width).suffix(2) + [UInt8(components.count)]
    for component in components { frame += [component.id, UInt8(component.horizontal << 4 | component.vertical), 0] }
    result += Self.segment(frameType, frame)
    result += Self.huffmanTable(0x00, codeLength: 4, symbols: Array(0..<12))
    result += Self.huffmanTable(0x10, codeLength: 1, symbols: [0])
    if restartInterval > 0 { result += Self.segment(0xdd, bigEndian(restartInterval).suffix(2)) }
    for scan in scans ?? [Array(components.indices)] {
      var header = [UInt8(scan.count)]
      for index in scan { header += [components[index].id, 0x00] }
      header += (spectralSelection ?? [0, isProgressive ? 0 : 63]) + [0]
      result += Self.segment(0xda, header) + entropyCoded(scan)
    }
    return result + [0xff, 0xd9]
  }

  /// A marker segment: marker, length, content.
  public static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xff, marker] + bigEndian(content.count + 2).suffix(2) + content
  }

  /// Adobe's marker; transform 0 for RGB and CMYK, 1 for YCbCr, 2 for YCCK.
  public static func adobe(transform: UInt8) -> [UInt8] {
    segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  private var isProgressive: Bool { frameType == 0xc2 }

  /// A table in which all codes have one length, counting up from 0.
  private static func huffmanTable(_ id: UInt8, codeLength: Int, symbols: [UInt8]) -> [UInt8] {
    let counts = (1...16).map { $0 == codeLength ? UInt8(symbols.count) : 0 }
    return segment(0xc4, [id] + counts + symbols)
  }

  private func entropyCoded(_ scan: [Int]) -> [UInt8] {
    let maxH = components.map(\.horizontal).max()!
    let maxV = components.map(\.vertical).max()!
    // A scan of one component contains its blocks one by one; a scan of several contains MCUs.
    let single = scan.count == 1
    let first = components[scan[0]]
    let mcuWidth = single ? 8 * maxH / first.horizontal : 8 * maxH
    let mcuHeight = single ? 8 * maxV / first.vertical : 8 * maxV
    let columns = (width + mcuWidth - 1) / mcuWidth
    let rows = (height + mcuHeight - 1) / mcuHeight
    var bits = BitWriter()
    var predictions = [Int](repeating: 0, count: components.count)
    for mcu in 0..<columns * rows {
      if restartInterval > 0, mcu > 0, mcu % restartInterval == 0 {
        bits.restart(UInt8(mcu / restartInterval - 1) & 7)
        predictions = predictions.map { _ in 0 }
      }
      for index in scan {
        let component = components[index]
        let (h, v) = single ? (1, 1) : (component.horizontal, component.vertical)
        for block in 0..<h * v {
          let value = component.value(mcu % columns * h + block % h, mcu / columns * v + block / h) - 128
          bits.writeDifference(value - predictions[index])
          if !isProgressive { bits.write(0, count: 1) }
          predictions[index] = value
        }
      }
    }
    return bits.finished()
  }
}

/// Writes bits from the highest down, with a zero byte after every 0xff.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var current = 0
  private var used = 0

  mutating func write(_ value: Int, count: Int) {
    for bit in (0..<count).reversed() {
      current = current << 1 | value >> bit & 1
      used += 1
      if used == 8 { emit() }
    }
  }

  /// T.81 F.1.2.1: the size in bits, then the difference, less one if it is negative.
  mutating func writeDifference(_ difference: Int) {
    let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    write(size, count: 4)
    write(difference < 0 ? difference - 1 : difference, count: size)
  }

  mutating func restart(_ number: UInt8) {
    pad()
    bytes += [0xff, 0xd0 + number]
  }

  mutating func finished() -> [UInt8] {
    pad()
    return bytes
  }

  private mutating func pad() {
    while used != 0 { write(1, count: 1) }
  }

  private mutating func emit() {
    bytes.append(UInt8(current))
    if current == 0xff { bytes.append(0) }
    (current, used) = (0, 0)
  }
}
