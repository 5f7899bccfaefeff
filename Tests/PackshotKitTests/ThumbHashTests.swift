import Foundation
import PixelCore
import Testing

@testable import PackshotKit

@Suite struct ThumbHashTests {
  /// A picture whose pixel at x, y is 8x, 12y, xy modulo 256.
  private func pixels(_ size: PixelSize, isOpaque: (Int, Int) -> Bool = { _, _ in true }) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = isOpaque(x, y) ? [8 * x, 12 * y, x * y, 255] : [0, 0, 0, 0]
        for value in pixel { pixels.append(UInt8(value % 256)) }
      }
    }
    return pixels
  }

  /// Computed with the reference implementation in JavaScript.
  @Test(arguments: [
    (PixelSize(width: 32, height: 20), "2xgOHJpgdndwiHiGeIb0lg/3iA=="),
    (PixelSize(width: 20, height: 32), "FsgJJBJgNocYiIaXWIfqjxSY9w=="),
    (PixelSize(width: 100, height: 100), "3vcFBwRUUxB1d3d1d1d3R3d2M/l+QIoM"),
    (PixelSize(width: 97, height: 3), "j9gGMYZwdGGgh3eIfE8It3c="),
    (PixelSize(width: 1, height: 1), "AAgCBwAAAAAAAAAAAAAAAAAAAAAAAAAA"),
  ])
  func equalsTheReferenceImplementations(size: PixelSize, expected: String) {
    let hash = ThumbHash(premultiplied: pixels(size), size: size)
    #expect(Data(hash.bytes).base64EncodedString() == expected)
  }

  /// Every second pixel is transparent.
  @Test(arguments: [
    (PixelSize(width: 24, height: 24), "mMiFDQoIYIZwiISIaPmKCPe4eHgICHd4cA=="),
    (PixelSize(width: 9, height: 40), "EliFGQQIcJBIKJevXhf32Ih4gHB3B3c="),
  ])
  func equalsTheReferenceImplementationsWithAlpha(size: PixelSize, expected: String) {
    let hash = ThumbHash(premultiplied: pixels(size) { x, y in (x + y) % 2 == 1 }, size: size)
    #expect(Data(hash.bytes).base64EncodedString() == expected)
  }

  /// 200 of 255 is 49 of 63. No coefficient but the mean of luminance matters.
  @Test func aPlainPictureHasNoNoise() {
    let size = PixelSize(width: 16, height: 16)
    var grey = [UInt8](repeating: 200, count: 4 * size.pixelCount)
    for pixel in 0..<size.pixelCount { grey[4 * pixel + 3] = 255 }
    let bytes = ThumbHash(premultiplied: grey, size: size).bytes
    #expect(bytes[0] & 63 == 49 && bytes[5...].allSatisfy { $0 == 0 })
  }
}
