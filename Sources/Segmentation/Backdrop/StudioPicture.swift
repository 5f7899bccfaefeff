import PixelCore
import PixelKernels

/// The picture in which a backdrop is analysed: a photo in 8-bit encoded sRGB without alpha, with at most 1000 pixels on
/// its longer side.
///
/// A larger photo is reduced to exactly 1000 pixels by area averaging, so the analysis depends on the photo alone and
/// not on the sizes of the outputs. Translucent pixels are shown over white.
package struct StudioPicture {
  static let longSide = 1000

  let size: PixelSize
  /// Red, green and blue, each row by row.
  let channels: [[UInt8]]

  package init(size: PixelSize, channels: [[UInt8]]) { (self.size, self.channels) = (size, channels) }

  /// The size of the analysed picture of a photo.
  static func size(of photo: PixelSize) -> PixelSize {
    let longer = max(photo.width, photo.height)
    guard longer > longSide else { return photo }
    func scaled(_ length: Int) -> Int { max(1, (2 * length * longSide + longer) / (2 * longer)) }
    return PixelSize(width: scaled(photo.width), height: scaled(photo.height))
  }
}

extension StudioPicture {
  /// Memory in bytes for analysing a photo of this size.
  static func workingBytes(for photo: PixelSize) -> Int { 64 * size(of: photo).pixelCount + 64 * photo.width }

  /// - Parameter band: A complete photo, premultiplied or opaque.
  init(_ band: RowBand, kernels: Kernels) {
    let shape = band.shape
    let size = Self.size(of: shape.size)
    let encoded = PixelFormat.encodedPremultiplied.with(alpha: shape.format.alpha)
    let conversion = FormatConversion(from: shape.format, to: encoded, kernels: kernels)
    var channels = [[UInt8]](repeating: [UInt8](repeating: 0, count: size.pixelCount), count: 3)
    var line = PixelBuffer(shape: ImageShape(size: PixelSize(width: size.width, height: 1), format: encoded))
    func take(_ row: UnsafeRawPointer, _ y: Int) {
      conversion.apply(line.mutableRow(0), row, count: size.width)
      let pixels = UnsafeRawPointer(line.row(0)).assumingMemoryBound(to: UInt32.self)
      for channel in 0..<3 {
        var values = channels[channel].mutableSpan
        let (start, shift) = (y * size.width, UInt32(8 * channel))
        for x in 0..<size.width {
          let pixel = UInt32(littleEndian: pixels[x])
          values[unchecked: start &+ x] = UInt8(truncatingIfNeeded: pixel &>> shift &+ 255 &- pixel &>> 24)
        }
      }
    }
    if size == shape.size {
      for y in 0..<size.height { take(band.row(y), y) }
    } else {
      Self.forEachReducedRow(of: band, to: size, kernels, take)
    }
    self.init(size: size, channels: channels)
  }

  /// Calls `body` with the rows of a photo reduced by area averaging, in the photo's format.
  private static func forEachReducedRow(
    of band: RowBand, to size: PixelSize, _ kernels: Kernels, _ body: (UnsafeRawPointer, Int) -> Void
  ) {
    let (photo, depth) = (band.shape.size, band.shape.format.depth)
    func weights(_ input: Int, _ output: Int) -> ResampleWeights {
      ResampledAxis(inputLength: input, outputLength: output, start: 0, length: Double(input), kernel: .box)
        .weights(depth: depth)
    }
    let (columns, rows) = (weights(photo.width, size.width), weights(photo.height, size.height))
    var line = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: size.width, height: 1), format: band.shape.format))
    let bytes = (photo.width + ResampleWeights.rowPadding) * ResampleWeights.bytesBetween(at: depth)
    withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 64) { between in
      // The padding is read, although with weight 0.
      between.initializeMemory(as: UInt8.self, repeating: 0)
      var window: [UnsafeRawPointer] = []
      for y in 0..<size.height {
        window.removeAll(keepingCapacity: true)
        for row in rows.inputs(of: y) { window.append(band.row(row)) }
        kernels.resampleVertically(
          between.baseAddress!, rows: window, weights: rows, sample: y, count: photo.width)
        kernels.resampleHorizontally(line.mutableRow(0), row: between.baseAddress!, weights: columns)
        body(line.row(0), y)
      }
    }
  }
}
