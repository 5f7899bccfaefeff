import PixelCore
import Testing

struct PixelBufferTests {
  /// First-level caches of current processors have 64 sets, or a multiple of 64, of 64-byte lines.
  @Test(arguments: [1, 64, 720, 1024, 2048, 4096, 16_384, 65_500])
  func aPixelColumnUsesAllCacheSets(width: Int) {
    let stride = PixelBuffer.stride(bytesPerRow: width * 4)
    #expect(stride % 64 == 0 && stride >= width * 4 && stride < width * 4 + 128)
    #expect(Set((0..<64).map { $0 * stride / 64 % 64 }).count == 64)
  }
}
