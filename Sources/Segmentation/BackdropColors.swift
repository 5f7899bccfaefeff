import PixelCore

/// The backdrop's colour at each pixel of an image, in levels of 255.
struct BackdropColors {
  private let size: PixelSize
  private let surface: QuadraticSurface
  private let isFlat: Bool

  /// - Parameter cells: Areas of the image with their colours. If the colours are within two levels of each other, the
  ///   backdrop has their median. Otherwise it is a surface fitted to them.
  init(_ cells: [(area: PixelRect, color: SIMD4<Double>)], in size: PixelSize) {
    self.size = size
    let channels = (0..<3).map { channel in cells.map { $0.color[channel] }.sorted() }
    let samples = cells.map { cell in
      let (x, y) = cell.area.middle(in: size)
      return (x, y, cell.color)
    }
    let differs = channels.contains { ($0.last ?? 0) - ($0.first ?? 0) > 2 }
    if differs, let surface = QuadraticSurface(through: samples) {
      (self.surface, isFlat) = (surface, false)
    } else {
      let middle = channels.map { $0.isEmpty ? 0 : $0[$0.count / 2] }
      (surface, isFlat) = (QuadraticSurface(constants: middle), true)
    }
  }

  /// Difference in levels between the extreme colours, in the channel where it is largest, sampled at 33 × 33 points.
  var spread: Double {
    if isFlat { return 0 }
    let places = (0...32).map { Double($0) / 16 - 1 }
    let colors = places.flatMap { y in places.map { Self.clamped(surface.values(x: $0, y: y)) } }
    return (0..<3).map { channel in
      let values = colors.map { $0[channel] }
      return values.max()! - values.min()!
    }.max()!
  }

  /// The colour in the middle of the image.
  var middle: SIMD4<Double> { Self.clamped(surface.values(x: 0, y: 0)) }

  /// Returns the colours of a row.
  func row(_ y: Int) -> Row { Row(along: surface.along(row: y, of: size.height), width: size.width, isFlat: isFlat) }

  @inline(__always)
  subscript(x: Int, y: Int) -> SIMD4<Double> { row(y)[x] }

  struct Row {
    private let constant: SIMD4<Double>, linear: SIMD4<Double>, square: SIMD4<Double>
    private let scale: Double
    let isFlat: Bool

    fileprivate init(along terms: [SIMD4<Double>], width: Int, isFlat: Bool) {
      constant = SIMD4(terms[0][0], terms[1][0], terms[2][0], 0)
      linear = SIMD4(terms[0][1], terms[1][1], terms[2][1], 0)
      square = SIMD4(terms[0][2], terms[1][2], terms[2][2], 0)
      scale = 2 / Double(width)
      self.isFlat = isFlat
    }

    @inline(__always)
    subscript(x: Int) -> SIMD4<Double> {
      if isFlat { return constant }
      let u = (Double(x) + 0.5) * scale - 1
      return BackdropColors.clamped(constant + linear * u + square * (u * u))
    }
  }

  @inline(__always)
  fileprivate static func clamped(_ color: SIMD4<Double>) -> SIMD4<Double> {
    color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }
}
