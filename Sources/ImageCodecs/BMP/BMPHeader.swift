import PixelCore

/// The headers of a BMP: the file header, any version of the information header, masks and palette.
///
/// Sizes of the information header: 12 (`BITMAPCOREHEADER`), 16 or 64 (OS/2 2.x), 40 (`BITMAPINFOHEADER`), 52 and 56 (40
/// with masks), 108 (`BITMAPV4HEADER`), 124 (`BITMAPV5HEADER`).
struct BMPHeader {
  /// How pixels are stored.
  enum Coding {
    /// Numbers of ``BMPHeader/bits`` bits: indices into the palette, or channels.
    case plain
    /// Run-length encoded indices of 4 or 8 bits.
    case runs
  }

  let size: PixelSize
  /// Whether the first stored row is the top row.
  let isTopDown: Bool
  /// Bits per pixel: 1, 2, 4, 8, 16, 24 or 32.
  let bits: Int
  let coding: Coding
  /// Red, green, blue and, if there is a mask for it, alpha. Empty for palette indices.
  let channels: [BMPChannel]
  /// 256 pixels. Missing entries are black. Empty if pixels aren't indices.
  let palette: [UInt32]
  /// Offset of the first stored row.
  let pixels: Int
  let info: ImageInfo

  private static let infoStart = 14
  private static let masksStart = infoStart + 40

  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(CodecError) {
    let file = CheckedBytes(bytes, .bmp)
    let length = try file.littleEndian(UInt32.self, at: Self.infoStart)
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(length) else {
      throw .unsupported(.bmp, feature: "an information header of \(length) bytes")
    }
    let isCore = length == 12
    // The two sizes, the number of planes and the bits per pixel. The core header has 16-bit sizes.
    let (width, height) =
      isCore
      ? (try file.littleEndian(UInt16.self, at: 18), try file.littleEndian(UInt16.self, at: 20))
      : (try file.littleEndian(Int32.self, at: 18), try file.littleEndian(Int32.self, at: 22))
    bits = try file.littleEndian(UInt16.self, at: isCore ? 24 : 28)
    let compression = length >= 40 ? try file.littleEndian(UInt32.self, at: 30) : 0
    let usedColors = length >= 40 ? try file.littleEndian(UInt32.self, at: 46) : 0
    guard width > 0, height != 0 else {
      throw .damaged(.bmp, why: "its size is \(width) × \(height) pixels", row: nil)
    }
    size = PixelSize(width: width, height: abs(height))
    isTopDown = height < 0
    try limits.check(size)
    coding = try Self.coding(compression, bits: bits, isOS2: length == 64)

    let hasMasks = compression == 3 || compression == 6
    let hasAlphaMask = compression == 6 || hasMasks && length >= 56
    channels = bits <= 8 ? [] : try Self.channels(file, bits: bits, hasMasks: hasMasks, hasAlphaMask: hasAlphaMask)
    let masksAfterHeader = length == 40 && hasMasks ? (hasAlphaMask ? 16 : 12) : 0
    let paletteStart = Self.infoStart + length + masksAfterHeader
    let statedPixels = try file.littleEndian(UInt32.self, at: 10)
    if bits <= 8 {
      let entryBytes = isCore ? 3 : 4
      // Some programs state no number of colours, or one beyond the largest index, and leave out those not in use.
      var count = usedColors == 0 ? 1 << bits : min(usedColors, 1 << bits)
      if statedPixels > paletteStart { count = min(count, (statedPixels - paletteStart) / entryBytes) }
      let entries = try file.part(at: paletteStart, count: count * entryBytes)
      palette = (0..<256).map { index in
        guard index < count else { return .black }
        let entry = index * entryBytes
        return UInt32(red: entries[entry + 2], green: entries[entry + 1], blue: entries[entry])
      }
      // Some programs state no offset, or one within the palette.
      pixels = max(statedPixels, paletteStart + count * entryBytes)
    } else {
      palette = []
      pixels = max(statedPixels, paletteStart)
    }

    let isDeep = channels.contains { $0.bits > 8 }
    info = ImageInfo(
      format: .bmp, size: size, colorModel: bits <= 8 ? .indexed : .rgb,
      bitDepth: bits <= 8 ? bits : isDeep ? 16 : 8, hasAlpha: channels.count == 4,
      stated: try Self.colors(file, headerLength: length, limits: limits),
      wholePictureBytes: coding == .runs ? size.pixelCount : 0)
  }

