import PixelCore

/// Fades an image into a colour towards its edges, but not within a rectangle.
///
/// The image's share of a pixel is the product of its shares along the row and the column. Each is a smooth step,
/// t² (3 − 2t), from 0 at the edge to 1 where the fade ends, in 65536ths.
final class FeatherLoop: RowLoop {
  private let color: [UInt32]
  private let format: PixelFormat
  private let columns: [UInt32]
  private let rows: [UInt32]
  /// The columns without a fade of their own.
  private let inner: Range<Int>

  private static let whole: UInt32 = 65536

  /// - Parameters:
  ///   - length: Length of the fade in pixels. It ends earlier where `kept` begins.
  ///   - color: The colour beyond the edges, in the canvas's format.
  ///   - visible: The part of the canvas that shows the image.
  ///   - kept: The rectangle that doesn't fade.
  init(length: Double, into color: Pixel, on canvas: ImageShape, visible: PixelRect, kept: PixelRect) {
    self.color = [color.red, color.green, color.blue, color.alpha].map(UInt32.init)
    format = canvas.format
    columns = Self.shares(canvas.size.width, visible.columns, kept.columns, length)
    rows = Self.shares(canvas.size.height, visible.rows, kept.rows, length)
    let first = columns.firstIndex(of: Self.whole) ?? columns.count
    inner = first..<max(first, (columns.lastIndex(of: Self.whole) ?? -1) + 1)
  }

  private static func shares(_ count: Int, _ visible: Range<Int>, _ kept: Range<Int>, _ length: Double) -> [UInt32] {
    (0..<count).map { place in
      let center = Double(place) + 0.5
      func share(_ distance: Double, _ room: Int) -> Double {
        let t = min(max(distance / max(min(length, Double(room)), 0.5), 0), 1)
        return t * t * (3 - 2 * t)
      }
      if place < kept.lowerBound {
        return UInt32(share(center - Double(visible.lowerBound), kept.lowerBound - visible.lowerBound) * 65536)
      }
      if place >= kept.upperBound {
        return UInt32(share(Double(visible.upperBound) - center, visible.upperBound - kept.upperBound) * 65536)
      }
      return whole
    }
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    if input != UnsafeRawPointer(output) {
      output.copyMemory(from: input, byteCount: columns.count * format.bytesPerPixel)
    }
    switch format.depth {
    case .eight: fade(output.assumingMemoryBound(to: UInt8.self), row: y)
    case .sixteen: fade(output.assumingMemoryBound(to: UInt16.self), row: y)
    }
  }

  @inline(__always)
  private func fade<Channel: FixedWidthInteger & UnsignedInteger>(_ row: UnsafeMutablePointer<Channel>, row y: Int) {
    let share = rows[y]
    func fade(_ range: Range<Int>) {
      for x in range {
        let own = UInt32((UInt64(columns[x]) * UInt64(share)) >> 16)
        for channel in 0..<4 {
          let mixed = UInt32(row[4 * x + channel]) &* own &+ color[channel] &* (Self.whole &- own)
          row[4 * x + channel] = Channel(truncatingIfNeeded: (mixed &+ 32768) &>> 16)
        }
      }
    }
    fade(0..<inner.lowerBound)
    if share < Self.whole { fade(inner) }
    fade(inner.upperBound..<columns.count)
  }
}
