import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct PNGReadingTests {
  private typealias Kind = PNGFormat.Kind

  /// 11 × 9: no multiple of Adam7's 8 or of the pixels in a byte.
  private func builder(_ kind: Kind) -> PNGBuilder {
    let largest = (1 << kind.bitDepth) - 1
    return PNGBuilder(
      width: 11, height: 9, bitDepth: kind.bitDepth, colorType: kind.colorType,
      palette: kind.colorType == 3 ? (0...largest).flatMap { palette($0) } : nil
    ) { x, y, channel in (x * 7919 + y * 104_729 + channel * 31337) % (largest + 1) }
  }

  private func palette(_ index: Int) -> [UInt8] { [UInt8(index), UInt8(255 - index), UInt8(index * 7 & 255)] }

  /// The expected pixels of a file: samples of 16 bits unchanged, others scaled to 0...255, grey repeated three times, palette
  /// colours looked up.
  private func expectation(_ builder: PNGBuilder) -> Picture {
    let depth: PixelFormat.Depth = builder.bitDepth == 16 ? .sixteen : .eight
    let (opaque, largest) = (UInt16(depth.largest), (1 << builder.bitDepth) - 1)
    return Picture(width: builder.width, height: builder.height, depth: depth) { x, y in
      let stored = (0..<builder.channels).map { builder.sample(x, y, $0) }
      let scaled = stored.map { UInt16($0 * depth.largest / largest) }
      return switch builder.colorType {
      case 0: [scaled[0], scaled[0], scaled[0], opaque]
      case 2: scaled + [opaque]
      case 3: palette(stored[0]).map { UInt16($0) } + [opaque]
      case 4: [scaled[0], scaled[0], scaled[0], scaled[1]]
      default: scaled
      }
    }
  }

  @Test(arguments: PNGFormat.Kind.all, [false, true])
  func readsEveryColorTypeAndDepthStraightAndInterlaced(kind: PNGFormat.Kind, isInterlaced: Bool) throws {
    var builder = builder(kind)
    builder.isInterlaced = isInterlaced
    let info = try ImageCodec.probe(EncodedImage(builder.bytes))
    #expect(info.bitDepth == kind.bitDepth)
    #expect(info.depth == (kind.bitDepth == 16 ? .sixteen : .eight))
    #expect(info.isProgressive == isInterlaced)
    #expect(info.hasAlpha == (kind.colorType >= 4))
    #expect(info.colorModel == [0: .grey, 2: .rgb, 3: .indexed, 4: .grey, 6: .rgb][kind.colorType])
    for bandHeight in [1, 4, 9] {
      #expect(try Picture(decoding: builder.bytes, bandHeight: bandHeight) == expectation(builder))
    }
  }

  @Test(arguments: [1, 2, 4, 8, 16])
  func aTransparentGrayBecomesAlpha(bitDepth: Int) throws {
    let largest = (1 << bitDepth) - 1
    var builder = builder(Kind(colorType: 0, bitDepth: bitDepth))
    builder.sample = { x, y, _ in (x + y) % 2 == 0 ? largest : largest - 1 }
    builder.transparency = [UInt8(largest >> 8), UInt8(largest & 255)]
    let picture = try Picture(decoding: builder.bytes)
    for y in 0..<9 {
      for x in 0..<11 { #expect(picture[x, y][3] == ((x + y) % 2 == 0 ? 0 : UInt16(picture.depth.largest))) }
    }
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).hasAlpha)
  }

  @Test(arguments: [8, 16])
  func aTransparentColorIsComparedAtFullDepth(bitDepth: Int) throws {
    var builder = builder(Kind(colorType: 2, bitDepth: bitDepth))
    let values = [10, 20, 30]
    builder.sample = { x, _, channel in values[channel] + (x == 4 && channel == 2 ? 1 : 0) }
    builder.transparency = values.flatMap { [0, UInt8($0)] }
    let picture = try Picture(decoding: builder.bytes)
    #expect(picture[3, 0][3] == 0)
    #expect(picture[4, 0][3] == UInt16(picture.depth.largest))
  }

  @Test func aPaletteCanHaveAlphaForItsFirstColors() throws {
    var builder = builder(Kind(colorType: 3, bitDepth: 2))
    builder.transparency = [0, 77]
    let picture = try Picture(decoding: builder.bytes)
    for x in 0..<11 {
      let index = builder.sample(x, 3, 0)
      #expect(picture[x, 3] == palette(index).map { UInt16($0) } + [[0, 77, 255, 255][index]])
    }
  }

  @Test func anIndexBeyondThePaletteIsOpaqueBlack() throws {
    var builder = builder(Kind(colorType: 3, bitDepth: 8))
    builder.palette = [200, 100, 50]
    builder.sample = { x, _, _ in x == 2 ? 1 : 0 }
    let picture = try Picture(decoding: builder.bytes)
    #expect(picture[1, 0] == [200, 100, 50, 255])
    #expect(picture[2, 0] == [0, 0, 0, 255])
  }

  @Test func gammaAndBackgroundAreIgnored() throws {
    var builder = builder(Kind(colorType: 6, bitDepth: 8))
    builder.chunksBefore = PNGBuilder.chunk("gAMA", bigEndian(100_000)) + PNGBuilder.chunk("bKGD", [0, 9, 0, 9, 0, 9])
    #expect(try Picture(decoding: builder.bytes) == expectation(builder))
  }

  @Test(arguments: Orientation.allCases, [false, true])
  func exifIsReadBeforeOrAfterThePicture(orientation: Orientation, isBehind: Bool) throws {
    let exif = ExifBuilder(isBigEndian: true, orientation: orientation.rawValue, takenAt: "2024:05:01 12:30:00")
    var builder = builder(Kind(colorType: 2, bitDepth: 8))
    let chunk = PNGBuilder.chunk("eXIf", exif.bytes)
    if isBehind { builder.chunksAfter = chunk } else { builder.chunksBefore = chunk }
    let info = try ImageCodec.probe(EncodedImage(builder.bytes))
    #expect(info.orientation == orientation)
    #expect(info.uprightSize.width == (orientation.swapsAxes ? 9 : 11))
    #expect(info.capturedAt == Date(timeIntervalSince1970: 1_714_566_600))
  }

  @Test(arguments: [(frames: 1, isToldOf: false), (frames: 2, isToldOf: true)])
  func anAnimationsDefaultPictureIsReadWithAWarning(frames: Int, isToldOf: Bool) throws {
    var builder = builder(Kind(colorType: 6, bitDepth: 8))
    builder.chunksBefore = PNGBuilder.chunk("acTL", bigEndian(frames) + bigEndian(0))
    var expected = expectation(builder)
    if isToldOf { expected.warnings = ["this is an animation (APNG); only its default picture is read"] }
    #expect(try Picture(decoding: builder.bytes) == expected)
  }

  @Test func exifWithAWrongChecksumIsIgnored() throws {
    var builder = builder(Kind(colorType: 2, bitDepth: 8))
    var chunk = PNGBuilder.chunk("eXIf", ExifBuilder(isBigEndian: true, orientation: 6).bytes)
    chunk[chunk.count - 1] ^= 1
    builder.chunksBefore = chunk
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).orientation == .up)
    #expect(try Picture(decoding: builder.bytes).warnings == ["eXIf: CRC error"])
  }
}
