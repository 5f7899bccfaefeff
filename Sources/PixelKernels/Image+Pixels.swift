import Errors
import PixelCore

extension Image {
  /// An image of pixels in an array, 8 bits a channel.
  ///
  /// ```swift
  /// let red: [UInt8] = [255, 0, 0, 255]
  /// let image = try PixelImage(pixels: red + red, size: PixelSize(width: 2, height: 1))
  /// ```
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha of each pixel. The rows follow one another without padding (a row has
  ///     `4 * size.width` values), the top one first, and each begins at its left end.
  ///   - size: How many pixels there are across and down.
  ///   - format: What the values mean. By default they are encoded sRGB with straight alpha, as PNG files and most other
  ///     libraries have them. The colours are sRGB's in every format; ``PixelFormat/Transfer/linear`` values are sRGB's in
  ///     linear light.
  /// - Throws: ``PixelsError`` where the array has not as many values as the size asks for, the format is for 16 bits, or a
  ///   value contradicts the format: an alpha below 255 in an opaque image, a colour above its alpha in a premultiplied one.
  public convenience init(
    pixels: [UInt8], size: PixelSize, format: PixelFormat = .encodedStraight
  ) throws(PixelsError) {
    try self.init(values: pixels, size, format, .eight)
  }

  /// An image of pixels in an array, 16 bits a channel.
  ///
  /// An array literal is one of 8 bits, unless it says otherwise: `[65535, 0, 0, 65535] as [UInt16]`.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha of each pixel, 0 to 65535 each. The rows follow one another without padding (a
  ///     row has `4 * size.width` values), the top one first, and each begins at its left end.
  ///   - size: How many pixels there are across and down.
  ///   - format: What the values mean. By default they are encoded sRGB with straight alpha, as PNG files have them.
  /// - Throws: ``PixelsError`` where the array has not as many values as the size asks for, the format is for 8 bits, or a
  ///   value contradicts the format: an alpha below 65535 in an opaque image, a colour above its alpha in a premultiplied one.
  @_disfavoredOverload
  public convenience init(
    pixels: [UInt16], size: PixelSize,
    format: PixelFormat = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight)
  ) throws(PixelsError) {
    try self.init(values: pixels, size, format, .sixteen)
  }

  /// The image's pixels, 8 bits a channel: red, green, blue and alpha of each, row after row from the top, each from left to
  /// right, without padding.
  ///
  /// Transfer and alpha are the image's own, as its ``shape`` says; the colours are sRGB's. Channels of 16 bits are rounded to
  /// 8. For another meaning ask for another format first: `try image.converted(to: .encodedStraight).pixels`.
  public var pixels: [UInt8] { values(depth: .eight) }

  /// The image's pixels, 16 bits a channel, in the same order as ``pixels``.
  ///
  /// Transfer and alpha are the image's own, as its ``shape`` says; the colours are sRGB's. Channels of 8 bits are widened: 255
  /// becomes 65535.
  public var pixels16: [UInt16] { values(depth: .sixteen) }

  /// The image in another pixel format; the image itself where it has that format already.
  ///
  /// ``FormatConversion`` says how exact it is.
  ///
  /// - Throws: ``PixelsError/hasAlpha`` where opaque pixels are asked of an image that has alpha: a `Flatten` step says what
  ///   shows through.
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
  /// The first pixel that cannot be one of an image whose alpha relates so to its colour.
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
