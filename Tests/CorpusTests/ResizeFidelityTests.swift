import Foundation
import PackshotKit
import Testing

/// Real photos compared with Lanczos-3 in float64, without rounding between the passes.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct ResizeFidelityTests {
  /// Ten photos from all shops, JPEG and PNG, opaque and cut out.
  static let photos: [String] = {
    let all = Corpus.pictures(in: "photos")
    return stride(from: 0, to: all.count, by: max(1, all.count / 10)).prefix(10).map { all[$0] }
  }()

  @Test(arguments: photos, [97, 200, 480, 800])
  func pixelsAreWithinOneLevelOfFloat64(photo path: String, width: Int) throws {
    // A PNG has no planes, so its pixels are resized.
    let file = FileManager.default.temporaryDirectory.appending(path: "packshot-test-\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Photo(contentsOf: path).write(to: file)
    let photo = try Photo(contentsOf: file)
    let differences = try differences(of: photo, fromFloat64At: width)
    // Reducing to a ninth or less halves first, which shows at hard edges and in patterns as fine as the pixels.
    let isHalved = try photo.size.width >= 9 * width
    #expect(differences.max()! <= (isHalved ? 2.5 : 1), "\(path) to \(width)")
    #expect(decibels(differences) >= (isHalved ? 57 : 58), "\(path) to \(width)")
  }

  /// Resizing a JPEG's planes clamps impossible colours after resizing instead of before, which shows at a few hard edges.
  @Test(arguments: photos.filter { !$0.hasSuffix(".png") }, [97, 200, 480, 800])
  func planesAreCloseToFloat64(photo path: String, width: Int) throws {
    let differences = try differences(of: Photo(contentsOf: path), fromFloat64At: width)
    #expect(decibels(differences) >= 50, "\(path) to \(width)")
    let near = differences.count { $0 <= 1.5 }
    #expect(Double(near) >= 0.98 * Double(differences.count), "\(path) to \(width)")
  }

  /// The PSNR of the differences.
  private func decibels(_ differences: [Double]) -> Double {
    10 * log10(255 * 255 / (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)))
  }

  /// The difference of each channel of the resized photo from the reference, in levels.
  private func differences(of photo: Photo, fromFloat64At width: Int) throws -> [Double] {
    let source = try photo.image()
    let result = try photo.applying(Resize(width: width)).image()
    let expected = Lanczos.resized(source.channels, source.size, to: result.size)
    return zip(result.channels, expected).map { abs(Double($0) - $1) }
  }
}

/// A direct implementation of the definition, just fast enough.
enum Lanczos {
  static func resized(_ channels: [UInt8], _ input: PixelSize, to output: PixelSize) -> [Double] {
    let columns = weights(from: input.width, to: output.width)
    let rows = weights(from: input.height, to: output.height)
    // Horizontally first. Without rounding, the order doesn't matter.
    var across = [Double](repeating: 0, count: input.height * output.width * 4)
    channels.withUnsafeBufferPointer { channels in
      for y in 0..<input.height {
        for (x, sample) in columns.enumerated() {
          for (tap, weight) in sample {
            for channel in 0..<4 {
              across[(y * output.width + x) * 4 + channel] +=
                weight * Double(channels[(y * input.width + tap) * 4 + channel])
            }
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: output.pixelCount * 4)
    for (y, sample) in rows.enumerated() {
      for (tap, weight) in sample {
        for x in 0..<output.width * 4 {
          result[y * output.width * 4 + x] += weight * across[tap * output.width * 4 + x]
        }
      }
    }
    for pixel in 0..<output.pixelCount {
      // Alpha above opaque becomes opaque, with the colour scaled alike.
      let scale = min(1, 255 / max(1, result[pixel * 4 + 3]))
      let alpha = max(0, result[pixel * 4 + 3] * scale)
      for channel in 0..<4 { result[pixel * 4 + channel] = min(alpha, max(0, result[pixel * 4 + channel] * scale)) }
    }
    return result
  }

  private static func weights(from input: Int, to output: Int) -> [[(tap: Int, weight: Double)]] {
    let ratio = Double(input) / Double(output)
    let stretch = max(1, ratio)
    return (0..<output).map { sample in
      let center = (Double(sample) + 0.5) * ratio
      let first = max(0, Int(center - 3 * stretch) - 1)
      let last = min(input - 1, Int(center + 3 * stretch) + 1)
      let taps = (first...last).map { tap -> (tap: Int, weight: Double) in
        let x = (Double(tap) + 0.5 - center) / stretch
        if abs(x) >= 3 { return (tap, 0) }
        let sinc = { (x: Double) in x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return (tap, sinc(x) * sinc(x / 3))
      }
      let sum = taps.reduce(0) { $0 + $1.weight }
      return taps.map { ($0.tap, $0.weight / sum) }
    }
  }
}
