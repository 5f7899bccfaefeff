import Errors
import PixelCore

extension Image {
  /// Creates an image from an array of pixels with 8 bits per channel.
  ///
  /// ```swift
  /// let red: [UInt8] = [255, 0, 0, 255]
  /// let image = try PixelImage(pixels: red + red, size: PixelSize(width: 2, height: 1))
  /// ```
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha of each pixel, left to right and top to bottom. Rows have no padding: each
  ///     has `4 * size.width` values.
  ///   - size: Width and height in pixels.
  ///   - format: The format of the values. Defaults to encoded sRGB with straight alpha, as in PNG files and most other
  ///     libraries. The colour space is sRGB in every format; ``PixelFormat/Transfer/linear`` values are sRGB in linear
  ///     light.
  /// - Throws: ``PixelsError`` if the number of values doesn't match the size, the format has 16 bits, or a value
  ///   contradicts the format: an alpha below 255 in an opaque image, a colour above its alpha in a premultiplied one.
  public convenience init(
    pixels: [UInt8], size: PixelSize, format: PixelFormat = .encodedStraight
  ) throws(PixelsError) {
    try self.init(values: pixels, size, format, .eight)
  }

  /// Creates an image from an array of pixels with 16 bits per channel.
  ///
  /// An array literal has 8 bits unless its type is stated: `[65535, 0, 0, 65535] as [UInt16]`.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha of each pixel, 0 to 65535 each, left to right and top to bottom. Rows have
  ///     no padding: each has `4 * size.width` values.
  ///   - size: Width and height in pixels.
  ///   - format: The format of the values. Defaults to encoded sRGB with straight alpha, as in PNG files.
  /// - Throws: ``PixelsError`` if the number of values doesn't match the size, the format has 8 bits, or a value
  ///   contradicts the format: an alpha below 65535 in an opaque image, a colour above its alpha in a premultiplied
  ///   one.
  @_disfavoredOverload
  public convenience init(
    pixels: [UInt16], size: PixelSize,
    format: PixelFormat = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight)
  ) throws(PixelsError) {
    try self.init(values: pixels, size, format, .sixteen)
  }

  /// The image's pixels with 8 bits per channel: red, green, blue and alpha of each, left to right and top to bottom,
  /// without padding.
  ///
  /// The image's ``shape`` tells their transfer and alpha; the colour space is sRGB. 16-bit channels are rounded to 8
  /// bits. To get another format, convert first: `try image.converted(to: .encodedStraight).pixels`.
  public var pixels: [UInt8] { values(depth: .eight) }

  /// The image's pixels with 16 bits per channel, in the same order as ``pixels``.
  ///
  /// The image's ``shape`` tells their transfer and alpha; the colour space is sRGB. 8-bit channels are widened: 255
  /// becomes 65535.
  public var pixels16: [UInt16] { values(depth: .sixteen) }

  /// Returns the image in another pixel format, or the image itself if it already has that format.
  ///
  /// Values are within 0.53 levels of 255 at 8 bits, and within 7½ levels of 65535 at 16 bits.
  ///
  /// - Throws: ``PixelsError/hasAlpha`` if the format is opaque and the image has alpha. Use a `Flatten` step with a
  ///   background instead.
  public func converted(to format: PixelFormat) throws(PixelsError) -> Image {
    if format == shape.format { return self }
    guard format.alpha != .opaque || shape.format.alpha == .opaque else { throw .hasAlpha }
    let conversion = FormatConversion(from: shape.format, to: format, kernels: .current)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: format))
    for y in 0..<size.height { conversion.apply(buffer.mutableRow(y), row(y), count: size.width) }
    return Image(buffer)
  }

  private convenience init<Channel: FixedWidthInteger & UnsignedInteger>(
    values: [Channel], _ size: PixelSize, _ format: PixelFormat, _ depth: PixelFormat.Depth
  ) throws(PixelsError) {
    guard min(size.width, size.height) > 0 else { throw .noPixels(size: size) }
    guard format.depth == depth else { throw .wrongPixelDepth(found: depth, format: format.depth) }
    let shape = ImageShape(size: size, format: format)
    let (expected, overflow) = size.pixelCount.multipliedReportingOverflow(by: 4)
    guard !overflow, expected == values.count, shape.byteCount < .max else {
      throw .wrongPixelCount(found: values.count, size: size)
    }
    var buffer = PixelBuffer(shape: shape)
    if let place = values.firstContradiction(of: format.alpha) {
      throw .wrongPixel(
        x: place % size.width, y: place / size.width,
        found: values[4 * place..<4 * place + 4].map { Int($0) }, alpha: format.alpha, depth.largest)
    }
    values.withUnsafeBytes { bytes in
      for y in 0..<size.height {
        buffer.mutableRow(y).copyMemory(from: bytes.baseAddress! + y * shape.bytesPerRow, byteCount: shape.bytesPerRow)
      }
    }
    self.init(buffer)
  }

  private func values<Channel: FixedWidthInteger>(depth: PixelFormat.Depth) -> [Channel] {
    var format = shape.format
    format.depth = depth
    let conversion = FormatConversion(from: shape.format, to: format, kernels: .current)
    let rowCount = 4 * size.width
    return [Channel](unsafeUninitializedCapacity: rowCount * size.height) { values, count in
      for y in 0..<size.height {
        conversion.apply(
          UnsafeMutableRawPointer(values.baseAddress! + y * rowCount), row(y), count: size.width)
      }
      count = rowCount * size.height
    }
  }
}

extension Array where Element: FixedWidthInteger & UnsignedInteger {
  /// Returns the first pixel with values that are impossible for this kind of alpha.
  fileprivate func firstContradiction(of alpha: PixelFormat.Alpha) -> Int? {
    if alpha == .straight { return nil }
    return withUnsafeBufferPointer { values in
      (0..<values.count / 4).first { pixel in
        let bound = values[4 * pixel + 3]
        if alpha == .opaque { return bound != .max }
        return values[4 * pixel] > bound || values[4 * pixel + 1] > bound || values[4 * pixel + 2] > bound
      }
    }
  }
}
