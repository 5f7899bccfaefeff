import PixelCore
import PixelKernels

/// An image converted to 8-bit encoded sRGB, in which differences are measured whatever the image's format is.
package struct SRGBImage {
  private let image: Image
  /// Percentage of border pixels with an alpha below 8.
  package let clearShareOfBorder: Int

  package static func workingBytes(for size: PixelSize) -> Int {
    ImageShape(size: size, format: .encodedPremultiplied).byteCount
  }

  package init(_ band: RowBand, kernels: Kernels) {
    let size = band.shape.size
    let format = PixelFormat.encodedPremultiplied.with(alpha: band.shape.format.alpha)
    let conversion = FormatConversion(from: band.shape.format, to: format, kernels: kernels)
    var pixels = PixelBuffer(shape: ImageShape(size: size, format: format))
    for y in 0..<size.height { conversion.apply(pixels.mutableRow(y), band.row(y), count: size.width) }
    let image = Image(pixels)
    self.image = image
    clearShareOfBorder = image.withBand { band in
      let levels = PixelLevels(band)
      let border = RegionMap.border(of: size)
      let clear = border.count { levels[$0 % size.width, $0 / size.width].w < 8 }
      return clear * 100 / border.count
    }
  }

  package func withLevels<R>(_ body: (PixelLevels) throws -> R) rethrows -> R {
    try image.withBand { try body(PixelLevels($0)) }
  }
}
