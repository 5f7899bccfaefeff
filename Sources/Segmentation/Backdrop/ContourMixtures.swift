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

  static let product: Int32 = -1
  static let backdrop: Int32 = -2

  init(of contour: Plane<UInt8>, in picture: StudioPicture, lit: LitPicture) {
    let (width, height) = (contour.width, contour.height)
    let shorter = min(width, height)
    let radius = shorter > 500 ? 2 : 1
    let reach = 2 * radius + 2
    let outer = contour.eroded(by: radius)
    let product = contour.inverted
    let inner = product.eroded(by: radius)
    var places = Plane<Int32>(width: width, height: height, repeating: Self.product)
    for y in 0..<height {
      for x in 0..<width {
        let index = y &* width &+ x
        if inner.values[index] != 0 { continue }
        if outer.values[index] != 0 {
          places.values[index] = Self.backdrop
          continue
        }
        places.values[index] = Int32(mixtures.count)
        mixtures.append(
          Self.mixture(
            x, y, in: picture, lit, inner: inner, outer: outer, product: product, radius, reach))
      }
    }
    self.places = places
  }

  private static func mixture(
    _ x: Int, _ y: Int, in picture: StudioPicture, _ lit: LitPicture, inner: Plane<UInt8>, outer: Plane<UInt8>,
    product: Plane<UInt8>, _ radius: Int, _ reach: Int
  ) -> Mixture {
    let (width, height) = (inner.width, inner.height)
    func color(_ index: Int) -> SIMD4<Float> {
      SIMD4(
        Float(picture.channels[0][index]), Float(picture.channels[1][index]), Float(picture.channels[2][index]), 0)
    }
    var (inside, outside) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (insideCount, outsideCount) = (Float(0), Float(0))
    // Every other pixel is enough for a mean.
    for other in stride(from: max(0, y - reach), through: min(height - 1, y + reach), by: 2) {
      for column in stride(from: max(0, x - reach), through: min(width - 1, x + reach), by: 2) {
        let index = other &* width &+ column
        if inner.values[index] != 0 {
          inside += color(index)
          insideCount += 1
        } else if outer.values[index] != 0 {
          outside += color(index)
          outsideCount += 1
        }
      }
    }
    var mixture = Mixture()
    mixture.hasInside = insideCount > 0
    mixture.product = insideCount > 0 ? inside / insideCount : .zero
    mixture.backdrop = outsideCount > 0 ? outside / outsideCount : lit.field.color(x: x, y: y)
    if mixture.hasInside {
      let difference = mixture.product - mixture.backdrop
      let square = difference * difference
      mixture.contrast = ((square.x + square.y + square.z) / 3).squareRoot()
    } else {
      for other in max(0, y - 2)...min(height - 1, y + 2) {
        for column in max(0, x - 2)...min(width - 1, x + 2) where product[column, other] != 0 {
          let difference = color(other &* width &+ column).largestDifference(to: mixture.backdrop)
          mixture.top = max(mixture.top, difference)
        }
      }
      mixture.contrast = mixture.top
      if mixture.top <= 3 * lit.limits.tint { mixture.top = .infinity }
    }
    mixture.trust = ramp(mixture.contrast, 6 + 3 * lit.field.noise, 14 + 6 * lit.field.noise)
    var (sum, count) = (Float(0), Float(0))
    for other in max(0, y - radius)...min(height - 1, y + radius) {
      for column in max(0, x - radius)...min(width - 1, x + radius) {
        sum += Float(product[column, other])
        count += 1
      }
    }
    mixture.step = sum / count
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
