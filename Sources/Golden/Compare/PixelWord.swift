import PixelCore

extension UnsafeRawPointer {
  /// Pixel `x` of the row that begins here as one number: red in the lowest bits, alpha in the highest.
  @inline(__always)
  func pixelWord(_ x: Int, _ depth: PixelFormat.Depth) -> UInt64 {
    switch depth {
    case .eight: UInt64(loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
    case .sixteen: loadUnaligned(fromByteOffset: x &* 8, as: UInt64.self)
    }
  }
}

/// How bright pixels are: 0.299 R + 0.587 G + 0.114 B of the encoded values (ITU-R BT.601), in whole levels of the depth.
enum Luma {
  /// Of a premultiplied pixel over black.
  @inline(__always)
  static func overBlack(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int {
    let bits = UInt64(depth.rawValue)
    let mask: UInt64 = 1 << bits - 1
    let weighted = 77 * (pixel & mask) + 150 * (pixel >> bits & mask) + 29 * (pixel >> (2 * bits) & mask)
    return Int(weighted + 128) >> 8
  }

  /// Of a premultiplied pixel over white.
  @inline(__always)
  static func overWhite(_ pixel: UInt64, _ depth: PixelFormat.Depth) -> Int {
    overBlack(pixel, depth) + depth.largest - Int(pixel >> UInt64(3 * depth.rawValue))
  }
}

/// What colour pixels have beside how bright they are: how far blue and red are from the luma (ITU-R BT.601), in whole
/// levels of the depth, of which grey has half. A premultiplied pixel has the same over black and over white.
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
    // Weights that sum to 0 and halves of 256: the least is 0, and the most is the depth's largest.
    return (red * r + green * g + blue * b) >> 8 + (depth.largest + 1) / 2
  }
}
