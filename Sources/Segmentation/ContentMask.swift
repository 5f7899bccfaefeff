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
    let width = size.width
    self.size = size
    leastLength = 1
    pixels = [UInt8](unsafeUninitializedCapacity: colors.count) { pixels, count in
      colors.withUnsafeBufferPointer { colors in
        for y in 0..<size.height {
          backdrop.forEachColor(inRow: y, of: size) { model, x in
            let index = y &* width &+ x
            let distance = colors[index].squaredDistance(to: model)
            pixels[index] = (distance >= limits.weak ? 1 : 0) &+ (distance >= limits.strong ? 1 : 0)
          }
        }
      }
      count = colors.count
    }
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
    let isClean = different != nil
    let measures = [Int32](unsafeUninitializedCapacity: colors.count) { measures, count in
      colors.withUnsafeBufferPointer { colors in
        for y in 0..<height {
          let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
          backdrop.forEachColor(inRow: y, of: size) { model, x in
            let index = y &* width &+ x
            let (before, behind) = (colors[index &- (x > 0 ? 1 : 0)], colors[index &+ (x &+ 1 < width ? 1 : 0)])
            let (above, below) = (colors[above &+ x], colors[below &+ x])
            let color = colors[index]
            var change = max(before.squaredDistance(to: behind), above.squaredDistance(to: below))
            if isClean {
              change = max(
                change,
                max(
                  max(color.squaredDistance(to: before), color.squaredDistance(to: behind)),
                  max(color.squaredDistance(to: above), color.squaredDistance(to: below))))
            }
            measures[index] = max(change, color.squaredChromaDistance(to: model))
          }
        }
      }
      count = colors.count
    }
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

  /// Returns the smallest squared distances whose roots, rounded down, exceed the tolerance and twice the tolerance.
  private static func squares(_ tolerance: Int32) -> (weak: Int32, strong: Int32) {
    ((tolerance + 1) * (tolerance + 1), (2 * tolerance + 1) * (2 * tolerance + 1))
  }
}

extension BackdropModel {
  /// Calls `body` with the backdrop's colour and the column for each pixel of a row in an image of this size.
  @inline(__always)
  fileprivate func forEachColor(inRow y: Int, of size: PixelSize, _ body: (OKLab, Int) -> Void) {
    let along = surface.along(row: y, of: size.height)
    if isFlat {
      let color = OKLab(lightness: Int16(along[0][0]), a: Int16(along[1][0]), b: Int16(along[2][0]))
      for x in 0..<size.width { body(color, x) }
      return
    }
    let (lightness, a, b) = (along[0], along[1], along[2])
    for x in 0..<size.width {
      let u = (Double(x) + 0.5) / Double(size.width) * 2 - 1
      let square = u * u
      func value(_ terms: SIMD4<Double>) -> Int16 {
        Int16(truncatingIfNeeded: Int((terms[0] + terms[1] * u + terms[2] * square + 0.5).rounded(.down)))
      }
      body(OKLab(lightness: value(lightness), a: value(a), b: value(b)), x)
    }
  }
}
