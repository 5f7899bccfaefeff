import PixelCore

/// The strip along a contour whose pixels may be mixtures of product and backdrop, and the colours they are mixed from.
struct ContourMixtures {
  /// The colours that a pixel of the strip is mixed from, in levels.
  struct Mixture {
    /// Mean colour of the product nearby.
    var product: SIMD4<Float> = .zero
    /// Mean colour of the backdrop nearby.
    var backdrop: SIMD4<Float> = .zero
    /// Whether the product is thick enough here to have pixels without backdrop.
    var hasInside = false
    /// Contrast of product and backdrop in levels, as a root mean square of the channels.
    var contrast: Float = 0
    /// Trust in the mixture instead of the contour alone: 0 to 1.
    var trust: Float = 0
    /// Share of the pixels around it that are on the product's side of the contour: 0 to 1.
    var step: Float = 0
    /// Largest difference to the backdrop nearby in levels, where the product is too thin to have an inside.
    var top: Float = 0
  }

  /// What a pixel is: an index of ``mixtures``, or one of ``product`` and ``backdrop``.
  let places: Plane<Int32>
  private(set) var mixtures: [Mixture] = []
  /// The index of each mixture's pixel, in ascending order.
  private(set) var pixels: [Int32] = []

  static let product: Int32 = -1
  static let backdrop: Int32 = -2

  init(of contour: Plane<UInt8>, in picture: StudioPicture, lit: IlluminationSplit) {
    let (width, height) = (contour.width, contour.height)
    let radius = min(width, height) > 500 ? 2 : 1
    let sides = Sides(of: contour, radius: radius)
    var places = Plane(width: width, height: height, repeating: Self.product)
    do {
      let sides = sides.sides.values.span
      var places = places.values.mutableSpan
      for index in places.indices where sides[unchecked: index] == Sides.backdrop {
        places[unchecked: index] = Self.backdrop
      }
    }
    let (red, green, blue) = (picture.channels[0], picture.channels[1], picture.channels[2])
    for y in 0..<height {
      var x = 0
      while x < width {
        let side = sides.sides[x, y]
        if side == Sides.either {
          places[x, y] = Int32(mixtures.count)
          pixels.append(Int32(y &* width &+ x))
          mixtures.append(Self.mixture(x, y, red.span, green.span, blue.span, lit, sides))
          x &+= 1
        } else {
          x = sides.sides.end(of: side, from: x, in: y &* width)
        }
      }
    }
    self.places = places
  }

  /// Which pixels of a picture surely show the product, or the backdrop.
  private struct Sides {
    /// One of ``product``, ``backdrop`` and ``either`` for each pixel.
    var sides: Plane<UInt8>
    /// 1 on the product's side of the contour, 0 on the backdrop's.
    let product: Plane<UInt8>
    /// Distance from the contour in pixels up to which a pixel may show both.
    let radius: Int

    static let either: UInt8 = 0
    static let product: UInt8 = 1
    static let backdrop: UInt8 = 2

    init(of contour: Plane<UInt8>, radius: Int) {
      self.radius = radius
      product = contour.inverted
      sides = contour.eroded(by: radius)
      let inner = product.eroded(by: radius)
      let products = inner.values.span
      var values = sides.values.mutableSpan
      for index in values.indices {
        values[unchecked: index] = 2 &* values[unchecked: index] &+ products[unchecked: index]
      }
    }
  }

  private static func mixture(
    _ x: Int, _ y: Int, _ reds: Span<UInt8>, _ greens: Span<UInt8>, _ blues: Span<UInt8>, _ lit: IlluminationSplit,
    _ sides: Sides
  ) -> Mixture {
    let (width, height) = (lit.size.width, lit.size.height)
    let radius = sides.radius
    let reach = 2 * radius + 2
    let side = sides.sides.values.span
    var (inside, outside) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
    // Every other pixel is enough for a mean.
    for other in stride(from: max(0, y - reach), through: min(height - 1, y + reach), by: 2) {
      for column in stride(from: max(0, x - reach), through: min(width - 1, x + reach), by: 2) {
        let index = other &* width &+ column
        let own = side[unchecked: index]
        if own == Sides.either { continue }
        let color = SIMD4(
          Int32(reds[unchecked: index]), Int32(greens[unchecked: index]), Int32(blues[unchecked: index]), 1)
        if own == Sides.product { inside &+= color } else { outside &+= color }
      }
    }
    func mean(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
      SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), 0) / Float(sum.w)
    }
    var mixture = Mixture()
    mixture.hasInside = inside.w > 0
    mixture.product = mixture.hasInside ? mean(inside) : .zero
    mixture.backdrop = outside.w > 0 ? mean(outside) : lit.field.color(x: x, y: y)
    if mixture.hasInside {
      let difference = mixture.product - mixture.backdrop
      let square = difference * difference
      mixture.contrast = ((square.x + square.y + square.z) / 3).squareRoot()
    } else {
      for other in max(0, y - 2)...min(height - 1, y + 2) {
        for column in max(0, x - 2)...min(width - 1, x + 2) where sides.product[column, other] != 0 {
          let index = other &* width &+ column
          let color = SIMD4(Float(reds[index]), Float(greens[index]), Float(blues[index]), 0)
          mixture.top = max(mixture.top, color.largestDifference(to: mixture.backdrop))
        }
      }
      mixture.contrast = mixture.top
      if mixture.top <= 3 * lit.limits.tint { mixture.top = .infinity }
    }
    mixture.trust = smoothstep(mixture.contrast, 6 + 3 * lit.field.noise, 14 + 6 * lit.field.noise)
    var (sum, count) = (0, 0)
    for other in max(0, y - radius)...min(height - 1, y + radius) {
      for column in max(0, x - radius)...min(width - 1, x + radius) {
        sum &+= Int(sides.product[column, other])
        count &+= 1
      }
    }
    mixture.step = Float(sum) / Float(count)
    return mixture
  }
}

extension ContourMixtures.Mixture {
  /// Returns the product's share of a pixel of this colour, 0 to 1.
  @inline(__always)
  func alpha(of color: SIMD4<Float>) -> Float {
    let own = color - backdrop
    var share: Float
    if hasInside {
      let difference = product - backdrop
      let square = difference.x * difference.x + difference.y * difference.y + difference.z * difference.z
      share = (own.x * difference.x + own.y * difference.y + own.z * difference.z) / max(square, 1)
    } else {
      share = min(own.largestDifference(to: .zero) / max(top, 1), 1)
    }
    share = trust * share + (1 - trust) * step
    return min(max((share - 0.04) / 0.92, 0), 1)
  }
}
