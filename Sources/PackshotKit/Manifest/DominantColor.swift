import ImageCodecs
import PixelCore
import PixelKernels
import Rendering
import Segmentation

/// The most common colour of the product in a picture.
///
/// The picture is scaled down, and pixels that are less than half opaque or similar to the picture's backdrop are
/// ignored. The remaining pixels are counted in OKLab, in cells of 0.06. A vivid pixel counts up to twice as much as a
/// grey one. The cell whose neighbourhood has the highest count is found first. The result is the mean colour of the
/// fullest cell in that neighbourhood.
public struct DominantColor {
  /// The colour. Nil for an empty picture.
  public let color: Color?

  /// Size of a cell, in units of 1/4096.
  private static let cell = 246
  /// Square of the minimum distance of a product's colour from the backdrop: 0.05, in units of 1/4096.
  private static let leastDistance: Int32 = 205 * 205

  /// - Parameter workers: The worker processes that decode the picture.
  public init(ofPictureAt path: String, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) throws {
    self.init(of: try SmallPictures(limits: limits, workers: workers).image(at: path))
  }

  /// - Parameter image: A complete, upright image in 8-bit encoded sRGB.
  init(of image: Image) {
    let content = try? image.withBand { Content.find(in: $0, kernels: .current) }.get()
    let box = content?.box ?? PixelRect(columns: 0..<image.size.width, rows: 0..<image.size.height)
    let backdrop: OKLab? =
      switch content?.backdrop {
      case .flat(let color), .uneven(let color): OKLab(encoded: color.pixelBytes)
      case .clear, nil: nil
      }
    var counts: [SIMD4<Int32>: (weight: Int, pixels: Int, sum: SIMD3<Int>)] = [:]
    for y in box.rows {
      for x in box.columns {
        let pixel = image.row(y).loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        let lab = OKLab(encoded: pixel)
        if pixel >> 24 < 128 || backdrop.map({ lab.squaredDistance(to: $0) < Self.leastDistance }) == true { continue }
        let chroma = Double(lab.squaredChromaDistance(to: OKLab(lightness: 0, a: 0, b: 0))).squareRoot()
        let weight = 100 + min(100, Int(chroma / 8))
        let channels = SIMD3(Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
        let (weightBefore, pixels, sum) = counts[Self.cell(lab)] ?? (0, 0, .zero)
        counts[Self.cell(lab)] = (weightBefore + weight, pixels + 1, sum &+ channels)
      }
    }
    // Sorted, so that the choice among cells with equal counts is deterministic.
    let places = counts.keys.sorted { Self.isBefore($0, $1) }
    func weight(_ place: SIMD4<Int32>) -> Int { counts[place]?.weight ?? 0 }
    let middle = places.max { first, second in
      Self.neighbours(of: first).reduce(0) { $0 + weight($1) }
        < Self.neighbours(of: second).reduce(0) { $0 + weight($1) }
    }
    let fullest = middle.flatMap { Self.neighbours(of: $0).max { weight($0) < weight($1) } }
    color = fullest.flatMap { counts[$0] }.map { found in
      let mean = (found.sum &+ found.pixels / 2) / SIMD3(repeating: found.pixels)
      return Color(red: UInt8(mean[0]), green: UInt8(mean[1]), blue: UInt8(mean[2]))
    }
  }

  /// Returns a cell and the 26 cells around it.
  private static func neighbours(of place: SIMD4<Int32>) -> [SIMD4<Int32>] {
    let steps: [Int32] = [-1, 0, 1]
    return steps.flatMap { a in
      steps.flatMap { b in steps.map { c -> SIMD4<Int32> in place &+ SIMD4<Int32>(a, b, c, 0) } }
    }
  }

  private static func isBefore(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> Bool {
    (0..<3).first { first[$0] != second[$0] }.map { first[$0] < second[$0] } ?? false
  }

  private static func cell(_ lab: OKLab) -> SIMD4<Int32> {
    func index(_ value: Int16) -> Int32 { Int32((Double(value) / Double(cell)).rounded(.down)) }
    return SIMD4(index(lab.lightness), index(lab.a), index(lab.b), 0)
  }
}

extension Color {
  fileprivate var pixelBytes: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 }
}
