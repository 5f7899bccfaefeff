import Golden
import ImageCodecs
import PixelCore

/// A picture drawn by a formula, row by row, of any size.
final class Drawing: RowSource {
  /// A pixel as red, green, blue, alpha.
  typealias Pixel = SIMD4<UInt16>

  let shape: ImageShape
  let iccProfile: [UInt8]?
  let orientation: Orientation
  private let pixel: (Int, Int) -> Pixel
  private var y = 0

  /// - Parameter pixel: The straight pixel at a column and a row, in levels of the depth.
  init(
    _ size: PixelSize, depth: PixelFormat.Depth = .eight, isOpaque: Bool = true, iccProfile: [UInt8]? = nil,
    orientation: Orientation = .up, _ pixel: @escaping (Int, Int) -> Pixel
  ) {
    shape = ImageShape(
      size: size, format: PixelFormat(depth: depth, transfer: .encoded, alpha: isOpaque ? .opaque : .straight))
    self.iccProfile = iccProfile
    self.orientation = orientation
    self.pixel = pixel
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) -> Int {
    let count = min(rows, shape.size.height - y)
    for row in 0..<count {
      for x in 0..<shape.size.width {
        let pixel = pixel(x, y + row)
        switch shape.format.depth {
        case .eight:
          (destination + row * stride).storeBytes(
            of: SIMD4<UInt8>(truncatingIfNeeded: pixel), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
        case .sixteen: (destination + row * stride).storeBytes(of: pixel, toByteOffset: x * 8, as: Pixel.self)
        }
      }
    }
    y += count
    return count
  }
}

extension Drawing {
  /// A pixel of a photo-like picture: soft shades with a texture and hard edges, and no flat area.
  static func photo(_ x: Int, _ y: Int) -> Pixel {
    let texture = UInt16(truncatingIfNeeded: noise(x, y) % 24)
    let edge: UInt16 = (x / 40 + y / 30).isMultiple(of: 2) ? 90 : 0
    return Pixel(
      40 + UInt16(x / 3 % 60) + edge + texture, 60 + UInt16(y / 2 % 50) + edge / 2 + texture, 90 + edge / 3 + texture,
      255)
  }

  /// A pseudorandom number: SplitMix64 of the position.
  static func noise(_ x: Int, _ y: Int) -> UInt64 {
    var z = (UInt64(x) << 32 | UInt64(y)) &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A minimal colour profile with a name.
  static func profile(named name: String) -> [UInt8] {
    func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }
    let text = Array("desc".utf8) + bytes(0) + bytes(name.utf8.count + 1) + name.utf8 + [0]
    let header = Array(repeating: UInt8(0), count: 128)
    return header + bytes(1) + "desc".utf8 + bytes(144) + bytes(text.count) + text
  }
}

/// Compares two drawings.
func compare(
  size: PixelSize = PixelSize(width: 300, height: 200), by tolerance: Tolerance = Tolerance(),
  area: ComparisonArea = ComparisonArea(), _ expected: @escaping (Int, Int) -> Drawing.Pixel,
  _ actual: @escaping (Int, Int) -> Drawing.Pixel
) throws -> PictureDifferences {
  let isOpaque = expected(0, 0).w == 255 && actual(0, 0).w == 255
  return try Comparison.compare(
    Drawing(size, isOpaque: isOpaque, expected), Drawing(size, isOpaque: isOpaque, actual), tolerance: tolerance,
    area: area)
}
