import PixelCore
import Synchronization

/// Curves for red, green and blue, as tables for pixels of one depth.
///
/// A curve f maps a straight channel of 0…1, in the transfer of the pixels. Its results are clamped to 0…1. With M the
/// largest value of the depth, a premultiplied channel c under alpha a becomes
///
///     ⌊f(c / a) · a + ½⌋        and for opaque pixels  ⌊f(c / M) · M + ½⌋
///
/// Every 8-bit result and every opaque 16-bit result is computed in double precision and rounded once. A translucent
/// 16-bit pixel interpolates between 65536 values of f in single precision. That adds at most 0.01 of a level to the
/// rounding where f is straight, a quarter of the change of slope where it bends, and up to 16 levels of 65535 where a
/// gamma curve rises steeply from black.
package final class ColorCurves: Sendable {
  /// Maps a straight channel of 0…1.
  public typealias Curve = @Sendable (Double) -> Double

  let depth: PixelFormat.Depth
  /// The curve for all three channels, or one for each.
  private let curves: [Curve]
  /// The table of each channel: all zero if the channels share a curve.
  let places: (red: Int, green: Int, blue: Int)
  /// Results for opaque pixels: M + 1 for each curve.
  private let opaque: [UInt16]
  private let translucent8 = Mutex<[UInt8]?>(nil)
  private let translucent16 = Mutex<[Float]?>(nil)

  /// Creates tables for the curves of red, green and blue, or for one curve that they share.
  public init(_ curves: [Curve], depth: PixelFormat.Depth) {
    precondition(curves.count == 1 || curves.count == 3)
    (self.curves, self.depth) = (curves, depth)
    places = curves.count == 1 ? (0, 0, 0) : (0, 1, 2)
    let largest = Double(depth.largest)
    opaque = curves.flatMap { curve in
      (0...depth.largest).map { UInt16(Self.rounded(curve(Double($0) / largest), times: largest)) }
    }
  }

  /// Memory in bytes of the tables for some number of curves.
  public static func byteCount(curves: Int, depth: PixelFormat.Depth) -> Int {
    curves * (depth == .eight ? 512 + 65_536 : 65_536 * 2 + 65_537 * 4)
  }

  /// Returns ⌊value · factor + ½⌋. The addition of 10⁻⁹ rounds halves up even if `value` is inexact.
  private static func rounded(_ value: Double, times factor: Double) -> Int {
    value > 0 ? Int(min(value, 1) * factor + 0.500000001) : 0
  }

  func withOpaque<R>(_ body: (UnsafePointer<UInt16>) -> R) -> R {
    opaque.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// Passes the results for 8-bit pixels, made on first use: 65536 for each curve, by alpha · 256 + channel.
  func withTranslucent8<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    let table = translucent8.withLock { table in
      if let table { return table }
      var made: [UInt8] = []
      made.reserveCapacity(curves.count * 65_536)
      for curve in curves {
        for alpha in 0...255 {
          for channel in 0...255 {
            let straight = channel < alpha ? Double(channel) / Double(alpha) : 1
            // No valid pixel has more colour than alpha, so those entries share one value.
            made.append(
              channel > alpha ? made.last! : UInt8(Self.rounded(curve(alpha == 0 ? 0 : straight), times: Double(alpha)))
            )
          }
        }
      }
      table = made
      return made
    }
    return table.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// Passes f at multiples of 1/65535, made on first use: 65537 for each curve, with the last one twice.
  func withTranslucent16<R>(_ body: (UnsafePointer<Float>) -> R) -> R {
    let table = translucent16.withLock { table in
      if let table { return table }
      let made = curves.flatMap { curve in
        (0...65_536).map { Float(min(1, max(0, curve(Double(min($0, 65_535)) / 65_535)))) }
      }
      table = made
      return made
    }
    return table.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

extension Kernels {
  /// Maps the colour of premultiplied or opaque pixels by curves. Alpha doesn't change.
  public func mapColors(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ curves: ColorCurves, count: Int
  ) {
    switch curves.depth {
    case .eight: Self.mapColors8(destination, source, curves, count)
    case .sixteen: Self.mapColors16(destination, source, curves, count)
    }
  }

  private static func mapColors8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ curves: ColorCurves, _ count: Int
  ) {
    let done = curves.withOpaque { table in
      let (reds, greens) = (table + curves.places.red &* 256, table + curves.places.green &* 256)
      let blues = table + curves.places.blue &* 256
      for index in 0..<count {
        let pixel = source.pixel(index)
        // Transparent pixels stay black; the first translucent one needs the larger table.
        if pixel >= 0xFF00_0000 {
          let red = UInt32(reds[Int(pixel & 0xFF)])
          let green = UInt32(greens[Int((pixel &>> 8) & 0xFF)])
          let blue = UInt32(blues[Int((pixel &>> 16) & 0xFF)])
          destination.setPixel(index, red | green &<< 8 | blue &<< 16 | 0xFF00_0000)
        } else if pixel == 0 {
          destination.setPixel(index, 0)
        } else {
          return index
        }
      }
      return count
    }
    if done == count { return }
    curves.withTranslucent8 { table in
      let (reds, greens) = (table + curves.places.red &* 65_536, table + curves.places.green &* 65_536)
      let blues = table + curves.places.blue &* 65_536
      for index in done..<count {
        let pixel = source.pixel(index)
        let row = Int(pixel &>> 24) &* 256
        let red = UInt32(reds[row &+ Int(pixel & 0xFF)])
        let green = UInt32(greens[row &+ Int((pixel &>> 8) & 0xFF)])
        let blue = UInt32(blues[row &+ Int((pixel &>> 16) & 0xFF)])
        destination.setPixel(index, red | green &<< 8 | blue &<< 16 | pixel & 0xFF00_0000)
      }
    }
  }

  private static func mapColors16(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ curves: ColorCurves, _ count: Int
  ) {
    let done = curves.withOpaque { table in
      let (reds, greens) = (table + curves.places.red &* 65_536, table + curves.places.green &* 65_536)
      let blues = table + curves.places.blue &* 65_536
      for index in 0..<count {
        let pixel = source.pixel16(index)
        if pixel >= 0xFFFF_0000_0000_0000 {
          let red = UInt64(reds[Int(pixel & 0xFFFF)])
          let green = UInt64(greens[Int((pixel &>> 16) & 0xFFFF)])
          let blue = UInt64(blues[Int((pixel &>> 32) & 0xFFFF)])
          destination.setPixel16(index, red | green &<< 16 | blue &<< 32 | 0xFFFF_0000_0000_0000)
        } else if pixel == 0 {
          destination.setPixel16(index, 0)
        } else {
          return index
        }
      }
      return count
    }
    if done == count { return }
    curves.withTranslucent16 { table in
      let tables = (
        table + curves.places.red &* 65_537, table + curves.places.green &* 65_537,
        table + curves.places.blue &* 65_537
      )
      for index in done..<count {
        let pixel = source.pixel16(index)
        let alpha = pixel &>> 48
        let opacity = Float(alpha)

        @inline(__always)
        func mapped(_ channel: UInt64, _ table: UnsafePointer<Float>) -> UInt64 {
          let position = Float(min(channel & 0xFFFF, alpha)) / max(opacity, 1) * 65_535
          let value = (table + Int(position)).interpolated(position - position.rounded(.down))
          // The largest result is 65535 · 1 + ½.
          return UInt64(value * opacity + 0.5)
        }
        let red = mapped(pixel, tables.0)
        let green = mapped(pixel &>> 16, tables.1)
        let blue = mapped(pixel &>> 32, tables.2)
        destination.setPixel16(index, red | green &<< 16 | blue &<< 32 | alpha &<< 48)
      }
    }
  }
}

extension UnsafePointer<Float> {
  /// Returns the value at a share of the way to the next number.
  @inline(__always)
  fileprivate func interpolated(_ share: Float) -> Float { self[0] + (self[1] - self[0]) * share }
}
