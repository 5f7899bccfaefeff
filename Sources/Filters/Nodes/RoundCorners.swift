import Drawing
import Parameters
import PixelCore
import PixelKernels

/// Rounds the image's corners by making the area outside them transparent.
///
/// Each premultiplied channel, including alpha, is multiplied by the share of its pixel inside the shape, which is an
/// exact area to 16 bits. The result is rounded once, halves up. The corners are quarter circles with a radius of
/// `radius` × scale pixels, or a percentage of the shorter side. At most half of the shorter side is used: 50% makes a
/// square photo round. All four corners are mirror images of each other. A JPEG has no transparency, so the output's
/// `background` shows in its corners.
public struct RoundCorners: Filter {
  /// Radius of the corners in points. At most half of the shorter side is used.
  public var radius = Length.zero
  /// Pixels per point.
  public var scale = 1.0

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of RoundCorners.
  public init(radius: Length, scale: Double = 1) { (self.radius, self.scale) = (radius, scale) }

  public static let name = "roundCorners"
  public static let summary = "Rounds the image's corners, which become transparent."
  public static let shorthand: String? = "radius"
  public static let otherWords = ["round", "corners", "rounded", "borderRadius", "cornerRadius"]
  public static let example = "roundCorners: 50%"
  public static let parameters = [
    Parameter<Self>(
      "radius", \.radius, kind: .length(.fractional), in: 0...16_384, isRequired: true,
      "The corners' radius in points; at most half of the shorter side is used."),
    Parameter<Self>("scale", \.scale, in: 0.1...16, "Pixels per point."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let size = input.size
    let side = size.shorterSide
    let radius = min(radius.pixels(of: side, scale: scale), Double(side) / 2)
    if radius == 0 { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: size, format: input.format.with(alpha: .premultiplied))
    return FilterPlan(output: output, work: .rows { _ in RoundCornersLoop(radius: radius, output) })
  }
}

/// Multiplies the pixels of the corners by their coverage.
private final class RoundCornersLoop: RowLoop {
  private let shape: ImageShape
  /// The top left corner.
  private var corner: OutlineCoverage
  private var shares: [UInt16]

  init(radius: Double, _ shape: ImageShape) {
    self.shape = shape
    let side = Int(radius.rounded(.up))
    // The rectangle is as large as possible, so that only one corner is in view.
    corner = OutlineCoverage(
      .roundedRectangle(left: 0, top: 0, right: 65_536, bottom: 65_536, radius: radius), width: side, height: side)
    shares = Array(repeating: 0, count: side)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    if input != UnsafeRawPointer(output) { output.copyMemory(from: input, byteCount: shape.bytesPerRow) }
    let (width, height) = (shape.size.width, shape.size.height)
    let cornerRow = min(y, height - 1 - y)
    guard cornerRow < corner.height else { return }
    corner.measure(row: cornerRow, into: &shares)
    for x in shares.indices where shares[x] < 65_535 {
      let share = UInt64(shares[x])
      multiply(output, at: x, by: share)
      // The middle pixel of an odd side belongs to both corners and must be multiplied only once.
      if width - 1 - x != x { multiply(output, at: width - 1 - x, by: share) }
    }
  }

  private func multiply(_ row: UnsafeMutableRawPointer, at x: Int, by share: UInt64) {
    for channel in 0..<4 {
      switch shape.format.depth {
      case .eight:
        let place = x * 4 + channel
        let value = UInt64(row.load(fromByteOffset: place, as: UInt8.self))
        row.storeBytes(of: UInt8((value * share + 32_767) / 65_535), toByteOffset: place, as: UInt8.self)
      case .sixteen:
        let place = (x * 4 + channel) * 2
        let value = UInt64(row.load(fromByteOffset: place, as: UInt16.self))
        row.storeBytes(of: UInt16((value * share + 32_767) / 65_535), toByteOffset: place, as: UInt16.self)
      }
    }
  }
}

extension Filter where Self == RoundCorners {
  /// Rounds the image's corners, which become transparent. See ``RoundCorners``.
  public static func roundCorners(radius: Length, scale: Double = 1) -> Self {
    RoundCorners(radius: radius, scale: scale)
  }
}
