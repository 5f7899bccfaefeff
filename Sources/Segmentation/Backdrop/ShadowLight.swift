import PixelCore

/// The light that reaches the backdrop: 1, and less in the product's shadow.
struct ShadowLight {
  /// How much of a pixel's own darkness counts, in 255ths. It is 0 where the darkness may be noise, and fades to 0 at the
  /// frame, so that a shadow that the photo cuts off doesn't end in a line on a larger canvas.
  private(set) var gates: Plane<UInt8>
  /// Share of the backdrop along the frame that a shadow darkens by 3 % or more, before it fades.
  private(set) var stain: Float = 0

  init(of picture: LitPicture, on contour: Plane<UInt8>) {
    // Beside the contour, the smoothed light has a part of the product in it.
    let backdrop = contour.eroded(by: min(picture.size.width, picture.size.height) > 500 ? 3 : 2)
    let (width, height) = (picture.size.width, picture.size.height)
    let noise = picture.field.noise
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    var lights = Plane<Float>(width: columns, height: rows, repeating: 0)
    var weights = lights
    lights.values.withUnsafeMutableBufferPointer { lights in
      weights.values.withUnsafeMutableBufferPointer { weights in
        for y in 0..<height {
          let (row, blocks) = (y &* width, y / 2 &* columns)
          for x in 0..<width where backdrop.values[row &+ x] != 0 {
            lights[blocks &+ x / 2] += Float(picture.light.values[row &+ x]) * (1 / 4096)
            weights[blocks &+ x / 2] += 1
          }
        }
      }
    }
    let radius = max(1, min(4, Int((1.5 * noise + 2).rounded(.down)) / 2))
    let near = (lights.boxed(radius), weights.boxed(radius))
    let far = (lights.boxed(4 * radius), weights.boxed(4 * radius))
    var smooth = lights
    for index in smooth.values.indices {
      smooth.values[index] =
        near.1.values[index] > 1e-3
        ? near.0.values[index] / near.1.values[index]
        : far.1.values[index] > 1e-3 ? far.0.values[index] / far.1.values[index] : 1
    }
    smooth = smooth.boxed(radius)
    for index in smooth.values.indices { smooth.values[index] = min(max(smooth.values[index], 0), 1) }
    let least = (1 + 0.8 * noise) / picture.field.level
    var gates = Plane<UInt8>(width: width, height: height, repeating: 0)
    gates.values.withUnsafeMutableBufferPointer { gates in
      for y in 0..<height {
        let (row, blocks) = (y &* width, y / 2 &* columns)
        for x in 0..<width {
          let around = 1 - smooth.values[blocks &+ x / 2]
          let isSeen = backdrop.values[row &+ x] != 0
          let own = isSeen ? 0.7 * abs(1 - Float(picture.light.values[row &+ x]) * (1 / 4096)) : 0
          let darkness = max(around, own)
          if darkness > least { gates[row &+ x] = UInt8(ramp(darkness, least, 3.5 * least) * 255 + 0.5) }
        }
      }
    }
    self.gates = gates
    measureStain(of: picture, on: contour)
    fade()
  }
}

extension ShadowLight {
  private mutating func measureStain(of picture: LitPicture, on contour: Plane<UInt8>) {
    var (stained, count) = (0, 0)
    contour.forEachFramePixel { x, y in
      if contour[x, y] == 0 { return }
      count += 1
      let light = min(1, Float(picture.light[x, y]) / 4096)
      if (1 - light) * Float(gates[x, y]) / 255 > 0.03 { stained += 1 }
    }
    stain = count > 0 ? Float(stained) / Float(count) : 1
  }

  private mutating func fade() {
    let (width, height) = (gates.width, gates.height)
    let length = Float(min(width, height)) * 0.03
    for y in 0..<height {
      for x in 0..<width where gates[x, y] != 0 {
        let distance = Float(min(x, y, width - 1 - x, height - 1 - y))
        if distance < length { gates[x, y] = UInt8(Float(gates[x, y]) * ramp(distance, 1, length) + 0.5) }
      }
    }
  }
}

extension Plane<Float> {
  /// Returns the mean of each square of `2 · radius + 1` values. Squares are smaller at the border.
  fileprivate func boxed(_ radius: Int) -> Plane {
    let across = averaged(radius, count: width, step: 1, lines: height, lineStep: width)
    return across.averaged(radius, count: height, step: width, lines: width, lineStep: 1)
  }

  private func averaged(_ radius: Int, count: Int, step: Int, lines: Int, lineStep: Int) -> Plane {
    var result = self
    values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { result in
        for line in 0..<lines {
          let start = line * lineStep
          var sum: Float = 0
          for index in 0..<Swift.min(radius, count) { sum += source[start + index * step] }
          for index in 0..<count {
            if index + radius < count { sum += source[start + (index + radius) * step] }
            if index > radius { sum -= source[start + (index - radius - 1) * step] }
            let first = Swift.max(0, index - radius)
            let last = Swift.min(count - 1, index + radius)
            result[start + index * step] = sum / Float(last - first + 1)
          }
        }
      }
    }
    return result
  }
}
