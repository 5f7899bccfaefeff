import PixelCore

/// The blocks of a GIF (GIF89a, sections 17 to 27), up to its first picture's data, and what follows that.
struct GIFFile {
  /// How a file ends after its first picture's data.
  enum End {
    /// With the trailer.
    case complete
    /// Between two blocks, without the trailer, or with bytes that aren't a block.
    case withoutTrailer
    /// Within a block of another picture, or of an extension.
    case cutLater
    /// Within the picture's data.
    case cut
  }

  /// The size of the canvas: of the logical screen, or larger if the first picture extends beyond it.
  let size: PixelSize
  /// Left and top edge of the first picture on the canvas, and its size.
  let left, top: Int
  let pictureSize: PixelSize
  let isInterlaced: Bool
  /// 256 pixels. Missing entries are black, and the transparent colour has alpha 0.
  let palette: [UInt32]
  /// Offset of the picture's data: the length of the first codes, and data blocks.
  let data: Int
  let end: End
  let info: ImageInfo
  /// An XMP packet.
  let xmp: UnsafeRawBufferPointer?

  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
    let file = CheckedBytes(bytes, .gif)
    let (screenWidth, screenHeight) = (
      try file.littleEndian(UInt16.self, at: 6), try file.littleEndian(UInt16.self, at: 8)
    )
    var table = try Self.colorTable(file, flags: file.byte(at: 10), at: 13)
    var place = 13 + (table?.count ?? 0)

    // Blocks before the picture.
    var transparentIndex: Int?
    var profile: [UInt8]?
    var xmp: UnsafeRawBufferPointer?
    while true {
      let kind = try file.byte(at: place)
      place += 1
      if kind == Self.imageSeparator { break }
      // Some programs write zeros between blocks.
      if kind == 0 { continue }
      guard kind == Self.extensionIntroducer else {
        let why = kind == Self.trailer ? "it has no picture" : "a block in it is of an unknown kind (number \(kind))"
        throw .damaged(.gif, why: why, row: nil)
      }
      let label = try file.byte(at: place)
      let start = place + 1
      guard let next = Self.endOfDataBlocks(at: start, bytes) else { throw .truncated(.gif, row: nil) }
      place = next
      if label == Self.graphicControlLabel, try file.byte(at: start) >= 4 {
        transparentIndex = try file.byte(at: start + 1) & 1 == 1 ? try file.byte(at: start + 4) : nil
      } else if label == Self.applicationLabel, try file.byte(at: start) == 11 {
        let name = try file.part(at: start + 1, count: 11)
        if name.elementsEqual("ICCRGBG1012".utf8) {
          profile = try Self.contents(of: start + 12, bytes, limits)
        } else if name.elementsEqual("XMP DataXMP".utf8) {
          xmp = Self.packet(UnsafeRawBufferPointer(rebasing: bytes[start + 12..<next]))
        }
      }
    }

    // The picture's descriptor.
    (left, top) = (try file.littleEndian(UInt16.self, at: place), try file.littleEndian(UInt16.self, at: place + 2))
    let (width, height) = (
      try file.littleEndian(UInt16.self, at: place + 4), try file.littleEndian(UInt16.self, at: place + 6)
    )
    guard width > 0, height > 0 else {
      throw .damaged(.gif, why: "its picture is \(width) × \(height) pixels", row: nil)
    }
    pictureSize = PixelSize(width: width, height: height)
    size = PixelSize(width: max(screenWidth, left + width), height: max(screenHeight, top + height))
    try limits.check(size)
    let flags = try file.byte(at: place + 8)
    isInterlaced = flags & 0x40 != 0
    place += 9
    if let local = try Self.colorTable(file, flags: flags, at: place) {
      place += local.count
      table = local
    }
    guard let table else { throw .damaged(.gif, why: "its picture has no colour table", row: nil) }
    palette = (0..<256).map { index in
      let alpha: UInt8 = index == transparentIndex ? 0 : 255
      guard 3 * index < table.count else { return UInt32(red: 0, green: 0, blue: 0, alpha: alpha) }
      return UInt32(red: table[3 * index], green: table[3 * index + 1], blue: table[3 * index + 2], alpha: alpha)
    }
    data = place

