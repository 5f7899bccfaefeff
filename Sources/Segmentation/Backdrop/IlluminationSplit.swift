import PixelCore

/// A picture, smoothed and split into light and colour by its backdrop's field.
///
/// With s the smoothed colour and F the field, the light is λ = ⟨s, F⟩ / ⟨F, F⟩: 1 on the backdrop, less in its shadow.
/// What is left, |s − λF| in the channel where it is largest, has another colour than the backdrop.
package struct IlluminationSplit {
  let field: LightField
  let size: PixelSize
  /// The smoothed channels, in 256ths of a level.
  let smoothed: (red: [UInt16], green: [UInt16], blue: [UInt16])
  /// λ in 4096ths, at most 7.
  let light: Plane<Int16>
  /// Difference in colour in eighths of a level, at most 255.
  let tint: Plane<UInt8>
  /// Largest difference of a channel from the field, in levels.
  let contrast: Plane<UInt8>
  /// Change of the smoothed mean over two pixels in quarters of a level, at most 255.
  let slope: Plane<UInt8>
  let limits: Limits

  /// What counts as backdrop.
  struct Limits {
    /// Noise left after smoothing, in levels.
    let noise: Float
    /// Largest difference in colour, in levels.
    let tint: Float
    /// How much lighter than the field the backdrop may be, as a share.
    let light: Float
    /// Largest change over two pixels, in levels.
    let slope: Float

    init(_ field: LightField, size: PixelSize) {
      noise = field.noise * (field.noise > 0.8 ? 0.35 : 0.6)
      tint = 4 + 4 * noise
      // A black backdrop says nothing of light.
      light = min((3 + 5 * noise) / field.level, 0.5)
      // Small pictures have steeper shadows.
      let scale = max(1, 1000 / Float(min(size.width, size.height)))
      slope = (3.5 + 5 * noise) * min(scale, 2.5)
      eighths = Int32(8 * tint)
      reflected = Int32(0.8 * field.level)
    }

    /// `tint` in eighths of a level, and how many of them light that the product reflects adds in a full shadow.
    private let eighths: Int32, reflected: Int32

    /// Whether a pixel's colour differs from the backdrop's, given as in ``IlluminationSplit``. A shadow may be tinted by what
    /// the product reflects.
    @inline(__always)
    func isTinted(_ tint: UInt8, in light: Int16, factor: Int32 = 1) -> Bool {
      let darkness = max(0, 4096 &- Int32(light))
      return Int32(tint) > factor &* eighths &+ (reflected &* darkness) &>> 12
    }
  }

  package init(_ picture: StudioPicture, by field: LightField) {
    self.field = field
    size = picture.size
    limits = Limits(field, size: size)
    let (width, height) = (size.width, size.height)
    func smooth(_ channel: Int) -> [UInt16] {
      Self.smooth(picture.channels[channel], width, height, wide: field.noise > 0.8)
    }
    let smoothed = (red: smooth(0), green: smooth(1), blue: smooth(2))
    self.smoothed = smoothed
    var light = Plane<Int16>(width: width, height: height, repeating: 0)
    var tint = Plane<UInt8>(width: width, height: height, repeating: 0)
    var contrast = Plane<UInt8>(width: width, height: height, repeating: 0)
    var mean = Plane<UInt16>(width: width, height: height, repeating: 0)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * width) { line in
      let fields = (line.baseAddress!, line.baseAddress! + width, line.baseAddress! + 2 * width)
      let (reds, greens, blues) = (smoothed.red.span, smoothed.green.span, smoothed.blue.span)
      var lights = light.values.mutableSpan
      var tints = tint.values.mutableSpan
      var contrasts = contrast.values.mutableSpan
      var means = mean.values.mutableSpan
      for y in 0..<height {
        field.write(row: Float(y) + 0.5, scale: 1, count: width, into: fields)
        for x in 0..<width {
          let index = y &* width &+ x
          let red = Float(reds[unchecked: index])
          let (green, blue) = (Float(greens[unchecked: index]), Float(blues[unchecked: index]))
          let (fieldRed, fieldGreen, fieldBlue) = (fields.0[x] * 256, fields.1[x] * 256, fields.2[x] * 256)
          let share =
            (red * fieldRed + green * fieldGreen + blue * fieldBlue)
            / (fieldRed * fieldRed + fieldGreen * fieldGreen + fieldBlue * fieldBlue)
          let rest = max(
            abs(red - share * fieldRed), max(abs(green - share * fieldGreen), abs(blue - share * fieldBlue)))
          let difference = max(abs(red - fieldRed), max(abs(green - fieldGreen), abs(blue - fieldBlue)))
          lights[unchecked: index] = Int16(truncatingIfNeeded: (min(share, 7) * 4096).whole)
          tints[unchecked: index] = UInt8(truncatingIfNeeded: min(rest / 32, 255).whole)
          contrasts[unchecked: index] = UInt8(truncatingIfNeeded: min(difference / 256, 255).whole)
          means[unchecked: index] = UInt16(truncatingIfNeeded: ((red + green + blue) / 3).whole)
        }
      }
    }
    (self.light, self.tint, self.contrast) = (light, tint, contrast)
    slope = Self.slopes(of: mean)
  }

  /// Returns the sum of λ of the four pixels at a distance across and down, in 4096ths.
  @inline(__always)
  func lightAround(_ x: Int, _ y: Int, at distance: Int) -> Int32 {
    let across = Int32(light[x - distance, y]) + Int32(light[x + distance, y])
    return across + Int32(light[x, y - distance]) + Int32(light[x, y + distance])
  }

  private static func slopes(of mean: Plane<UInt16>) -> Plane<UInt8> {
    let (width, height) = (mean.width, mean.height)
    var plane = Plane<UInt8>(width: width, height: height, repeating: 0)
    let means = mean.values.span
    var slopes = plane.values.mutableSpan
    func change(_ one: Int, _ other: Int) -> Int32 {
      abs(Int32(means[unchecked: one]) &- Int32(means[unchecked: other]))
    }
    func slope(_ change: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(change &>> 6, 255)) }
    for y in 0..<height {
      let row = y &* width
      // Along the border, only changes along it are known.
      let isEnd = y == 0 || y == height - 1
      let (above, below) = (isEnd ? row : row &- width, isEnd ? row : row &+ width)
      for x in 1..<max(1, width &- 1) {
        let across = change(row &+ x &+ 1, row &+ x &- 1)
        slopes[unchecked: row &+ x] = slope(max(across, change(below &+ x, above &+ x)))
      }
      for x in [0, width - 1] { slopes[row + x] = slope(change(below + x, above + x)) }
    }
    return plane
  }

  /// Returns a channel smoothed by 1 2 1 or 1 4 6 4 1 in both directions, in 256ths of a level.
  private static func smooth(_ channel: [UInt8], _ width: Int, _ height: Int, wide: Bool) -> [UInt16] {
    let reach = wide ? 2 : 1
    var result = [UInt16](repeating: 0, count: width * height)
    channel.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width + 4) { line in
          let line = line.baseAddress! + 2
          for y in 0..<height {
            func row(_ offset: Int) -> UnsafePointer<UInt8> {
              var y = y + offset
              if y < 0 { y = -y }
              if y >= height { y = 2 * height - 2 - y }
              return source.baseAddress! + min(max(y, 0), height - 1) * width
            }
            let (a, b, c, d, e) = (row(-reach), row(-1), row(0), row(1), row(reach))
            if wide {
              for x in 0..<width {
                line[x] = UInt16(a[x]) &+ UInt16(e[x]) &+ 4 &* (UInt16(b[x]) &+ UInt16(d[x])) &+ 6 &* UInt16(c[x])
              }
            } else {
              for x in 0..<width { line[x] = 4 &* (UInt16(b[x]) &+ UInt16(d[x])) &+ 8 &* UInt16(c[x]) }
            }
            line[-1] = line[min(1, width - 1)]
            line[-2] = line[min(2, width - 1)]
            line[width] = line[max(width - 2, 0)]
            line[width + 1] = line[max(width - 3, 0)]
            let out = result.baseAddress! + y * width
            if wide {
              for x in 0..<width {
                out[x] = line[x &- 2] &+ line[x &+ 2] &+ 4 &* (line[x &- 1] &+ line[x &+ 1]) &+ 6 &* line[x]
              }
            } else {
              for x in 0..<width { out[x] = 4 &* (line[x &- 1] &+ line[x &+ 1]) &+ 8 &* line[x] }
            }
          }
        }
      }
    }
    return result
  }
}
