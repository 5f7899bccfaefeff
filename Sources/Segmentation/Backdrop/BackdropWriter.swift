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
  private let scale: (x: Float, y: Float)
  private let columns: [Sample]

  package init(
    _ backdrop: StudioBackdrop, size: PixelSize, color: SIMD4<Float>?, keepsShadow: Bool, relights: Bool
  ) {
    (self.backdrop, self.size, self.color) = (backdrop, size, color)
    (self.keepsShadow, self.relights) = (keepsShadow, relights)
    let scale = (
      x: Float(backdrop.size.width) / Float(size.width), y: Float(backdrop.size.height) / Float(size.height)
    )
    self.scale = scale
    columns = (0..<size.width).map { Sample(at: (Float($0) + 0.5) * scale.x, of: backdrop.size.width) }
  }

  /// Where to look in the analysed picture for a row or column of the photo.
  private struct Sample {
    /// The pixel that contains the position.
    let nearest: Int32
    /// The pixels whose centres are before and behind the position.
    let first: Int32, second: Int32
    /// The weight of the second one, 0 to 1.
    let share: Float

    init(at position: Float, of count: Int) {
      let place = min(max(position - 0.5, 0), Float(count - 1))
      nearest = Int32(min(Int(position), count - 1))
      first = Int32(place)
      second = min(first + 1, Int32(count - 1))
      share = place - Float(first)
    }
  }

  /// Calls closures for the pixels of a row that change.
  ///
  /// - Parameters:
  ///   - pixel: Returns the colour of a pixel of the photo in levels.
  ///   - store: Receives the new colour and alpha of a pixel: colour premultiplied, in levels; alpha 0 to 1.
  ///   - clear: Receives columns that show the new backdrop without a shadow.
  @inline(__always)
  func write(
    row y: Int, pixel: (Int) -> SIMD4<Float>, store: (Int, SIMD4<Float>, Float) -> Void, clear: (Range<Int>) -> Void
  ) {
    let (width, analysed) = (size.width, backdrop.size)
    let down = (Float(y) + 0.5) * scale.y
    let row = Sample(at: down, of: analysed.height)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * width + analysed.width) { line in
      let (red, green, blue) = (line.baseAddress!, line.baseAddress! + width, line.baseAddress! + 2 * width)
      let gates = line.baseAddress! + 3 * width
      backdrop.field.write(row: down, scale: scale.x, count: width, into: (red, green, blue))
      let hasShadow = keepsShadow && writeGates(row, into: gates)
      let new = color ?? SIMD4(repeating: 255)
      let places = backdrop.mixtures.places.values.span
      let columns = columns.span
      let start = Int(row.nearest) &* analysed.width
      @inline(__always)
      func gate(_ column: Sample) -> Float {
        hasShadow ? gates[Int(column.first)] * (1 - column.share) + gates[Int(column.second)] * column.share : 0
      }
      var x = 0
      while x < width {
        let place = places[unchecked: start &+ Int(columns[unchecked: x].nearest)]
        if place == ContourMixtures.product {
          if relights { store(x, pixel(x) * new / SIMD4(red[x], green[x], blue[x], 255), 1) }
          x &+= 1
          continue
        }
        let shade = gate(columns[unchecked: x])
        if place == ContourMixtures.backdrop, shade == 0 {
          let first = x
          repeat {
            x &+= 1
          } while x < width
            && places[unchecked: start &+ Int(columns[unchecked: x].nearest)] == ContourMixtures.backdrop
            && gate(columns[unchecked: x]) == 0
          clear(first..<x)
          continue
        }
        let field = SIMD4(red[x], green[x], blue[x], 255)
        let (color, alpha) =
          place == ContourMixtures.backdrop
          ? shaded(pixel(x), field, shade, new)
          : mixed(pixel(x), backdrop.mixtures.mixtures[Int(place)], field, shade, new)
        store(x, color, alpha)
        x &+= 1
      }
    }
  }

  /// Writes the share of the shadow to keep along a row, 0 to 1. Returns whether any of it is kept.
  private func writeGates(_ row: Sample, into line: UnsafeMutablePointer<Float>) -> Bool {
    let gates = backdrop.shadow.gates
    let (above, below) = (Int(row.first) * gates.width, Int(row.second) * gates.width)
    let isClear =
      gates.end(of: 0, from: 0, in: above) == gates.width && gates.end(of: 0, from: 0, in: below) == gates.width
    guard !isClear else { return false }
    let values = gates.values.span
    for x in 0..<gates.width {
      let (one, other) = (Float(values[unchecked: above &+ x]), Float(values[unchecked: below &+ x]))
      line[x] = (one * (1 - row.share) + other * row.share) / 255
    }
    return true
  }

  /// Returns the new colour of a pixel of the backdrop, and its alpha.
  @inline(__always)
  private func shaded(_ own: SIMD4<Float>, _ field: SIMD4<Float>, _ gate: Float, _ new: SIMD4<Float>)
    -> (SIMD4<Float>, Float)
  {
    let shade = shade(of: own, field, gate)
    return color != nil ? (new * shade, 1) : (.zero, 1 - shade.mean)
  }

  /// Returns the new colour of a pixel along the contour, and its alpha.
  @inline(__always)
  private func mixed(
    _ own: SIMD4<Float>, _ mixture: ContourMixtures.Mixture, _ field: SIMD4<Float>, _ gate: Float, _ new: SIMD4<Float>
  ) -> (SIMD4<Float>, Float) {
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
    if color != nil { return (front + new * under * (1 - alpha), 1) }
    let opacity = alpha + (1 - alpha) * (1 - under.mean)
    return (front.limited(to: opacity * 255), opacity)
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
    return 1 - (1 - shade.limited(to: 1)) * gate
  }
}
