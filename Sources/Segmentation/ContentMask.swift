import PixelCore
import PixelKernels

/// A mask of a reduced image: a byte per pixel that tells the product from the backdrop.
struct ContentMask {
  /// Backdrop, or too little difference to tell.
  static let none: UInt8 = 0
  /// Part of the product if it is connected to strong pixels.
  static let weak: UInt8 = 1
  static let strong: UInt8 = 2

  let size: PixelSize
  let pixels: [UInt8]
  /// Factor for the minimum length of a significant part. It is larger for edges, because the weave of a cloth has more
  /// specks than a plain backdrop has dust.
  let leastLength: Int

  /// Creates a mask from alpha: weak above 8 of 255, strong above 16.
  init(alphaOf image: ReducedImage) {
    size = image.size
    leastLength = 1
    pixels = image.pixels.map { pixel in
      let alpha = pixel &>> 24
      return alpha > 16 ? Self.strong : alpha > 8 ? Self.weak : Self.none
    }
  }

  /// Creates a mask from the distance to the backdrop: weak above the tolerance, strong above twice that. The tolerance
  /// is at least three times the backdrop's noise. Soft shadows are included.
  init(distances colors: [OKLab], of image: ReducedImage, to backdrop: BackdropModel) {
    let tolerance = Int32(max(BackdropModel.tolerance, 3 * backdrop.noise))
    let limits = Self.squares(tolerance)
    let size = image.size
    self.size = size
    leastLength = 1
    var mask = [UInt8](repeating: 0, count: colors.count)
    var pixels = mask.mutableSpan
    var (own, model) = (ColorRow(size.width), ColorRow(size.width))
    for y in 0..<size.height {
      own.fill(row: y, of: colors)
      model.fill(row: y, of: size, with: backdrop)
      for x in 0..<size.width {
        let distance = own.squaredDistance(x, to: model, x)
        let index = y &* size.width &+ x
        pixels[unchecked: index] = (distance >= limits.weak ? 1 : 0) &+ (distance >= limits.strong ? 1 : 0)
      }
    }
    self.pixels = mask
  }

  /// Creates a mask from edges and chroma. The measure is the larger of two values: the colour's change over two
  /// pixels, horizontally or vertically, and the chroma's distance to the backdrop. Soft shadows and uneven light have
  /// neither. The tolerance is at least 1¼ times the value that 99.5 % of the backdrop's pixels along the border are
  /// within.
  ///
  /// - Parameter different: The pixels that differ from the backdrop. An edge changes the pixels on both of its sides,
  ///   and this mask excludes the pixels outside the product. With this mask, the change to the next pixel counts too,
  ///   so that lines one pixel wide are found. Nil if the backdrop is too uneven or noisy to tell.
  init(
    contrasts colors: [OKLab], of image: ReducedImage, before backdrop: BackdropModel, where different: ContentMask?
  ) {
    let size = image.size
    let (width, height) = (size.width, size.height)
    self.size = size
    leastLength = 2
    let measures = Self.contrasts(of: colors, size, before: backdrop, isClean: different != nil)
    var histogram = [Int](repeating: 0, count: 4096)
    for area in backdrop.areas {
      for y in area.rows where y > 0 && y + 1 < height {
        for x in area.columns where x > 0 && x + 1 < width {
          let measure = Int(Double(measures[y * width + x]).squareRoot())
          histogram[min(measure / 16, histogram.count - 1)] += 1
        }
      }
    }
    let total = histogram.reduce(0, +)
    var (seen, bin) = (0, 0)
    while bin < histogram.count, seen * 1000 < total * 995 {
      seen += histogram[bin]
      bin += 1
    }
    let tolerance = max(BackdropModel.tolerance, 3 * backdrop.noise, bin * 16 * 5 / 4)
    let limits = Self.squares(Int32(min(tolerance, 16_000)))
    let found: [UInt8] = measures.map { ($0 >= limits.weak ? 1 : 0) &+ ($0 >= limits.strong ? 1 : 0) }
    pixels = different.map { zip(found, $0.pixels).map { $1 == Self.none ? Self.none : $0 } } ?? found
  }

