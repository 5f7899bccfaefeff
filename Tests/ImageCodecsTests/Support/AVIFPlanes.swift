import Foundation
import ImageCodecs
import PixelCore

/// Planes of samples, which `avifenc` stores unchanged in an AVIF, and their colours by the formula of ITU-T H.273, section 8.3, in
/// floating point.
struct AVIFPlanes: Sendable {
  var size = PixelSize(width: 21, height: 15)
  var depth = 8
  /// 444, 422, 420 or 400.
  var sampling = 420
  var isFull = true
  /// H.273's code point of the matrix, and the weights of red and blue in luma, or nil if the planes are red, green and blue.
  var matrix = 6
  var weights: (red: Double, blue: Double)? = (0.299, 0.114)
  /// The sample at a position in a plane. Alpha is the last plane.
  var sample: @Sendable (_ plane: Int, _ x: Int, _ y: Int) -> Int
  var hasAlpha = false

  private var step: PixelSize {
    PixelSize(width: sampling == 444 ? 1 : 2, height: sampling == 420 ? 2 : 1)
  }

  private func planeSize(_ plane: Int) -> PixelSize {
    guard plane == 1 || plane == 2 else { return size }
    return PixelSize(
      width: (size.width + step.width - 1) / step.width, height: (size.height + step.height - 1) / step.height)
  }

  /// Uncompressed video of one picture (YUV4MPEG2).
  private var y4m: [UInt8] {
    let layout =
      sampling == 400 ? "mono" : "\(sampling)" + (sampling == 420 && depth == 8 ? "jpeg" : hasAlpha ? "alpha" : "")
    let header =
      "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C\(layout)\(depth > 8 ? "p\(depth)" : "") "
      + "XCOLORRANGE=\(isFull ? "FULL" : "LIMITED")\nFRAME\n"
    var bytes = Array(header.utf8)
    for plane in (sampling == 400 ? [0] : [0, 1, 2]) + (hasAlpha ? [3] : []) {
      for y in 0..<planeSize(plane).height {
        for x in 0..<planeSize(plane).width {
          let value = sample(plane, x, y)
          bytes += depth > 8 ? [UInt8(value & 255), UInt8(value >> 8)] : [UInt8(value)]
        }
      }
    }
    return bytes
  }

  /// An AVIF with exactly these samples.
  func file(_ avifenc: Program, _ options: String..., primaries: Int = 1, transfer: Int = 13) throws -> [UInt8] {
    try withFile(y4m, ".y4m") { source in
      try withFile([]) { target in
        _ = try avifenc.output(
          ["--lossless", "--speed", "10", "--jobs", "1", "--cicp", "\(primaries)/\(transfer)/\(matrix)"]
            + ["--range", isFull ? "full" : "limited"] + options + [source, target])
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: target)))
      }
    }
  }

  /// Chroma at a position of luma. Chroma samples are in the middle of their luma samples: the nearest one counts three times as
  /// much as the next, in each direction.
  private func chroma(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    let limits = planeSize(plane)
    func near(_ place: Int, _ step: Int, _ limit: Int) -> [(Int, Double)] {
      guard step == 2 else { return [(place, 1)] }
      let next = place / 2 + (place % 2 == 0 ? -1 : 1)
      return [(place / 2, 0.75), (min(max(next, 0), limit - 1), 0.25)]
    }
    return near(x, step.width, limits.width).reduce(0) { sum, column in
      sum
        + near(y, step.height, limits.height).reduce(0) { $0 + column.1 * $1.1 * Double(sample(plane, column.0, $1.0)) }
    }
  }

  /// The red, green, blue and alpha of a pixel, 0…1, before clamping.
  func color(_ x: Int, _ y: Int) -> [Double] {
    let unit = Double(1 << (depth - 8))
    let largest = Double(1 << depth - 1)
    let luma = { (sample: Double) in isFull ? sample / largest : (sample - 16 * unit) / (219 * unit) }
    let alpha = hasAlpha ? Double(sample(3, x, y)) / largest : 1
    let first = luma(Double(sample(0, x, y)))
    if sampling == 400 { return [first, first, first, alpha] }
    guard let weights else {
      return [luma(Double(sample(2, x, y))), first, luma(Double(sample(1, x, y))), alpha]
    }
    let difference = { (plane: Int) in (chroma(plane, x, y) - 128 * unit) / (isFull ? largest : 224 * unit) }
    let red = first + 2 * (1 - weights.red) * difference(2)
    let blue = first + 2 * (1 - weights.blue) * difference(1)
    let green = (first - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
    return [red, green, blue, alpha]
  }
}
