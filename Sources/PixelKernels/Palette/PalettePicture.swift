/// A picture of a few colours: a palette, and an index into it for each pixel.
package struct PalettePicture {
  /// The colours, straight, with red in the lowest byte and alpha in the highest. Sorted, so that
  /// translucent ones come first.
  package let palette: [UInt32]
  /// The index of each pixel's colour, row by row.
  package private(set) var indices: [UInt8]

  /// Reduces a picture to a number of colours.
  ///
  /// A picture that has no more colours keeps them all. Otherwise, a colour that most of the pixels nearest to a colour
  /// of the palette have replaces it, so that a plain backdrop keeps its exact colour and isn't dithered.
  ///
  /// - Parameters:
  ///   - pixels: `width` × `height` straight pixels, with red in the lowest byte and alpha in the highest. Fully
  ///     transparent ones are 0.
  ///   - colors: Maximum number of colours, 2 to 256.
  ///   - dither: The share of each pixel's error that is diffused to its neighbours, 0 to 1.
  package init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int, colors: Int, dither: Double) {
    var counts = ColorCounts()
    for pixel in pixels { counts.add(pixel) }
    if let exact = counts.colors, exact.count <= colors {
      palette = exact.sorted()
      let places = Self.places(of: exact, in: palette)
      indices = pixels.map { places[counts.entry(of: $0)] }
      return
    }
    let reduced = ReducedPalette(counts, count: colors)
    let found = Self.commonColors(pixels, reduced.colors.map(\.pixel)) { reduced.nearest[counts.entry(of: $0)] }
    palette = Set(found).sorted()
    let places = Self.places(of: found, in: palette)
    let guesses = reduced.nearest.map { Int(places[$0]) }
    indices = Array(repeating: 0, count: pixels.count)
    map(pixels, width: width, strength: Int32(dither * 256)) { guesses[counts.entry(of: $0)] }
  }

  /// Upper bound of the bytes in use while a picture is reduced, beside its pixels.
  package static func byteCount(pixelCount: Int) -> Int {
    pixelCount + ColorCounts.byteCount + ReducedPalette.byteCount
  }

  /// Returns the index in `palette` of each of the colours.
  private static func places(of colors: [UInt32], in palette: [UInt32]) -> [UInt8] {
    let places = Dictionary(uniqueKeysWithValues: zip(palette, UInt8(0)...UInt8(255)))
    return colors.map { places[$0]! }
  }

  /// Returns the colours, each replaced by the colour of most of its pixels, if they have one (Boyer and Moore 1981).
  private static func commonColors(
    _ pixels: UnsafeBufferPointer<UInt32>, _ colors: [UInt32], nearest: (UInt32) -> Int
  ) -> [UInt32] {
    var candidates = colors
    var votes = [Int](repeating: 0, count: colors.count)
    for pixel in pixels {
      let index = nearest(pixel)
      if votes[index] == 0 { candidates[index] = pixel }
      votes[index] &+= candidates[index] == pixel ? 1 : -1
    }
    var balances = [Int](repeating: 0, count: colors.count)
    for pixel in pixels {
      let index = nearest(pixel)
      balances[index] &+= candidates[index] == pixel ? 1 : -1
    }
    return colors.indices.map { balances[$0] > 0 ? candidates[$0] : colors[$0] }
  }

  /// Maps each pixel to the nearest colour, after adding what the pixels before it were mapped wrong by (Floyd and
  /// Steinberg 1976). Every other row is mapped from right to left. A pixel that has a colour of the palette keeps it,
  /// and passes no error on.
  ///
  /// - Parameters:
  ///   - strength: The share of the error that is passed on, in 256ths.
  ///   - guess: Returns the index of the nearest colour without an error.
  private mutating func map(
    _ pixels: UnsafeBufferPointer<UInt32>, width: Int, strength: Int32, guess: (UInt32) -> Int
  ) {
    let colors = palette.map { PaletteColor($0) }
    let search = PaletteSearch(colors)
    // Sixteenths of errors of this row and the next, with a place at either end.
    var errors = [SIMD4<Int32>](repeating: .zero, count: width + 2)
    var below = errors
    for row in 0..<pixels.count / width {
      swap(&errors, &below)
      for place in below.indices { below[place] = .zero }
      let forwards = row % 2 == 0
      for step in 0..<width {
        let x = forwards ? step : width &- 1 &- step
        let pixel = pixels[row &* width &+ x]
        let guess = guess(pixel)
        if palette[guess] == pixel {
          indices[row &* width &+ x] = UInt8(truncatingIfNeeded: guess)
          continue
        }
        let wanted = Self.moved(PaletteColor(pixel), by: (errors[x &+ 1] &* strength &+ 2048) &>> 12)
        let index = search.nearest(to: wanted, guess: guess)
        indices[row &* width &+ x] = UInt8(truncatingIfNeeded: index)
        let error = wanted.channels &- colors[index].channels
        let (ahead, behind) = forwards ? (x &+ 2, x) : (x, x &+ 2)
        errors[ahead] &+= error &* 7
        below[behind] &+= error &* 3
        below[x &+ 1] &+= error &* 5
        below[ahead] &+= error
      }
    }
  }

  /// Returns a colour plus an error, limited to premultiplied colours. An opaque colour stays opaque.
  private static func moved(_ color: PaletteColor, by error: SIMD4<Int32>) -> PaletteColor {
    var channels = color.channels &+ error
    let most = 255 &* PaletteColor.unit
    let alpha = color.isOpaque ? most : min(max(channels[3], 0), most)
    channels = pointwiseMin(pointwiseMax(channels, .zero), SIMD4(repeating: alpha))
    channels[3] = alpha
    return PaletteColor(channels)
  }
}
