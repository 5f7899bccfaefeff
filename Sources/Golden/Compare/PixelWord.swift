import PixelCore

extension UnsafeRawPointer {
  /// Returns pixel `x` of the row at this address as an integer, with red in the lowest bits and alpha in the highest.
  @inline(__always)
  func pixelWord(_ x: Int, _ depth: PixelFormat.Depth) -> UInt64 {
    switch depth {
    case .eight: UInt64(loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
    case .sixteen: loadUnaligned(fromByteOffset: x &* 8, as: UInt64.self)
    }
  }
}

/// The brightness of pixels: 0.299 R + 0.587 G + 0.114 B of the encoded values (ITU-R BT.601), in whole levels of the
/// depth.
enum Luma {
  /// Returns the brightness of a premultiplied pixel over black.
  @inline(__always)
  static func overBlack(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int {
    let bits = UInt64(depth.rawValue)
    let mask: UInt64 = 1 << bits - 1
    let weighted = 77 * (pixel & mask) + 150 * (pixel >> bits & mask) + 29 * (pixel >> (2 * bits) & mask)
    return Int(weighted + 128) >> 8
  }

  /// Returns the brightness of a premultiplied pixel over white.
  @inline(__always)
  static func overWhite(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int {
    overBlack(pixel, depth) + depth.largest - Int(pixel >> UInt64(3 * depth.rawValue))
  }
}

/// The chroma of pixels: the distance of blue and red from the luma (ITU-R BT.601), in whole levels of the depth. Grey
/// is in the middle. For a premultiplied pixel it is the same over black and over white.
enum Chroma {
  /// −0.169 R − 0.331 G + 0.5 B.
  @inline(__always)
  static func blue(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int { weighted(pixel, depth, -43, -85, 128) }

  /// 0.5 R − 0.419 G − 0.081 B.
  @inline(__always)
  static func red(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int { weighted(pixel, depth, 128, -107, -21) }

  @inline(__always)
  private static func weighted(
    _ pixel: UInt64, _ depth: PixelFormat.Depth, _ red: Int, _ green: Int, _ blue: Int
  ) -> Int {
    let bits = UInt64(depth.rawValue)
    let mask: UInt64 = 1 << bits - 1
    let (r, g, b) = (Int(pixel & mask), Int(pixel >> bits & mask), Int(pixel >> (2 * bits) & mask))
    // The weights sum to 0, and the positive and the negative ones each sum to half of 256, so the result is between 0
    // and the largest value of the depth.
    return (red * r + green * g + blue * b) >> 8 + (depth.largest + 1) / 2
  }
}
