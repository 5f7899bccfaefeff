import PixelCore

/// A Photoshop document without its picture: the header, the palette, the resources that packshot uses, and what the
/// layers say about the flattened picture.
struct PSDHeader {
  /// The meaning of the first channels.
  enum Mode: Int {
    case grey = 1
    case indexed = 2
    case rgb = 3
    case cmyk = 4
    /// Grey values that are printed with one to four inks.
    case duotone = 8

    /// Number of channels with colours.
    var colorCount: Int {
      switch self {
      case .grey, .indexed, .duotone: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }
  }

  let size: PixelSize
  let mode: Mode
  /// Bits per sample: 8 or 16.
  let depth: Int
  /// Number of channels: colours, alpha, spot colours, masks.
  let channelCount: Int
  /// Whether the channel after the colours is the transparency of the flattened picture.
  let hasAlpha: Bool
  /// Whether the document has layers and doesn't say whether its flattened picture is real.
  let mayLackPicture: Bool
  /// 256 pixels, for ``Mode/indexed``.
  let palette: [UInt32]
  /// Offset of the flattened picture: its compression, then its data.
  let picture: Int
  let info: ImageInfo
  /// The metadata among the resources.
  let metadata: MetadataBlocks

  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
    let file = CheckedBytes(bytes, .psd)
    channelCount = try file.bigEndian(UInt16.self, at: 12)
    let (height, width) = (try file.bigEndian(UInt32.self, at: 14), try file.bigEndian(UInt32.self, at: 18))
    depth = try file.bigEndian(UInt16.self, at: 22)
    mode = try Self.mode(number: file.bigEndian(UInt16.self, at: 24), depth: depth)
    guard width > 0, height > 0 else {
      throw .damaged(.psd, why: "its size is \(width) × \(height) pixels", row: nil)
    }
    guard mode.colorCount...56 ~= channelCount else {
      throw .damaged(.psd, why: "it has \(channelCount) channels", row: nil)
    }
    size = PixelSize(width: width, height: height)
    try limits.check(size)

    // Three sections, each preceded by its length.
    let (colorData, afterColors) = try Self.section(file, at: 26)
    let (resources, afterResources) = try Self.section(file, at: afterColors)
    let (layers, afterLayers) = try Self.section(file, at: afterResources)
    picture = afterLayers
    let resource = { (number: UInt16) in ImageResources.data(of: number, in: resources) }

    let layerInfo = PSDLayerInfo(layers)
    // The version resource says after its own version whether the flattened picture is real.
    let version = resource(0x0421).flatMap { $0.count > 4 ? $0[4] : nil }
    if layerInfo.layerCount > 0, version == 0 { throw Self.withoutPicture }
    mayLackPicture = layerInfo.layerCount > 0 && version == nil
    hasAlpha = layerInfo.hasTransparency && channelCount > mode.colorCount

    var transparentIndex: Int?
    if mode == .indexed {
      guard colorData.count >= 768 else {
        throw .damaged(.psd, why: "its colour table has \(colorData.count) of 768 bytes", row: nil)
      }
      transparentIndex = resource(0x0417).flatMap { $0.count >= 2 ? Int($0[0]) << 8 | Int($0[1]) : nil }
      if transparentIndex.map({ $0 > 255 }) == true { transparentIndex = nil }
      palette = (0..<256).map { index in
        UInt32(
          red: colorData[index], green: colorData[256 + index], blue: colorData[512 + index],
          alpha: index == transparentIndex ? 0 : 255)
      }
    } else {
      palette = []
    }

    let profile = resource(0x040f)
    if let profile, profile.count > limits.maxMetadata {
      throw .tooMuchMetadata(.psd, found: profile.count, limit: limits.maxMetadata)
    }
    metadata = MetadataBlocks(exif: resource(0x0422), xmp: resource(0x0424), iptc: ImageResources.iptc(in: resources))
    let colorModel: ImageInfo.ColorModel =
      switch mode {
      case .grey, .duotone: .grey
      case .indexed: .indexed
      case .rgb: .rgb
      case .cmyk: .cmyk
      }
    info = ImageInfo(
      format: .psd, size: size, colorModel: colorModel, bitDepth: depth,
      hasAlpha: hasAlpha || transparentIndex != nil, stated: StatedColors(iccProfile: profile.map { Array($0) }),
      capturedAt: metadata.exif.flatMap { Exif($0).capturedAt })
  }

