import Drawing
import Errors
import PixelCore
import PixelKernels

/// The data to draw a shadow: its lengths and paint, and its canvas.
struct ShadowWork: Sendable {
  let geometry: ShadowGeometry
  let input: ImageShape
  let output: ImageShape
  /// Position of the photo's corner on the canvas.
  let origin: PixelPoint
  private let paint: Pixel

  init(shadow: Shadow, geometry: ShadowGeometry, input: ImageShape, output: ImageShape, origin: PixelPoint) {
    (self.geometry, self.input, self.output, self.origin) = (geometry, input, output, origin)
    paint = Paint(shadow.colour, in: Self.format(of: input)).covering(shadow.opacity)
  }

  /// Returns the format in which the shadow is computed: 16 bits, in the photo's transfer.
  private static func format(of input: ImageShape) -> PixelFormat {
    PixelFormat(depth: .sixteen, transfer: input.format.transfer, alpha: .premultiplied)
  }

  var format: PixelFormat { Self.format(of: input) }

  /// Memory in bytes for the photo and for blurring its shadow, which is largest if the photo is opaque.
  var workingBytes: Int {
    guard let shape = geometry.shape(of: PixelRect(origin: .zero, size: input.size)) else { return input.byteCount }
    let blurred = ImageShape(size: geometry.blurred(shape).size, format: format)
    let weights = GaussianWeights(sigma: geometry.sigma)
    return input.byteCount + 4 * blurred.bytesPerRow
      + (weights.radius == 0 ? 0 : BlurStage.workingBytes(blurred, weights: weights))
  }

  /// Returns the paint with a coverage in 1/65,535.
  @inline(__always)
  func painted(_ share: UInt16) -> UInt64 {
    func channel(_ value: UInt16) -> UInt64 { UInt64((UInt32(value) &* UInt32(share) &+ 32767) / 65535) }
    return channel(paint.red) | channel(paint.green) &<< 16 | channel(paint.blue) &<< 32 | channel(paint.alpha) &<< 48
  }
}

/// Buffers the whole photo, and pushes it with its shadow under it.
final class ShadowStage: RowSink {
  private let work: ShadowWork
  private let context: RenderContext
  private let photo: ImageCollector
  private let sink: any RowSink

  init(_ work: ShadowWork, context: RenderContext, sink: any RowSink) {
    (self.work, self.context, self.sink) = (work, context, sink)
    photo = ImageCollector(shape: work.input)
  }

  func push(_ band: RowBand) { photo.push(band) }

  func finish() throws {
    let image = photo.takeImage()
    // For a contact shadow, nearly transparent pixels are not content. A drop shadow includes every pixel.
    let box = image.box(alphaAbove: work.geometry.isContact ? 8 : 0)
    guard let box, let shape = work.geometry.shape(of: box) else {
      return try ShadowCanvas(work, image, at: .zero, context, sink).finish()
    }
    let whole = work.geometry.blurred(shape)
    let offset = work.geometry.offset
    let place = PixelPoint(
      x: whole.origin.x + offset.x + work.origin.x, y: whole.origin.y + offset.y + work.origin.y)
    tell(clipped: PixelRect(origin: place, size: whole.size))

    let canvas = ShadowCanvas(work, image, at: place, context, sink)
    let mask = ImageShape(size: whole.size, format: work.format)
    let weights = GaussianWeights(sigma: work.geometry.sigma)
    let blur: any RowSink =
      weights.radius == 0 ? canvas : BlurStage(mask, weights: weights, context: context, sink: canvas)
    let assembler = BandAssembler(shape: mask, context: context, sink: blur)
    let source: any MaskRows =
      work.geometry.ellipse(under: box).map { EllipseRows($0) } ?? SpreadAlphaRows(image, spread: work.geometry.spread)
    var shares = [UInt16](repeating: 0, count: mask.size.width)
    for y in whole.rows {
      let isEmpty = !shape.rows.contains(y)
      if !isEmpty { source.fill(&shares, row: y, from: whole.origin.x) }
      try assembler.append { row in
        let pixels = row.assumingMemoryBound(to: UInt64.self)
        if isEmpty {
          pixels.update(repeating: 0, count: shares.count)
        } else {
          for x in 0..<shares.count { pixels[x] = shares[x] == 0 ? 0 : work.painted(shares[x]) }
        }
      }
    }
    try assembler.finish()
  }

  /// Adds a warning if a part of the shadow is outside the canvas.
  private func tell(clipped shadow: PixelRect) {
    context.tell("shadow", clipped: shadow, by: work.output.size, remedy: "`grow: true` or `pad` makes room for it")
  }
}

/// The rows of the unblurred shadow.
private protocol MaskRows {
  /// Writes the coverage of pixels in 1/65,535, starting at column `x`.
  func fill(_ shares: inout [UInt16], row y: Int, from x: Int)
}

/// The rows of an ellipse.
private struct EllipseRows: MaskRows {
  private let ellipse: EllipseCoverage

  init(_ ellipse: EllipseCoverage) { self.ellipse = ellipse }

