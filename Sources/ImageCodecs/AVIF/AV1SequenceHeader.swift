import PixelCore

/// An AV1 sequence header (AV1 bitstream specification, section 5.5), as far as it matters for a still picture.
///
/// The copy of these values in an `av1C` is often wrong and is ignored, as decoders ignore it too.
struct AV1SequenceHeader {
  private(set) var profile = 0
  private(set) var level = 0
  private(set) var tier = 0
  /// Maximum size of a frame.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// Bits per sample: 8, 10 or 12.
  private(set) var depth = 8
  private(set) var isGrey = false
  /// Number of luma samples per chroma sample, in each direction. 2 × 2 for a grey picture too.
  private(set) var step = PixelSize(width: 2, height: 2)
  private(set) var chromaPosition = 0
  private(set) var codes = ColorCodes(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  private var bits: BitReader

  /// Reads the first header in the OBUs (section 5.3) of an item or a sample.
  init(_ bytes: UnsafeRawBufferPointer, _ format: ImageFileFormat) throws(CodecError) {
    let damage = CodecError.damaged(format, why: "it has no AV1 sequence header", row: nil)
    var units = BoxReader(bytes, 0..<bytes.count, format)
    while !units.isAtEnd {
      let head = try units.number(UInt8.self)
      if head & 4 != 0 { _ = try units.take(1) }
      let length = head & 2 != 0 ? try Self.length(&units) : units.rest.count
      let content = try units.take(length)
      guard head >> 3 & 15 == 1 else { continue }
      bits = BitReader(UnsafeRawBufferPointer(rebasing: bytes[content]))
      read()
      guard !bits.isBeyondEnd, profile < 3 else { throw damage }
      return
    }
    throw damage
  }

  /// Reads a number stored in groups of seven bits, lowest group first (leb128, section 4.10.5).
  private static func length(_ units: inout BoxReader) throws(CodecError) -> Int {
    var (length, shift) = (0, 0)
    while shift < 56 {
      let byte = Int(try units.number(UInt8.self))
      length |= (byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    return length
  }

  private mutating func read() {
    profile = bits.read(3)
    _ = bits.read(1)
    let isReduced = bits.flag()
    if isReduced { level = bits.read(5) } else { readOperatingPoints() }
    let (widthBits, heightBits) = (bits.read(4) + 1, bits.read(4) + 1)
    size.width = bits.read(widthBits) + 1
    size.height = bits.read(heightBits) + 1
    // Frame numbers.
    if !isReduced, bits.flag() { bits.skip(7) }
    // 128 × 128 superblocks, filter intra and intra edge filter.
    bits.skip(3)
    if !isReduced { skipToolsBetweenFrames() }
    // Superres, CDEF and loop restoration.
    bits.skip(3)
    readColors()
  }

  private mutating func readOperatingPoints() {
    let hasTiming = bits.flag()
    var delayBits = 0
    if hasTiming {
      bits.skip(64)
      if bits.flag() { bits.skipVariableLength() }
      if bits.flag() {
        delayBits = bits.read(5) + 1
        bits.skip(42)
      }
    }
    let hasDisplayDelay = bits.flag()
    for point in 0...bits.read(5) {
      bits.skip(12)
      let pointLevel = bits.read(5)
      let pointTier = pointLevel > 7 ? bits.read(1) : 0
      if point == 0 { (level, tier) = (pointLevel, pointTier) }
      if delayBits > 0, bits.flag() { bits.skip(2 * delayBits + 1) }
      if hasDisplayDelay, bits.flag() { bits.skip(4) }
    }
  }

  private mutating func skipToolsBetweenFrames() {
    bits.skip(4)
    let hasOrder = bits.flag()
    if hasOrder { bits.skip(2) }
    // Screen content tools: selected by each frame, or by this header.
    let choosesTools = bits.flag()
    let mayHaveTools = choosesTools ? true : bits.flag()
    // The same for integer motion vectors.
    if mayHaveTools, !bits.flag() { bits.skip(1) }
    if hasOrder { bits.skip(3) }
  }

  private mutating func readColors() {
    let isDeep = bits.flag()
    depth = isDeep ? profile == 2 && bits.flag() ? 12 : 10 : 8
    isGrey = profile != 1 && bits.flag()
    if bits.flag() {
      codes.primaries = UInt16(bits.read(8))
      codes.transfer = UInt16(bits.read(8))
      codes.matrix = UInt16(bits.read(8))
    }
    if isGrey {
      codes.isFullRange = bits.flag()
      return
    }
    if (codes.primaries, codes.transfer, codes.matrix) == (1, 13, 0) {
      codes.isFullRange = true
      step = PixelSize(width: 1, height: 1)
      return
    }
    codes.isFullRange = bits.flag()
    switch profile {
    case 0: break
    case 1: step = PixelSize(width: 1, height: 1)
    default:
      let isHalved = depth < 12 || bits.flag()
      let isQuartered = depth == 12 && isHalved && bits.flag()
      step = PixelSize(width: isHalved ? 2 : 1, height: isQuartered ? 2 : 1)
    }
    if step.height == 2 { chromaPosition = bits.read(2) }
  }
}

/// Reads numbers bit by bit, highest bit first. Bits beyond the end are zero.
private struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isBeyondEnd: Bool { place > 8 * bytes.count }

  mutating func read(_ count: Int) -> Int {
    var number = 0
    for _ in 0..<count {
      let bit = place < 8 * bytes.count ? bytes[place / 8] >> (7 - place % 8) & 1 : 0
      number = number << 1 | Int(bit)
      place += 1
    }
    return number
  }

  mutating func flag() -> Bool { read(1) == 1 }
  mutating func skip(_ count: Int) { place += count }

  /// Skips a number that is preceded by as many zeros as it has bits (uvlc, section 4.10.3).
  mutating func skipVariableLength() {
    var zeros = 0
    while zeros < 32, !isBeyondEnd, !flag() { zeros += 1 }
    skip(zeros)
  }
}
