import Foundation
import ImageCodecs
import PixelCore

/// Small photos, all different.
enum SmallPhotos {
  /// Creates `count` square photos in `folder`, a thousand per subfolder: `000/P-000000.jpg` and so on.
  static func make(_ count: Int, side: Int, in folder: String) throws {
    for number in 0..<count {
      let subfolder = "\(folder)/\(padded(number / 1000, 3))"
      if number.isMultiple(of: 1000) {
        try FileManager.default.createDirectory(atPath: subfolder, withIntermediateDirectories: true)
      }
      let photo = try photo(number, side: side).encoded(.jpeg(quality: 90))
      try Data(photo).write(to: URL(fileURLWithPath: "\(subfolder)/P-\(padded(number, 6)).jpg"))
    }
  }

  /// A gradient between two colours with a little noise, all determined by the number.
  private static func photo(_ number: Int, side: Int) -> Image {
    let shape = ImageShape(size: PixelSize(width: side, height: side), format: .encodedOpaque)
    let length = 2 * (side - 1)
    var pixels = PixelBuffer(shape: shape)
    var state = UInt32(truncatingIfNeeded: number) &* 2_654_435_761 | 1
    let colors = (UInt32(number) &* 0x9E37_79B1, UInt32(number) &* 0x85EB_CA6B)
    for y in 0..<side {
      let row = pixels.mutableRow(y)
      for x in 0..<side {
        state = state &* 1_664_525 &+ 1_013_904_223
        for channel in 0..<3 {
          let shift = UInt32(8 * channel)
          let (from, to) = (Int(colors.0 >> shift & 255), Int(colors.1 >> shift & 255))
          let value = (from * (length - x - y) + to * (x + y)) / length + Int(state >> 29) - 4
          row.storeBytes(of: UInt8(clamping: value), toByteOffset: 4 * x + channel, as: UInt8.self)
        }
        row.storeBytes(of: 255, toByteOffset: 4 * x + 3, as: UInt8.self)
      }
    }
    return Image(pixels)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    String(String(number + Int(pow(10, Double(digits)))).dropFirst())
  }
}
