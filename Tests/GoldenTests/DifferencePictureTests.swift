import Foundation
import Golden
import ImageCodecs
import PixelCore
import Testing

@Suite("The picture of a difference")
struct DifferencePictureTests {
  /// The picture's pixels, as red, green and blue.
  private func picture(
    _ expected: Drawing, _ actual: Drawing, _ tolerance: Tolerance = Tolerance(),
    area: ComparisonArea = ComparisonArea()
  ) throws -> [[[UInt8]]] {
    var bytes: [UInt8] = []
    let picture = DifferencePicture { bytes += $0 }
    _ = try Comparison.compare(expected, actual, tolerance: tolerance, area: area, picture: picture)
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(bytes))
    let size = reader.shape.size
    var rows = PixelBuffer(shape: reader.shape)
    #expect(try reader.read(rows: size.height, into: rows.mutableRow(0), stride: rows.stride) == size.height)
    return (0..<size.height).map { y in
      (0..<size.width).map { x in (0..<3).map { rows.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self) } }
    }
  }

  private let darkestRed: [UInt8] = [0x58, 0x01, 0x06]
  private let yellow: [UInt8] = [0xFF, 0xE0, 0x66]
  private let blue: [UInt8] = [0xA9, 0xC4, 0xE0]
  private let violet: [UInt8] = [0x8E, 0x3F, 0xF0]

  @Test("Shows the expected picture in pale grey, and each kind of difference in its colour", arguments: [5, 6])
  func colors(width: Int) throws {
    let size = PixelSize(width: width, height: 2)
    // Black, a middle grey and white, then changes by 200, by 1, and one that is ignored.
    let levels: [UInt16] = [0, 128, 255, 50, 50, 50]
    let changes: [UInt16] = [0, 0, 0, 200, 1, 9]
    let ignored = PixelRect(origin: PixelPoint(x: 5, y: 0), size: PixelSize(width: 1, height: 2))
    let pixels = try picture(
      Drawing(size) { x, _ in [levels[x], levels[x], levels[x], 255] },
      Drawing(size) { x, _ in [levels[x] + changes[x], levels[x], levels[x], 255] }, Tolerance(.channels(1)),
      area: ComparisonArea(ignoring: [ignored]))
    #expect(pixels[0] == pixels[1])
    #expect(pixels[0].count == width)
    #expect(pixels[0][0] == [155, 155, 155])
    #expect(pixels[0][1] == [205, 205, 205])
    #expect(pixels[0][2] == [255, 255, 255])
    #expect(pixels[0][3] == darkestRed)
    #expect(pixels[0][4] == yellow)
    if width > 5 { #expect(pixels[0][5] == blue) }
  }

  @Test("The further apart a pixel is the darker it is, in steps that look even")
  func steps() throws {
    let levels: [UInt16] = [1, 3, 4, 9, 10, 24, 25, 63, 64, 255]
    let size = PixelSize(width: levels.count, height: 1)
    let pixels = try picture(
      Drawing(size) { _, _ in [0, 0, 0, 255] }, Drawing(size) { x, _ in [levels[x], 0, 0, 255] })[0]
    for step in stride(from: 0, to: levels.count, by: 2) { #expect(pixels[step] == pixels[step + 1]) }
    let lightness = stride(from: 0, to: levels.count, by: 2).map { okLightness(pixels[$0]) }
    let falls = zip(lightness, lightness.dropFirst()).map { $0 - $1 }
    #expect(falls.allSatisfy { (0.10...0.15).contains($0) }, "\(lightness)")

    // 16 bits: three levels of 255 and a little, and four.
    let deep: [UInt16] = [4 * 257 - 1, 4 * 257]
    let two = PixelSize(width: 2, height: 1)
    let deepPixels = try picture(
      Drawing(two, depth: .sixteen) { _, _ in [0, 0, 0, 65_535] },
      Drawing(two, depth: .sixteen) { x, _ in [deep[x], 0, 0, 65_535] })[0]
    #expect(deepPixels == [pixels[0], pixels[2]])
  }

  /// OKLab's lightness (Ottosson, 2020) in plain floating point.
  private func okLightness(_ color: [UInt8]) -> Double {
    let linear = color.map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear[0], linear[1], linear[2])
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
  }

  @Test("Is as large as both together, and shows what only one has")
  func sizes() throws {
    let pixels = try picture(
      Drawing(PixelSize(width: 3, height: 1)) { _, _ in [255, 255, 255, 255] },
      Drawing(PixelSize(width: 2, height: 2)) { _, _ in [255, 255, 255, 255] })
    #expect(pixels == [[[255, 255, 255], [255, 255, 255], violet], [violet, violet, violet]])
  }

  @Test("Straight pixels are drawn as they look on white")
  func straight() throws {
    // Compared exactly, they are straight: white at half, and red at a tenth.
    let size = PixelSize(width: 2, height: 1)
    func half() -> Drawing {
      Drawing(size, isOpaque: false) { x, _ in x == 0 ? [255, 255, 255, 128] : [255, 0, 0, 26] }
    }
    let pixels = try picture(half(), half())
    #expect(pixels[0][0] == [255, 255, 255])
    #expect(pixels[0][1] == [255, 255, 255] || pixels[0][1] == [238, 238, 238])
  }

  @Test("Transparent is white, and 16 bits are drawn as 8")
  func depths() throws {
    let size = PixelSize(width: 1, height: 1)
    func clear() -> Drawing { Drawing(size, isOpaque: false) { _, _ in [0, 0, 0, 0] } }
    #expect(try picture(clear(), clear()) == [[[255, 255, 255]]])
    func grey() -> Drawing { Drawing(size, depth: .sixteen) { _, _ in [32_896, 32_896, 32_896, 65_535] } }
    #expect(try picture(grey(), grey()) == [[[205, 205, 205]]])
  }
}
