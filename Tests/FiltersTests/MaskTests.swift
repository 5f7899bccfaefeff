import Filters
import Parameters
import PixelCore
import TestSupport
import Testing

@Suite struct MaskTests {
  private static let size = PixelSize(width: 31, height: 9)

  private func masked(_ mask: Mask, _ photo: Image, by source: Image) throws -> Image {
    try render(mask, photo, sources: ["mask": source])
  }

  /// The formula in double precision, for random images and masks of the same size.
  @Test(arguments: [PixelFormat.Depth.eight, .sixteen], [Mask.Channel.luminance, .alpha])
  func matchesTheFormulaRoundedOnce(depth: PixelFormat.Depth, channel: Mask.Channel) throws {
    let format = PixelFormat(depth: depth, transfer: .encoded, alpha: .premultiplied)
    let shape = ImageShape(size: Self.size, format: format)
    let (photo, source) = (Image.random(shape, seed: 3), Image.random(shape, seed: 4))
    for invert in [false, true] {
      let result = try masked(Mask(SourceName("mask"), channel: channel, invert: invert), photo, by: source).channels
      let (before, by, largest) = (photo.channels, source.channels, Double(depth.largest))
      for index in result.indices {
        let pixel = index / 4 * 4
        let luminance =
          0.2126 * Double(by[pixel]) + 0.7152 * Double(by[pixel + 1]) + 0.0722 * Double(by[pixel + 2])
        let share = (channel == .alpha ? Double(by[pixel + 3]) : luminance) / largest
        let expected = Double(before[index]) * (invert ? 1 - share : share)
        // Weights have 15 bits, which matter a little more at 16 bits.
        #expect(abs(Double(result[index]) - expected) <= (depth == .eight ? 0.51 : 4), "\(index), \(invert)")
      }
    }
  }

  /// Half grey halves alpha in linear light too, because masks are painted in encoded values.
  @Test func maskGraysAreReadAsEncodedValues() throws {
    for format in PixelFormat.working where format.alpha == .opaque {
      let photo = Image.filled(ImageShape(size: Self.size, format: format), .white)
      let grey = Image.filled(ImageShape(size: Self.size, format: format), Color(red: 128, green: 128, blue: 128))
      let result = try masked(Mask(SourceName("mask")), photo, by: grey)
      let alpha = Double(result.channels[3]) / Double(format.depth.largest) * 255
      #expect(abs(alpha - 128) < 0.51, "\(format)")
      #expect(result.shape.format.alpha == .premultiplied)
    }
  }

  @Test func theMaskIsScaledToThePhoto() throws {
    let photo = Image.filled(ImageShape(size: PixelSize(width: 40, height: 20), format: .encodedOpaque), .white)
    let half = Image.drawn(ImageShape(size: PixelSize(width: 8, height: 4), format: .encodedOpaque)) { x, _ in
      x < 4 ? .white : .black
    }
    let row = try masked(Mask(SourceName("mask")), photo, by: half).pixels[10].map { $0 >> 24 }
    #expect(row[..<15].allSatisfy { $0 > 230 } && row[25...].allSatisfy { $0 < 25 })
  }
}
