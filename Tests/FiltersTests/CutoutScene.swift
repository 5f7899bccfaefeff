import Filters
import Foundation
import PixelCore
import PixelKernels
import TestSupport

/// A picture with known contents: an ellipse of one colour, whose coverage is computed in float64, on a backdrop, with an
/// optional soft shadow and noise.
struct CutoutScene {
  var size = PixelSize(width: 200, height: 160)
  var backdrop = [255.0, 255, 255]
  var product = [40.0, 70, 110]
  /// How much darker the backdrop is in the middle of the shadow, 0 to 1.
  var shadow = 0.0
  /// The largest noise of a pixel, in levels.
  var noise = 0
  /// Whether the ellipse has an elliptic hole in its middle, through which the backdrop shows.
  var hasHole = false

  static let center = (x: 100.3, y: 70.6), radii = (x: 52.0, y: 40.0)

  /// The part of a pixel that the product covers.
  func coverage(_ x: Int, _ y: Int) -> Double {
    let whole = Self.coverage(x, y, radii: Self.radii)
    return hasHole ? whole - Self.coverage(x, y, radii: (Self.radii.x / 3, Self.radii.y / 3)) : whole
  }

  private static func coverage(_ x: Int, _ y: Int, radii: (x: Double, y: Double)) -> Double {
    func distance(_ u: Double, _ v: Double) -> Double {
      let across = (u - center.x) / radii.x, down = (v - center.y) / radii.y
      return across * across + down * down
    }
    let corners = [0.0, 1].flatMap { v in [0.0, 1].map { distance(Double(x) + $0, Double(y) + v) } }
    let reach = 2.5 / min(radii.x, radii.y)
    if corners.allSatisfy({ $0 < 1 - reach }) { return 1 }
    if corners.allSatisfy({ $0 > 1 + reach }) { return 0 }
    let places = (0..<16).map { (Double($0) + 0.5) / 16 }
    let inside = places.reduce(0) { sum, v in
      sum + places.count { distance(Double(x) + $0, Double(y) + v) < 1 }
    }
    return Double(inside) / 256
  }

  /// The light on the backdrop, reduced by the shadow: a parabola with soft ends, below the product.
  func light(_ x: Int, _ y: Int) -> Double {
    let across = (Double(x) - 100) / 80, down = (Double(y) - 108) / 36
    let rest = max(0, 1 - across * across - down * down)
    return 1 - shadow * rest * rest
  }

  /// The picture in a format, mixed in the format's transfer.
  func image(_ format: PixelFormat = .encodedOpaque) -> Image {
    var generator = SeededGenerator(seed: 77)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: format))
    let largest = Double(format.depth.largest)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (share, light) = (coverage(x, y), light(x, y))
        let jitter = Double(Int.random(in: -noise...noise, using: &generator))
        for channel in 0..<4 {
          let mixed = share * product[min(channel, 2)] + (1 - share) * light * backdrop[min(channel, 2)]
          let level = channel == 3 ? 255 : min(max(mixed + jitter, 0), 255)
          let value = Int((level / 255 * largest).rounded())
          let row = buffer.mutableRow(y)
          switch format.depth {
          case .eight: row.storeBytes(of: UInt8(value), toByteOffset: 4 * x + channel, as: UInt8.self)
          case .sixteen: row.storeBytes(of: UInt16(value), toByteOffset: 8 * x + 2 * channel, as: UInt16.self)
          }
        }
      }
    }
    return Image(buffer)
  }

  /// The pixels that the product covers partly, with their coverage.
  var edge: [(x: Int, y: Int, coverage: Double)] {
    (0..<size.height).flatMap { y in
      (0..<size.width).compactMap { x in
        let share = coverage(x, y)
        return share > 0 && share < 1 ? (x, y, share) : nil
      }
    }
  }
}

/// A picture whose channels are read as fractions of the largest value, 0 to 1.
struct Shares {
  private let channels: [Int]
  private let width: Int
  private let largest: Double

  init(_ image: Image) {
    (channels, width, largest) = (image.channels, image.size.width, Double(image.shape.format.depth.largest))
  }

  /// The red, green, blue and alpha of a pixel.
  subscript(x: Int, y: Int) -> [Double] {
    let first = 4 * (y * width + x)
    return channels[first..<first + 4].map { Double($0) / largest }
  }
}
