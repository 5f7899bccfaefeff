import PixelCore
import PixelKernels

extension Image {
  /// Returns the image as the bytes of a file. The pixels may have any format.
  ///
  /// Files hold encoded values, so linear light is encoded. A PNG keeps straight alpha, and the image's bit depth
  /// unless `coding` sets another. A JPEG has 8 bits and no alpha: translucent pixels are composited onto `background`,
  /// in the light (linear or encoded) of the image's pixels.
  ///
  /// - Parameter background: An opaque colour behind translucent pixels, used if the format has no alpha.
  /// - Throws: ``CodecError`` if a quality, a compression or the background is out of range, or if the image is too
  ///   large for the format.
  public func encoded(
    _ coding: EncodeOptions.Coding = .png(), background: Color = .white
  ) throws -> [UInt8] {
    let options = EncodeOptions(coding)
    guard background.isOpaque else {
      throw CodecError.invalidOption(
        options.format, name: "background", found: "\(background)", allowed: "an opaque colour")
    }
    var bytes: [UInt8] = []
    let row = StoredRow(of: shape, as: coding, on: background)
    let writer = try ImageCodec.makeWriter(shape: row.shape, options: options) { bytes += $0 }
    for y in 0..<size.height { try writer.write(row.convert(self.row(y), at: y)) }
    try writer.finish()
    return bytes
  }
}

/// Converts the rows of an image to the format that a file stores, one after another.
private final class StoredRow {
  /// The file's size and pixel format.
  let shape: ImageShape
  private let flattening: Flattening?
  private let conversion: FormatConversion
  private var row: PixelBuffer

  init(of image: ImageShape, as coding: EncodeOptions.Coding, on background: Color) {
    let keepsAlpha = coding.format.canHoldAlpha || image.format.alpha == .opaque
    shape = ImageShape(size: image.size, format: coding.settings.stored(image.format))
    let size = PixelSize(width: image.size.width, height: 1)
    flattening = keepsAlpha ? nil : Flattening(ImageShape(size: size, format: image.format), background)
    conversion = FormatConversion(
      from: keepsAlpha ? image.format : image.format.with(alpha: .opaque), to: shape.format, kernels: .current)
    row = PixelBuffer(shape: ImageShape(size: size, format: shape.format))
  }

  /// Returns row `y` in the file's format. Valid until the next call.
  func convert(_ pixels: UnsafeRawPointer, at y: Int) -> RowBand {
    let opaque = flattening?.flatten(pixels) ?? pixels
    conversion.apply(row.mutableRow(0), opaque, count: shape.size.width)
    return RowBand(shape: shape, rows: y..<y + 1, base: row.row(0), stride: row.stride)
  }
}

/// Composites a row onto a plain colour.
private final class Flattening {
  private let conversion: FormatConversion
  private let background: PixelBuffer
  private var row: PixelBuffer

  init(_ shape: ImageShape, _ color: Color) {
    let premultiplied = shape.format.with(alpha: .premultiplied)
    conversion = FormatConversion(from: shape.format, to: premultiplied, kernels: .current)
    row = PixelBuffer(shape: shape)
    var background = PixelBuffer(shape: shape)
    color.pixel(in: premultiplied).fill(background.mutableRow(0), count: shape.size.width)
    self.background = background
  }

  func flatten(_ pixels: UnsafeRawPointer) -> UnsafeRawPointer {
    let (width, depth) = (row.shape.size.width, row.shape.format.depth)
    let place = row.mutableRow(0)
    conversion.apply(place, pixels, count: width)
    Kernels.current.sourceOver(
      place, background: background.row(0), foreground: UnsafeRawPointer(place), count: width, depth: depth)
    return UnsafeRawPointer(place)
  }
}