  /// The error about a document without a flattened picture.
  static let withoutPicture = CodecError.unsupported(
    .psd, feature: "only layers and no flattened picture, because it was saved without “Maximize Compatibility”")

  private static func mode(number: Int, depth: Int) throws(CodecError) -> Mode {
    guard let mode = Mode(rawValue: number) else {
      let names = [0: "Bitmap", 7: "Multichannel", 9: "Lab"]
      throw .unsupported(.psd, feature: names[number].map { "the colour mode \($0)" } ?? "colour mode \(number)")
    }
    guard depth == 8 || depth == 16 && mode != .indexed else {
      throw .unsupported(.psd, feature: "\(depth) bits per channel")
    }
    return mode
  }

  /// Returns the section that begins with its length at an offset, and the offset after it.
  private static func section(
    _ file: CheckedBytes, at place: Int
  ) throws(CodecError) -> (UnsafeRawBufferPointer, end: Int) {
    let section = try file.part(at: place + 4, count: file.bigEndian(UInt32.self, at: place))
    return (section, place + 4 + section.count)
  }

  /// Number of the channels that are read.
  var readChannelCount: Int { mode.colorCount + (hasAlpha ? 1 : 0) }

  var warnings: [String] {
    var warnings: [String] = []
    if mode == .duotone { warnings.append("this PSD is a duotone; only its grey values are read") }
    let otherCount = channelCount - readChannelCount
    if otherCount > 0 {
      let channels = otherCount == 1 ? "a channel" : "\(otherCount) channels"
      warnings.append(
        "this PSD has \(channels) beside its colours, for spot colours or masks; only the colours are read")
    }
    return warnings
  }
}

/// What the section of layers and masks says about the flattened picture. Damaged data counts as missing.
struct PSDLayerInfo {
  /// Number of layers.
  private(set) var layerCount = 0
  /// Whether the first channel after the colours is the transparency of the flattened picture. Otherwise it is a
  /// selection that somebody saved, and the picture is opaque.
  ///
  /// The specification's section "Layer info" says so of a negative number of layers. Documents of 16 bits have the
  /// layers in a tagged block, `Lr16`. Documents with nothing but transparency have an empty block, `Mtrn` or `Mt16`.
  private(set) var hasTransparency = false

  init(_ section: UnsafeRawBufferPointer) {
    let number = { (place: Int) -> Int? in
      guard place >= 0, place + 4 <= section.count else { return nil }
      return section[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let length = number(0) else { return }
    if length >= 2 { takeLayerCount(at: 4, section) }
    // The layers are followed by a mask, and the mask by tagged blocks: a mark, a key, a length, data.
    guard let maskLength = number(4 + length) else { return }
    let (mark, mark64): (UInt32, UInt32) = (0x3842_494d, 0x3842_3634)  // 8BIM, 8B64
    var place = 8 + length + maskLength
    while place + 12 <= section.count {
      // Some blocks are padded. A hostile file can have hundreds of megabytes of padding. Marks are compared as numbers
      // because comparing text at each byte would take half a minute.
      let found = UInt32(bigEndian: section.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      guard found == mark || found == mark64 else {
        place += 1
        continue
      }
      let key = String(decoding: section[place + 4..<place + 8], as: UTF8.self)
      guard let length = number(place + 8) else { return }
      place += 12
      switch key {
      case "Lr16", "Layr": takeLayerCount(at: place, section)
      case "Mtrn", "Mt16": hasTransparency = true
      default: break
      }
      place += length
    }
  }

  private mutating func takeLayerCount(at place: Int, _ section: UnsafeRawBufferPointer) {
    guard place + 2 <= section.count else { return }
    let count = Int(Int16(truncatingIfNeeded: Int(section[place]) << 8 | Int(section[place + 1])))
    layerCount = max(layerCount, abs(count))
    if count < 0 { hasTransparency = true }
  }
}
