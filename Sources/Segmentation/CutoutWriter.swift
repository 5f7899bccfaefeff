import PixelCore

/// Writes the rows of a cut-out image.
package struct CutoutWriter {
  /// The image, premultiplied or opaque.
  let source: RowBand
  let levels: PixelLevels
  let matte: Matte
  let shadow: Content.Shadow

  /// - Parameters:
  ///   - seen: The levels that `finding` was made from.
  ///   - map: The finding's map.
  package init(
    _ source: RowBand, seen: PixelLevels, _ finding: CutoutFinding, _ map: RegionMap, shadow: Content.Shadow
  ) {
    (self.source, self.shadow, levels) = (source, shadow, PixelLevels(source))
    matte = Matte(
      of: Matte.Scene(levels: levels, colors: finding.backdrop.colors(in: levels)),
      seenAs: Matte.Scene(levels: seen, colors: finding.backdrop.colors), map)
  }

  /// Writes a row of premultiplied pixels.
  package func write(row y: Int, into output: UnsafeMutableRawPointer) {
    let (width, format) = (source.shape.size.width, source.shape.format)
    // Pixels of the product are unchanged. The others are overwritten below.
    output.copyMemory(from: source.row(y), byteCount: source.shape.bytesPerRow)
    for x in 0..<width {
      let place = output + x * format.bytesPerPixel
      switch matte.map[y * width + x] {
      case .product, .unknown: continue
      case .backdrop: place.initializeMemory(as: UInt8.self, repeating: 0, count: format.bytesPerPixel)
      case .shadow:
        let alpha = shadow == .keep ? 1 - matte.light(x: x, y: y) : 0
        store(.zero, alpha * levels[x, y].w / 255, at: place, format.depth)
      case .edge, .fringe:
        let mixture = matte.mixture(x: x, y: y)
        let behind = shadow == .keep ? (1 - mixture.alpha) * (1 - mixture.light) : 0
        // Alpha that the image already had is multiplied in.
        let own = levels[x, y].w / 255
        store(mixture.product * own, (mixture.alpha + behind) * own, at: place, format.depth)
      }
    }
  }

  /// - Parameters:
  ///   - color: Premultiplied red, green and blue in levels.
  ///   - alpha: 0 to 1.
  private func store(
    _ color: SIMD4<Double>, _ alpha: Double, at place: UnsafeMutableRawPointer, _ depth: PixelFormat.Depth
  ) {
    let whole = Double(depth.largest)
    let opacity = (alpha * whole + 0.5).rounded(.down)
    var pixel = (color * (whole / 255) + 0.5).rounded(.down)
    pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: opacity))
    pixel.w = opacity
    switch depth {
    case .eight: place.storeBytes(of: SIMD4<UInt8>(pixel), as: SIMD4<UInt8>.self)
    case .sixteen: place.storeBytes(of: SIMD4<UInt16>(pixel), as: SIMD4<UInt16>.self)
    }
  }
}
