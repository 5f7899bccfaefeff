import TestSupport

/// Builds Photoshop documents from the specification alone (Adobe Photoshop File Formats Specification).
struct PSDBuilder {
  var width = 13
  var height = 9
  /// 1 grey, 2 indexed, 3 RGB, 4 CMYK, 8 duotone.
  var mode: Int
  var depth = 8
  var channels: Int
  var isPacked = false
  /// 768 bytes: all red values, all green values, all blue values.
  var palette: [UInt8] = []
  var resources: [(number: Int, data: [UInt8])] = []
  /// Number of layers as stored: negative if the first channel after the colours is transparency. Nil without layers.
  var layerCount: Int?
  /// Tagged blocks after the layers, by key.
  var blocks: [(key: String, data: [UInt8])] = []
  /// Number of zeros after each tagged block.
  var padding = 0
  var compression: Int?
  /// The stored sample of a channel at a position.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  init(
    mode: Int, channels: Int, depth: Int = 8, isPacked: Bool = false,
    sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> Int
  ) {
    (self.mode, self.channels, self.depth, self.isPacked, self.sample) = (mode, channels, depth, isPacked, sample)
  }

  static func word(_ value: Int) -> [UInt8] { bigEndian(value).suffix(2) }

  private func section(_ data: [UInt8]) -> [UInt8] { bigEndian(data.count) + data }

  private var layers: [UInt8] {
    if layerCount == nil && blocks.isEmpty { return [] }
    let info = layerCount.map { Self.word($0) + [0, 0] } ?? []
    var layers = section(info) + section([])
    for block in blocks {
      layers += Array("8BIM\(block.key)".utf8) + section(block.data) + [UInt8](repeating: 0, count: padding)
    }
    return layers
  }

  private func row(_ y: Int, _ channel: Int) -> [UInt8] {
    (0..<width).flatMap { x in
      depth == 16 ? Self.word(sample(x, y, channel)) : [UInt8(sample(x, y, channel))]
    }
  }

  /// PackBits (Apple Technical Note 1023): runs of equal bytes, all else as it is, with a code for nothing in between.
  static func packed(_ row: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    var rest = row[...]
    while let first = rest.first {
      let run = rest.prefix(128).prefix { $0 == first }.count
      if run > 1 {
        packed += [UInt8(bitPattern: Int8(1 - run)), first]
        rest = rest.dropFirst(run)
      } else {
        let count = min(rest.count, 3)
        packed += [0x80, UInt8(count - 1)] + rest.prefix(count)
        rest = rest.dropFirst(count)
      }
    }
    return packed
  }

  private var picture: [UInt8] {
    let rows = (0..<channels).flatMap { channel in (0..<height).map { row($0, channel) } }
    let code = Self.word(compression ?? (isPacked ? 1 : 0))
    guard isPacked else { return code + rows.joined() }
    let packed = rows.map(Self.packed)
    return code + packed.flatMap { Self.word($0.count) } + packed.joined()
  }

  /// Offset of the flattened picture.
  var pictureStart: Int { bytes.count - picture.count }

  private var resourceBytes: [UInt8] {
    var bytes: [UInt8] = []
    for resource in resources {
      bytes += Array("8BIM".utf8) + Self.word(resource.number) + [0, 0]
      bytes += section(resource.data)
      if resource.data.count % 2 == 1 { bytes.append(0) }
    }
    return bytes
  }

  var bytes: [UInt8] {
    var bytes = Array("8BPS\0\u{1}\0\0\0\0\0\0".utf8)
    bytes += Self.word(channels) + bigEndian(height) + bigEndian(width)
    bytes += Self.word(depth) + Self.word(mode)
    bytes += section(palette) + section(resourceBytes) + section(layers)
    return bytes + picture
  }
}
