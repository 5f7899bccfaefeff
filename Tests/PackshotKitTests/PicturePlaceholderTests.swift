import Foundation
import ImageCodecs
import PixelCore
import PixelKernels
import Testing

@testable import PackshotKit

@Suite struct PicturePlaceholderTests {
  private func image(_ size: PixelSize, _ color: (Int, Int) -> [UInt8]) throws -> Image {
    try Image(
      pixels: (0..<size.height).flatMap { y in (0..<size.width).flatMap { x in color(x, y) } }, size: size)
  }

  private func decoded(_ placeholder: PicturePlaceholder) throws -> Image {
    let start = "data:image/webp;base64,"
    try #require(placeholder.dataAddress.hasPrefix(start))
    let file = try #require(Data(base64Encoded: String(placeholder.dataAddress.dropFirst(start.count))))
    return try Photo(data: file).image(in: .encodedStraight)
  }

  /// Red on the left, blue on the right. The middle of each half keeps its colour, as far as a lossy picture can.
  @Test func isASmallVersionOfThePicture() throws {
    let wide = try image(PixelSize(width: 96, height: 64)) { x, _ in x < 48 ? [200, 20, 20, 255] : [20, 20, 200, 255] }
    let small = try decoded(PicturePlaceholder(of: wide))
    #expect(small.size == PixelSize(width: 24, height: 16))
    for (x, expected) in [(5, [200, 20, 20, 255]), (18, [20, 20, 200, 255])] {
      #expect(zip(small.pixel(x, 8), expected).allSatisfy { abs($0 - $1) < 24 }, "\(small.pixel(x, 8))")
    }
  }

  @Test func keepsTheTransparencyOfACutout() throws {
    let cutout = try image(PixelSize(width: 40, height: 80)) { x, y in
      y < 40 ? [0, 0, 0, 0] : [30, 160, 60, 255]
    }
    let small = try decoded(PicturePlaceholder(of: cutout))
    #expect(small.size == PixelSize(width: 12, height: 24))
    #expect(small.pixel(6, 3)[3] == 0 && small.pixel(6, 20)[3] == 255)
  }

  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 96, height: 1), PixelSize(width: 5, height: 7)])
  func aTinyPictureIsItsOwnPlaceholder(size: PixelSize) throws {
    let small = try decoded(PicturePlaceholder(of: image(size) { _, _ in [90, 120, 200, 255] }))
    #expect(small.size == PixelSize(width: min(24, size.width), height: size.height))
  }

  /// Noise compresses worst.
  @Test func noPlaceholderIsLarge() throws {
    var state: UInt32 = 7
    func random() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let noise = try image(PixelSize(width: 24, height: 24)) { _, _ in [random(), random(), random(), 255] }
    #expect(try PicturePlaceholder(of: noise).dataAddress.utf8.count < 1000)
  }
}
