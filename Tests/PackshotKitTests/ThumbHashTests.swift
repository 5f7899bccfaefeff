import Foundation
import PixelCore
import Testing

@testable import PackshotKit

@Suite struct ThumbHashTests {
  /// A picture without symmetries: a coefficient of exactly 0 would be between two values of the hash, and rounding errors
  /// would decide. The pixel at x, y is x² + 3y, xy + 7y², 5x + y³ modulo 256.
  private func pixels(_ size: PixelSize, isOpaque: (Int, Int) -> Bool = { _, _ in true }) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = isOpaque(x, y) ? [x * x + 3 * y, x * y + 7 * y * y, 5 * x + y * y * y, 255] : [0, 0, 0, 0]
        for value in pixel { pixels.append(UInt8(value % 256)) }
      }
    }
    return pixels
  }

  /// Computed with the reference implementation in JavaScript.
  @Test(arguments: [
    (PixelSize(width: 32, height: 20), "3PcFHIhgcqpCpnhiV3MDxAbB1Q=="),
    (PixelSize(width: 20, height: 32), "3OcFHAgjCoZJlmNGV1gQaAhxpQ=="),
    (PixelSize(width: 100, height: 100), "3wcCDwBkgFllZ2UxJVeGNId11UgFVY4A"),
    (PixelSize(width: 97, height: 3), "2GYKIZBRgEmSh4iHmaCo9nU="),
    (PixelSize(width: 1, height: 1), "AAgCBwAAAAAAAAAAAAAAAAAAAAAAAAAA"),
  ])
  func equalsTheReferenceImplementations(size: PixelSize, expected: String) {
    let hash = ThumbHash(premultiplied: pixels(size), size: size)
    #expect(Data(hash.bytes).base64EncodedString() == expected)
  }

  /// About three in seven pixels are transparent.
  @Test(arguments: [
    (PixelSize(width: 24, height: 24), "2+eFFQYJEbZAiVQHSAKpBJPVKgp6d4u4tw=="),
    (PixelSize(width: 13, height: 37), "3OeFEggaoIBHSEfAZQs6qIVgiIeIh4g="),
  ])
  func equalsTheReferenceImplementationsWithAlpha(size: PixelSize, expected: String) {
    let hash = ThumbHash(premultiplied: pixels(size) { x, y in (x * x + 3 * y + x * y) % 7 < 4 }, size: size)
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