  /// Checks the compression together with the bits per pixel.
  private static func coding(_ compression: Int, bits: Int, isOS2: Bool) throws(CodecError) -> Coding {
    let refused: [Int: String] = [
      3: "OS/2's Huffman compression", 4: isOS2 ? "OS/2's 24-bit run-length compression" : "a JPEG in it",
      5: "a PNG in it", 11: "CMYK colours", 12: "CMYK colours", 13: "CMYK colours",
    ]
    switch (compression, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): return .plain
    case (1, 8), (2, 4): return .runs
    case (3, 16), (3, 32), (6, 16), (6, 32):
      if !isOS2 { return .plain }
    default: break
    }
    if let feature = refused[compression], compression != 3 || isOS2 { throw .unsupported(.bmp, feature: feature) }
    guard compression <= 6 else { throw .unsupported(.bmp, feature: "a compression (number \(compression))") }
    throw .unsupported(.bmp, feature: "\(bits) bits per pixel with compression \(compression)")
  }

  /// Returns the channels of a pixel of 16, 24 or 32 bits. Without masks, pixels of 16 bits have five bits per channel,
  /// and the highest byte of 32 bits has no meaning.
  private static func channels(
    _ file: CheckedBytes, bits: Int, hasMasks: Bool, hasAlphaMask: Bool
  ) throws(CodecError) -> [BMPChannel] {
    var masks: [UInt32] = bits == 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]
    if hasMasks {
      masks = []
      for index in 0..<(hasAlphaMask ? 4 : 3) {
        masks.append(UInt32(try file.littleEndian(UInt32.self, at: masksStart + 4 * index)))
      }
      if masks.last == 0, hasAlphaMask { masks.removeLast() }
    }
    var channels: [BMPChannel] = []
    for mask in masks {
      guard let channel = BMPChannel(mask: mask), bits == 32 || mask >> bits == 0 else {
        throw .damaged(.bmp, why: "its mask for a colour is \(String(mask, radix: 16))", row: nil)
      }
      channels.append(channel)
    }
    return channels
  }

  /// Returns the colours that a V5 header states: an embedded profile. Files of other versions, and calibrated
  /// primaries, are interpreted as sRGB, as browsers do.
  private static func colors(
    _ file: CheckedBytes, headerLength: Int, limits: DecodeLimits
  ) throws(CodecError) -> StatedColors {
    guard headerLength == 124 else { return StatedColors(iccProfile: nil) }
    switch try file.littleEndian(UInt32.self, at: infoStart + 56) {
    case 0x4d42_4544:  // MBED
      let start = infoStart + (try file.littleEndian(UInt32.self, at: infoStart + 112))
      let count = try file.littleEndian(UInt32.self, at: infoStart + 116)
      guard count <= limits.maxMetadata else { throw .tooMuchMetadata(.bmp, found: count, limit: limits.maxMetadata) }
      return StatedColors(iccProfile: Array(try file.part(at: start, count: count)))
    case 0x4c49_4e4b:  // LINK
      return StatedColors(
        iccProfile: nil, remark: "its colour profile is in another file, which is not read: colours are read as sRGB")
    default: return StatedColors(iccProfile: nil)
    }
  }
}

/// A channel of a pixel with masks.
struct BMPChannel {
  let shift: Int
  /// Number of bits, up to 32; 0 if the mask is empty, so that the channel is 0.
  let bits: Int

  /// Creates the channel of a mask; nil if its bits aren't adjacent.
  init?(mask: UInt32) {
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
    bits = mask.nonzeroBitCount
    guard mask == 0 || UInt64(mask >> shift) + 1 == 1 << UInt64(bits) else { return nil }
  }

  /// Returns the channel of a pixel on a scale from 0 to `largest`, rounded.
  func level(of pixel: UInt32, largest: UInt64) -> UInt64 {
    let most = (UInt64(1) << UInt64(bits)) - 1
    return most == 0 ? 0 : (UInt64(pixel >> shift) & most * largest + most / 2) / most
  }
}
