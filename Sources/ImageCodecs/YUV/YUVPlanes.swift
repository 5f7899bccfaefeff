import PixelCore

/// A plane of samples, which take two bytes each if they have more than 8 bits.
struct YUVPlane {
  let base: UnsafeRawPointer
  /// Bytes from one row to the next.
  let stride: Int
}

/// The planes of a decoded picture, with the conversion of their rows to rows of pixels.
///
/// Subsampled chroma is interpolated as in a JPEG: a sample is centred on the luma samples it covers, and the nearest
/// sample has three times the weight of the next one, in both directions.
struct YUVPlanes {
  private let colors: YUVColors
  let size: PixelSize
  private let planes: [YUVPlane]
  private let isDeep: Bool
  private let hasAlpha: Bool
  /// Number of luma samples per chroma sample, in each direction.
  private let step: PixelSize
  /// Objects that own the samples' memory.
  private let owners: [AnyObject]
  /// A row of each chroma at luma's width, in sixteenths of a level.
  private var u, v: [Int32]
  /// A row of vertically interpolated chroma, in quarters of a level.
  private var between: [Int32]

  /// - Parameters:
  ///   - chromaStep: Nil for a grey picture.
  ///   - planes: Luma, both chromas and alpha, at these indices.
  init(
    colors: YUVColors, size: PixelSize, chromaStep: PixelSize?, planes: [YUVPlane], hasAlpha: Bool, owners: [AnyObject]
  ) {
    (self.colors, self.size, self.planes, self.hasAlpha) = (colors, size, planes, hasAlpha)
    (isDeep, step, self.owners) = (colors.largest > 255, chromaStep ?? PixelSize(width: 1, height: 1), owners)
    let width = colors.model == .lumaAndChroma ? size.width : 0
    (u, v) = ([Int32](repeating: 0, count: width), [Int32](repeating: 0, count: width))
    between = [Int32](repeating: 0, count: (width + step.width - 1) / step.width)
  }

  /// Converts row `y` to RGBA.
  mutating func convert(row y: Int, to destination: UnsafeMutableRawPointer) {
    if isDeep {
      convert(row: y, of: UInt16.self, to: destination)
    } else {
      convert(row: y, of: UInt8.self, to: destination)
    }
  }

  /// Returns row `y` of a plane.
  private func samples<Sample>(_ plane: Int, _ y: Int, _ type: Sample.Type) -> UnsafePointer<Sample> {
    let start = planes[plane].base + y * planes[plane].stride
    return start.assumingMemoryBound(to: Sample.self)
  }

  @inline(__always)
  private mutating func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    row y: Int, of type: Sample.Type, to destination: UnsafeMutableRawPointer
  ) {
    let pixels = destination.assumingMemoryBound(to: Sample.self)
    let first = samples(0, y, type)
    switch colors.model {
    case .grey:
      for x in 0..<size.width {
        let level = Sample(truncatingIfNeeded: colors.level(ofLuma: first[x]))
        for channel in 0..<3 { pixels[4 * x + channel] = level }
      }
    case .greenBlueRed:
      for (plane, channel) in [(0, 1), (1, 2), (2, 0)] {
        let samples = samples(plane, y, type)
        for x in 0..<size.width {
          pixels[4 * x + channel] = Sample(truncatingIfNeeded: colors.level(ofLuma: samples[x]))
        }
      }
    case .lumaAndChroma:
      sum(1, y, type)
      interpolate(to: &u)
      sum(2, y, type)
      interpolate(to: &v)
      let (colors, u, v) = (colors, u.span, v.span)
      for x in 0..<size.width {
        let (red, green, blue) = colors.levels(luma: first[x], u: u[unchecked: x], v: v[unchecked: x])
        pixels[4 * x] = Sample(truncatingIfNeeded: red)
        pixels[4 * x + 1] = Sample(truncatingIfNeeded: green)
        pixels[4 * x + 2] = Sample(truncatingIfNeeded: blue)
      }
    }
    guard hasAlpha else {
      for x in 0..<size.width { pixels[4 * x + 3] = .max }
      return
    }
    let alpha = samples(3, y, type)
    for x in 0..<size.width { pixels[4 * x + 3] = Sample(truncatingIfNeeded: colors.level(ofAlpha: alpha[x])) }
  }

  /// Interpolates chroma between two rows: three parts of the nearest and one of the next.
  @inline(__always)
  private mutating func sum<Sample: FixedWidthInteger & UnsignedInteger>(_ plane: Int, _ y: Int, _ type: Sample.Type) {
    let height = (size.height + step.height - 1) / step.height
    let nearest = y / step.height
    let next = step.height == 1 ? nearest : min(max(nearest + (y % 2 == 0 ? -1 : 1), 0), height - 1)
    let (near, far) = (samples(plane, nearest, type), samples(plane, next, type))
    for x in between.indices { between[x] = 3 &* Int32(near[x]) &+ Int32(far[x]) }
  }

  /// Interpolates chroma horizontally, to luma's width.
  private func interpolate(to row: inout [Int32]) {
    if step.width == 1 {
      for x in row.indices { row[x] = 4 &* between[x] }
      return
    }
    let last = between.count - 1
    for x in 0...last {
      let middle = 3 &* between[x]
      row[2 * x] = middle &+ between[max(x - 1, 0)]
      if 2 * x + 1 < row.count { row[2 * x + 1] = middle &+ between[min(x + 1, last)] }
    }
  }
}
