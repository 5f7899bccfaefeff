import ImageCodecs
import PixelCore
import PixelKernels

/// A PNG that shows where and how much two pictures differ: the expected picture in pale grey, and the differences in
/// the colours of ``DifferenceMark``.
///
/// It is as wide and high as the larger of both, and has 16 colours, so that drawing and writing it is faster than
/// reading the pictures.
package final class DifferencePicture {
  /// Greys from pale black to white, followed by the colours of the marks.
  private static let greyCount: UInt8 = 7
  private static let palette =
    (0..<Int(greyCount)).map { level in
      let grey = UInt8((155 + 100 * Double(level) / 6).rounded())
      return Color(red: grey, green: grey, blue: grey)
    } + DifferenceMark.colors

  private let sink: ByteSink
  private var writer: PNGPaletteWriter?
  private var width = 0
  private var colors: [UInt8] = []
  private var row: [UInt8] = []

  /// - Parameter sink: Receives the file's bytes in pieces.
  public init(to sink: @escaping ByteSink) { self.sink = sink }

  func start(_ size: PixelSize) throws(CodecError) {
    let writer = try PNGPaletteWriter(size: size, palette: Self.palette, to: sink)
    self.writer = writer
    width = size.width
    colors = Array(repeating: 0, count: width + 1)
    row = Array(repeating: 0, count: writer.bytesPerRow)
  }

  /// Draws the next row.
  ///
  /// - Parameters:
  ///   - expected: `count` pixels of the expected picture in `format`. Nil if it has no such row.
  ///   - marks: The mark of each pixel, for the full width. Nil if all pixels are equal.
  func add(_ expected: UnsafeRawPointer?, count: Int, _ format: PixelFormat, marks: [UInt8]?) throws(CodecError) {
    if let expected {
      if format.alpha == .straight {
        let byteCount = count * format.bytesPerPixel
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 64) { row in
          Kernels.current.premultiply(row.baseAddress!, expected, count: count, depth: format.depth)
          drawGrey(UnsafeRawPointer(row.baseAddress!), count, format.depth)
        }
      } else {
        drawGrey(expected, count, format.depth)
      }
    }
    if let marks {
      for x in 0..<width where marks[x] != 0 { colors[x] = Self.greyCount &+ marks[x] &- 1 }
    }
    for index in row.indices { row[index] = colors[2 &* index] << 4 | colors[2 &* index &+ 1] }
    try row.withUnsafeBufferPointer { bytes throws(CodecError) in try writer!.write(row: bytes.baseAddress!) }
  }

  private func drawGrey(_ pixels: UnsafeRawPointer, _ count: Int, _ depth: PixelFormat.Depth) {
    switch depth {
    case .eight: grey8(pixels, count)
    case .sixteen: grey16(pixels, count)
    }
  }

  private func grey8(_ pixels: UnsafeRawPointer, _ count: Int) {
    colors.withUnsafeMutableBufferPointer { colors in
      for x in 0..<count {
        let pixel = pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
        let weighted = 77 &* (pixel & 0xFF) &+ 150 &* (pixel &>> 8 & 0xFF) &+ 29 &* (pixel &>> 16 & 0xFF)
        let light = (weighted &>> 8) &+ 255 &- (pixel &>> 24)
        // Maps 0…255 to 0…6.
        colors[x] = UInt8(truncatingIfNeeded: (light &* UInt32(Self.greyCount)) &>> 8)
      }
    }
  }

  private func grey16(_ pixels: UnsafeRawPointer, _ count: Int) {
    for x in 0..<count {
      colors[x] = UInt8((Luma.overWhite(pixels.pixelWord(x, .sixteen), .sixteen) * Int(Self.greyCount)) >> 16)
    }
  }

  func finish() throws(CodecError) { try writer!.finish() }
}