    let hasMorePictures: Bool
    (hasMorePictures, end) = Self.rest(afterDataAt: data + 1, bytes)
    self.xmp = xmp
    info = ImageInfo(
      format: .gif, size: size, colorModel: .indexed, bitDepth: 8,
      hasAlpha: transparentIndex != nil || pictureSize != size, isProgressive: isInterlaced,
      stated: StatedColors(iccProfile: profile), hasMorePictures: hasMorePictures,
      wholePictureBytes: isInterlaced ? pictureSize.pixelCount : 0)
  }

  // The numbers of blocks, and the labels of extensions.
  private static let extensionIntroducer = 0x21
  private static let imageSeparator = 0x2c
  private static let trailer = 0x3b
  private static let graphicControlLabel = 0xf9
  private static let applicationLabel = 0xff

  /// Returns the colour table whose presence and length `flags` state: red, green and blue of each colour.
  private static func colorTable(
    _ file: CheckedBytes, flags: Int, at place: Int
  ) throws(CodecError) -> UnsafeRawBufferPointer? {
    flags & 0x80 == 0 ? nil : try file.part(at: place, count: 3 << (flags & 7 + 1))
  }

  /// Returns the offset after data blocks and the empty block that ends them; nil if the file ends before that.
  private static func endOfDataBlocks(at start: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == 0 { return place + 1 }
      place += 1 + Int(bytes[place])
    }
    return nil
  }

  /// Returns the joined contents of data blocks, which are within the file.
  private static func contents(
    of start: Int, _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
  ) throws(CodecError) -> [UInt8] {
    var contents: [UInt8] = []
    var place = start
    while bytes[place] != 0 {
      let count = Int(bytes[place])
      contents += bytes[place + 1..<place + 1 + count]
      guard contents.count <= limits.maxMetadata else {
        throw .tooMuchMetadata(.gif, found: nil, limit: limits.maxMetadata)
      }
      place += 1 + count
    }
    return contents
  }

  /// Returns the packet in an extension's data, which isn't split into blocks. The 258 bytes after it lead readers that
  /// expect blocks to the extension's end (XMP part 3, section 1.1.2).
  private static func packet(_ data: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    data.count > 258 ? UnsafeRawBufferPointer(rebasing: data.dropLast(258)) : nil
  }

  /// Reads the blocks after the first picture's data, which begins at `start`: whether there is another picture, and
  /// how the file ends.
  private static func rest(afterDataAt start: Int, _ bytes: UnsafeRawBufferPointer) -> (Bool, End) {
    guard var place = endOfDataBlocks(at: start, bytes) else {
      return (false, endsBetweenDataBlocks(at: start, bytes) ? .withoutTrailer : .cut)
    }
    var hasMorePictures = false
    while place < bytes.count {
      switch Int(bytes[place]) {
      case 0: place += 1
      case trailer: return (hasMorePictures, .complete)
      case extensionIntroducer:
        guard let next = endOfDataBlocks(at: place + 2, bytes) else { return (hasMorePictures, .cutLater) }
        place = next
      case imageSeparator:
        hasMorePictures = true
        guard place + 9 < bytes.count else { return (true, .cutLater) }
        let flags = Int(bytes[place + 9])
        // The descriptor, its colour table, and the length of the first codes.
        let data = place + 10 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)) + 1
        guard let next = endOfDataBlocks(at: data, bytes) else { return (true, .cutLater) }
        place = next
      default: return (hasMorePictures, .withoutTrailer)
      }
    }
    return (hasMorePictures, .withoutTrailer)
  }

  /// Whether a file that ends within data blocks ends after a whole one.
  private static func endsBetweenDataBlocks(at start: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = start
    while place < bytes.count { place += 1 + Int(bytes[place]) }
    return place == bytes.count
  }
}
