import PixelCore

/// Replaces the backdrop of a photo row by row, at any size.
///
/// The analysis says what each pixel is. Along the contour each pixel of the photo is unmixed anew, so the contour is as
/// sharp as the photo. Pixels of the product are never changed, unless they are lit evenly on request.
package struct BackdropWriter {
  let backdrop: StudioBackdrop
  let size: PixelSize
  /// The new backdrop's red, green and blue in levels, or nil if it becomes transparent.
  let color: SIMD4<Float>?
  let keepsShadow: Bool
  /// Whether the product's light is evened as the backdrop's is.
  let relights: Bool
  /// Pixels of the analysed picture per pixel of the photo.
  private let scaleX: Float
  private let scaleY: Float

  package init(
    _ backdrop: StudioBackdrop, size: PixelSize, color: SIMD4<Float>?, keepsShadow: Bool, relights: Bool
  ) {
    (self.backdrop, self.size, self.color) = (backdrop, size, color)
    (self.keepsShadow, self.relights) = (keepsShadow, relights)
    scaleX = Float(backdrop.size.width) / Float(size.width)
    scaleY = Float(backdrop.size.height) / Float(size.height)
  }

  /// Calls closures for the pixels of a row that change.
  ///
  /// - Parameters:
  ///   - pixel: Returns the colour of a pixel of the photo in levels.
  ///   - store: Receives the new colour and alpha of a pixel: colour premultiplied, in levels; alpha 0 to 1.
  @inline(__always)
  func write(
    row y: Int, pixel: (Int) -> SIMD4<Float>, store: (Int, SIMD4<Float>, Float) -> Void
  ) {
    let (width, analysed) = (size.width, backdrop.size)
    let down = (Float(y) + 0.5) * scaleY
    let row = min(Int(down), analysed.height - 1)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * width) { line in
      let (red, green, blue) = (line.baseAddress!, line.baseAddress! + width, line.baseAddress! + 2 * width)
      backdrop.field.write(row: down, scale: scaleX, count: width, into: (red, green, blue))
      let light = LightRow(backdrop.shadow, y: down)
      let new = color ?? SIMD4(repeating: 255)
      for x in 0..<width {
        let across = (Float(x) + 0.5) * scaleX
        let place = backdrop.mixtures.places.values[row &* analysed.width &+ min(Int(across), analysed.width - 1)]
        if place == ContourMixtures.product {
          if relights {
            let field = SIMD4(red[x], green[x], blue[x], 255)
            store(x, pixel(x) * new / field, 1)
          }
          continue
        }
        let field = SIMD4(red[x], green[x], blue[x], 255)
        let gate = keepsShadow ? light.gate(at: across) : 0
        if place == ContourMixtures.backdrop {
          guard gate > 0 else {
            if color != nil { store(x, new, 1) } else { store(x, .zero, 0) }
            continue
          }
          let shade = shade(of: pixel(x), field, gate)
          if color != nil { store(x, new * shade, 1) } else { store(x, .zero, 1 - shade.mean) }
          continue
        }
        let mixture = backdrop.mixtures.mixtures[Int(place)]
        let own = pixel(x)
        let alpha = mixture.alpha(of: own)
        var (front, behind) = (own - mixture.backdrop * (1 - alpha), mixture.backdrop)
        if mixture.hasInside {
          // What the mixture leaves is the pixel's own texture.
          let rest = front - mixture.product * alpha
          front = (mixture.product + rest) * alpha
          behind += rest
        }
        let under = gate > 0 ? shade(of: behind, field, gate) : SIMD4(repeating: 1)
        if alpha >= 1 { front = own }
        if relights { front = front * new / field }
        if color != nil {
          store(x, front + new * under * (1 - alpha), 1)
        } else {
          let opacity = alpha + (1 - alpha) * (1 - under.mean)
          store(x, front.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: opacity * 255)), opacity)
        }
      }
    }
  }

  /// Returns the light on the backdrop, 0 to 1, where it has a colour.
  ///
  /// - Parameter gate: How much of the darkness counts, 0 to 1.
  @inline(__always)
  private func shade(of color: SIMD4<Float>, _ field: SIMD4<Float>, _ gate: Float) -> SIMD4<Float> {
    var shade: SIMD4<Float>
    if backdrop.field.chroma < 40 {
      shade = color / field
    } else {
      // On a coloured backdrop, a shadow is not coloured.
      let (product, square) = (color * field, field * field)
      shade = SIMD4(repeating: (product.x + product.y + product.z) / (square.x + square.y + square.z))
    }
    return 1 - (1 - shade.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))) * gate
  }

  /// The light along a row of the photo, between the pixels of the analysed picture.
  private struct LightRow {
    let shadow: ShadowLight
    let gates: (Int, Int, Float)

    init(_ shadow: ShadowLight, y: Float) {
      self.shadow = shadow
      gates = Self.neighbours(y, shadow.gates.height)
    }

    /// Returns the samples before and behind a position, and the share of the second.
    @inline(__always)
    static func neighbours(_ position: Float, _ count: Int) -> (Int, Int, Float) {
      let place = min(max(position - 0.5, 0), Float(count - 1))
      let first = Int(place)
      return (first, min(first + 1, count - 1), place - Float(first))
    }

    @inline(__always)
    func gate(at x: Float) -> Float {
      let plane = shadow.gates
      let (left, right, share) = Self.neighbours(x, plane.width)
      let corners = (plane[left, gates.0], plane[right, gates.0], plane[left, gates.1], plane[right, gates.1])
      if corners.0 | corners.1 | corners.2 | corners.3 == 0 { return 0 }
      let above = Float(corners.0) * (1 - share) + Float(corners.1) * share
      let below = Float(corners.2) * (1 - share) + Float(corners.3) * share
      return (above * (1 - gates.2) + below * gates.2) / 255
    }
  }
}