  /// Returns the squared measure of each pixel.
  private static func contrasts(of colors: [OKLab], _ size: PixelSize, before backdrop: BackdropModel, isClean: Bool)
    -> [Int32]
  {
    var measures = [Int32](repeating: 0, count: colors.count)
    var values = measures.mutableSpan
    var (above, own, below) = (ColorRow(size.width), ColorRow(size.width), ColorRow(size.width))
    var model = ColorRow(size.width)
    own.fill(row: 0, of: colors)
    below.fill(row: 0, of: colors)
    for y in 0..<size.height {
      // Beyond the border, its pixels continue.
      swap(&above, &own)
      swap(&own, &below)
      below.fill(row: min(y + 1, size.height - 1), of: colors)
      model.fill(row: y, of: size, with: backdrop, channels: 1...2)
      for x in 0..<size.width {
        var change = max(own.squaredDistance(x - 1, to: own, x + 1), above.squaredDistance(x, to: below, x))
        if isClean {
          let across = max(own.squaredDistance(x, to: own, x - 1), own.squaredDistance(x, to: own, x + 1))
          let down = max(own.squaredDistance(x, to: above, x), own.squaredDistance(x, to: below, x))
          change = max(change, max(across, down))
        }
        values[unchecked: y &* size.width &+ x] = max(change, own.squaredChromaDistance(x, to: model, x))
      }
    }
    return measures
  }

  /// Returns the smallest squared distances whose roots, rounded down, exceed the tolerance and twice the tolerance.
  private static func squares(_ tolerance: Int32) -> (weak: Int32, strong: Int32) {
    ((tolerance + 1) * (tolerance + 1), (2 * tolerance + 1) * (2 * tolerance + 1))
  }
}

/// The colours of a row of pixels, one channel after the other, as vectors need them. The first and last pixel are
/// repeated beyond the ends.
private struct ColorRow {
  private var values: [Int16]
  private let width: Int
  /// The middle of each pixel, from −1 to 1 along the row.
  private let places: [Double]

  init(_ width: Int) {
    self.width = width
    values = [Int16](repeating: 0, count: 3 * (width + 2))
    places = (0..<width).map { x -> Double in (Double(x) + 0.5) / Double(width) * 2 - 1 }
  }

  mutating func fill(row y: Int, of colors: [OKLab]) {
    let (colors, width, length) = (colors.span, width, width + 2)
    var values = values.mutableSpan
    for x in 0..<width {
      let color = colors[unchecked: y &* width &+ x]
      values[unchecked: x &+ 1] = color.lightness
      values[unchecked: length &+ x &+ 1] = color.a
      values[unchecked: 2 &* length &+ x &+ 1] = color.b
    }
    for channel in 0..<3 {
      values[channel * length] = values[channel * length + 1]
      values[channel * length + length - 1] = values[channel * length + length - 2]
    }
  }

  /// Takes the colours of a backdrop in a row of an image of some size. Colours beyond the ends aren't set.
  ///
  /// - Parameter channels: Lightness, a and b as 0 to 2. The others aren't set.
  mutating func fill(row y: Int, of size: PixelSize, with backdrop: BackdropModel, channels: ClosedRange<Int> = 0...2) {
    let (terms, width, places) = (backdrop.surface.along(row: y, of: size.height), width, places)
    let middles = places.span
    var values = values.mutableSpan
    for channel in channels {
      let start = channel &* (width &+ 2) &+ 1
      let (constant, linear, square) = (terms[channel][0], terms[channel][1], terms[channel][2])
      if backdrop.isFlat {
        for x in 0..<width { values[unchecked: start &+ x] = Int16(constant) }
        continue
      }
      for x in 0..<width {
        let u = middles[unchecked: x]
        let value = constant + linear * u + square * (u * u) + 0.5
        // Rounded down. `whole` takes positive numbers.
        values[unchecked: start &+ x] = Int16(truncatingIfNeeded: (value + 32768).whole &- 32768)
      }
    }
  }

  @inline(__always)
  func squaredDistance(_ x: Int, to other: ColorRow, _ otherX: Int) -> Int32 {
    let (values, others) = (values.span, other.values.span)
    let difference = Int32(values[unchecked: x &+ 1]) &- Int32(others[unchecked: otherX &+ 1])
    return difference &* difference &+ squaredChromaDistance(x, to: other, otherX)
  }

  @inline(__always)
  func squaredChromaDistance(_ x: Int, to other: ColorRow, _ otherX: Int) -> Int32 {
    let (values, others, length) = (values.span, other.values.span, width &+ 2)
    let a = Int32(values[unchecked: length &+ x &+ 1]) &- Int32(others[unchecked: length &+ otherX &+ 1])
    let b = Int32(values[unchecked: 2 &* length &+ x &+ 1]) &- Int32(others[unchecked: 2 &* length &+ otherX &+ 1])
    return a &* a &+ b &* b
  }
}
