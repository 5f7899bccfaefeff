import PixelCore

/// The light that reaches the backdrop: 1, and less in the product's shadow.
package struct ShadowLight {
  /// How much of a pixel's own darkness counts, in 255ths. It is 0 where the darkness may be noise, and fades to 0 at the
  /// frame, so that a shadow that the photo cuts off doesn't end in a line on a larger canvas.
  package private(set) var gates: Plane<UInt8>
  /// Share of the backdrop along the frame that a shadow darkens by 3 % or more, before it fades.
  private(set) var stain: Float = 0

  package init(of picture: IlluminationSplit, on contour: Plane<UInt8>) {
    // Beside the contour, the smoothed light has a part of the product in it.
    let backdrop = contour.eroded(by: min(picture.size.width, picture.size.height) > 500 ? 3 : 2)
    gates = Self.gates(of: picture, on: backdrop)
    keepAttached(to: contour)
    measureStain(of: picture, on: contour)
    fade()
  }
}

extension ShadowLight {
  /// Returns the gates before they fade. Darkness counts by the light around it, and 70 % of a pixel's own.
  private static func gates(of picture: IlluminationSplit, on backdrop: Plane<UInt8>) -> Plane<UInt8> {
    let (width, height) = (picture.size.width, picture.size.height)
    // Darkness in levels that may be noise.
    let noise = 1 + 0.8 * picture.field.noise
    let side = picture.field.side
    let light = lightAround(picture, on: backdrop)
    var plane = Plane<UInt8>(width: width, height: height, repeating: 0)
    let (isSeen, lights, around) = (backdrop.values.span, picture.light.values.span, light.values.span)
    var gates = plane.values.mutableSpan
    var line = [Float](repeating: 0, count: width + 1)
    var blocks = line.mutableSpan
    var limits = [Float](repeating: 1, count: width)
    var leasts = limits.mutableSpan
    for y in 0..<height {
      if y % 2 == 0 {
        let first = y / 2 &* light.width
        for x in 0..<light.width {
          let darkness = 1 - min(max(around[unchecked: first &+ x] * 0x1p-16, 0), 1)
          blocks[unchecked: 2 &* x] = darkness
          blocks[unchecked: 2 &* x &+ 1] = darkness
        }
      }
      if y % side == 0 {
        let levels = picture.field.levels(ofCellsIn: y)
        for x in 0..<width { leasts[unchecked: x] = noise / levels[min(x / side, levels.count - 1)] }
      }
      for x in 0..<width {
        let index = y &* width &+ x
        let least = leasts[unchecked: x]
        let own = 0.7 * abs(1 - Float(lights[unchecked: index]) * (1 / 4096))
        let darkness = max(blocks[unchecked: x], own * Float(isSeen[unchecked: index]))
        gates[unchecked: index] = UInt8(
          truncatingIfNeeded: (smoothstep(darkness, least, 3.5 * least) * 255 + 0.5).whole)
      }
    }
    return plane
  }

  /// Keeps only darkness that is connected with the product: the rest is no shadow of it.
  private mutating func keepAttached(to contour: Plane<UInt8>) {
    let (width, height) = (gates.width, gates.height)
    let least: UInt8 = 24
    var dark = Plane<UInt8>(width: width, height: height, repeating: 0)
    for index in dark.values.indices where gates.values[index] >= least { dark.values[index] = 1 }
    let parts = ConnectedParts(of: dark, diagonally: true)
    let product = contour.inverted.eroded(by: 2).dilated(by: 5)
    let touching = parts.counts(in: width) { product.values[$0] != 0 }
    var kept = Plane<UInt8>(width: width, height: height, repeating: 0)
    parts.fill(&kept, with: 1) { touching[$0] > 0 }
    kept = kept.dilated(by: 2)
    for index in gates.values.indices where kept.values[index] == 0 { gates.values[index] = 0 }
  }

  private mutating func measureStain(of picture: IlluminationSplit, on contour: Plane<UInt8>) {
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
    let depth = min(Int(length) + 1, width)
    func fade(_ columns: Range<Int>, _ y: Int) {
      for x in columns where gates[x, y] != 0 {
        let distance = Float(min(x, y, width - 1 - x, height - 1 - y))
        if distance < length { gates[x, y] = UInt8(Float(gates[x, y]) * smoothstep(distance, 1, length) + 0.5) }
      }
    }
    for y in 0..<height {
      if Float(min(y, height - 1 - y)) < length {
        fade(0..<width, y)
      } else {
        fade(0..<depth, y)
        fade(max(depth, width - depth)..<width, y)
      }
    }
  }

  /// Returns the light around each block of 2 × 2 pixels in 65536ths: of the backdrop nearby, or farther away if there is
  /// none nearby. It is 0 where no backdrop is seen, so that a narrow gap in the product keeps its own light.
  private static func lightAround(_ picture: IlluminationSplit, on backdrop: Plane<UInt8>) -> Plane<Float> {
    let (width, height) = (backdrop.width, backdrop.height)
    var lights = Plane<Int32>(width: (width + 1) / 2, height: (height + 1) / 2, repeating: 0)
    var counts = lights
    for y in 0..<height {
      addPairs(of: picture.light, where: backdrop, row: y, to: &lights, &counts)
    }
    let radius = max(1, min(4, Int((1.5 * picture.field.noise + 2).rounded(.down)) / 2))
    let near = (lights.boxSums(radius), counts.boxSums(radius))
    let far = (lights.boxSums(4 * radius), counts.boxSums(4 * radius))
    // In 65536ths.
    var means = lights
    do {
      let near = (near.0.values.span, near.1.values.span)
      let far = (far.0.values.span, far.1.values.span)
      var means = means.values.mutableSpan
      for index in means.indices {
        let isNear = near.1[unchecked: index] > 0
        let sum = isNear ? near.0[unchecked: index] : far.0[unchecked: index]
        let count = isNear ? near.1[unchecked: index] : far.1[unchecked: index]
        means[unchecked: index] = count > 0 ? (Float(sum) * 16 / Float(count)).whole : 0
      }
    }
    return means.boxMeans(radius)
  }

  /// Adds the light of a row's backdrop pixels to their blocks of 2 × 2, and their number.
  private static func addPairs(
    of light: Plane<Int16>, where backdrop: Plane<UInt8>, row: Int, to lights: inout Plane<Int32>,
    _ counts: inout Plane<Int32>
  ) {
    let width = light.width
    let (first, block) = (row &* width, row / 2 &* lights.width)
    let (values, backdrop) = (light.values.span, backdrop.values.span)
    var lights = lights.values.mutableSpan
    var counts = counts.values.mutableSpan
    for x in 0..<width / 2 {
      let (one, other) = (first &+ 2 &* x, first &+ 2 &* x &+ 1)
      let isSeen = (Int32(backdrop[unchecked: one]), Int32(backdrop[unchecked: other]))
      let sum = Int32(values[unchecked: one]) &* isSeen.0 &+ Int32(values[unchecked: other]) &* isSeen.1
      lights[unchecked: block &+ x] &+= sum
      counts[unchecked: block &+ x] &+= isSeen.0 &+ isSeen.1
    }
    if width % 2 != 0, backdrop[first + width - 1] != 0 {
      lights[block + width / 2] += Int32(values[first + width - 1])
      counts[block + width / 2] += 1
    }
  }
}