  func fill(_ shares: inout [UInt16], row y: Int, from x: Int) {
    for index in shares.indices {
      shares[index] = UInt16((ellipse.coverage(x: x + index, y: y) * 65535).rounded())
    }
  }
}

/// The photo's alpha enlarged: the maximum in the square around each pixel, or the minimum if it shrinks.
private struct SpreadAlphaRows: MaskRows {
  private let image: Image
  private let spread: Int

  init(_ image: Image, spread: Int) { (self.image, self.spread) = (image, spread) }

  func fill(_ shares: inout [UInt16], row y: Int, from x: Int) {
    let reach = abs(spread)
    // Maximum or minimum over the rows, for these columns and `reach` more on each side.
    var column = [UInt16](repeating: spread < 0 ? .max : 0, count: shares.count + 2 * reach)
    for row in y - reach...y + reach { merge(row, into: &column, from: x - reach) }
    for index in shares.indices { shares[index] = column[index + reach] }
    for distance in 0..<2 * reach + 1 where distance != reach {
      for index in shares.indices {
        let other = column[index + distance]
        shares[index] = spread < 0 ? min(shares[index], other) : max(shares[index], other)
      }
    }
  }

  /// Merges the alpha of a row of the photo into the maximum or minimum so far. Outside the photo, alpha is 0.
  private func merge(_ row: Int, into column: inout [UInt16], from x: Int) {
    let isInside = row >= 0 && row < image.size.height
    let columns = isInside ? max(0, -x)..<max(max(0, -x), min(column.count, image.size.width - x)) : 0..<0
    if spread < 0 {
      for index in 0..<columns.lowerBound { column[index] = 0 }
      for index in columns.upperBound..<column.count { column[index] = 0 }
    }
    guard isInside else { return }
    let pixels = image.row(row)
    for index in columns {
      let alpha = image.alpha(pixels, x + index)
      column[index] = spread < 0 ? min(column[index], alpha) : max(column[index], alpha)
    }
  }
}

/// Places rows of the shadow on the canvas, and the photo over them.
private final class ShadowCanvas: RowSink {
  private let work: ShadowWork
  private let image: Image
  private let shadow: PixelPoint
  private let kernels: Kernels
  private let photo: RowOverlay
  private let assembler: BandAssembler

  /// - Parameter shadow: Position of the shadow's corner on the canvas.
  init(_ work: ShadowWork, _ image: Image, at shadow: PixelPoint, _ context: RenderContext, _ sink: any RowSink) {
    (self.work, self.image, self.shadow, kernels) = (work, image, shadow, context.kernels)
    photo = RowOverlay(image: image.size, at: work.origin, canvas: work.output, kernels: context.kernels)
    assembler = BandAssembler(shape: work.output, context: context, sink: sink)
  }

  func push(_ band: RowBand) throws {
    let format = work.output.format.with(alpha: .premultiplied)
    let conversion = FormatConversion(from: work.format, to: format, kernels: kernels)
    let first = min(max(0, -shadow.x), band.shape.size.width)
    let count = max(0, min(band.shape.size.width - first, work.output.size.width - max(0, shadow.x)))
    for y in band.rows {
      let row = shadow.y + y
      guard row >= 0, row < work.output.size.height else { continue }
      while assembler.nextRow < row { try makeRow { _ in } }
      try makeRow { canvas in
        guard count > 0 else { return }
        let place = canvas + max(0, shadow.x) * format.bytesPerPixel
        conversion.apply(place, band.row(y) + first * 8, count: count)
      }
    }
  }

  func finish() throws {
    while assembler.nextRow < work.output.size.height { try makeRow { _ in } }
    try assembler.finish()
  }

  private func makeRow(_ layShadow: (UnsafeMutableRawPointer) -> Void) throws {
    let photoRow = assembler.nextRow - work.origin.y
    try assembler.append { row in
      row.initializeMemory(as: UInt8.self, repeating: 0, count: work.output.bytesPerRow)
      layShadow(row)
      if photoRow >= 0, photoRow < image.size.height { photo.compose(image.row(photoRow), over: row) }
    }
  }
}

extension Image {
  /// Returns the alpha of a pixel in a row, in 1/65,535.
  @inline(__always)
  fileprivate func alpha(_ row: UnsafeRawPointer, _ x: Int) -> UInt16 {
    switch shape.format.depth {
    case .eight: UInt16(row.load(fromByteOffset: x &* 4 &+ 3, as: UInt8.self)) &* 257
    case .sixteen: row.load(fromByteOffset: x &* 8 &+ 6, as: UInt16.self)
    }
  }

  /// Returns the box around all pixels with an alpha above `least` of 255, or nil if there are none.
  fileprivate func box(alphaAbove least: UInt16) -> PixelRect? {
    let limit = least * 257
    var (left, right, top, bottom) = (size.width, -1, size.height, -1)
    for y in 0..<size.height {
      let pixels = row(y)
      guard let first = (0..<size.width).first(where: { alpha(pixels, $0) > limit }) else { continue }
      let last = (0..<size.width).last { alpha(pixels, $0) > limit }!
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard right >= left else { return nil }
    return PixelRect(columns: left..<right + 1, rows: top..<bottom + 1)
  }
}
