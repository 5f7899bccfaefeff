import CAVIF
import PixelCore
import PixelKernels

/// Reads an AVIF: 8, 10 or 12 bits, any sampling, with or without alpha; of a sequence the first picture.
///
/// dav1d decodes it whole before the first row; its samples are the same on every CPU. Those of 10 and 12 bits become pixels of
/// 16. Smaller chroma is interpolated as JPEG's is: a sample lies in the middle of those of luma that it stands for, and the
/// nearest counts three times as much as the next, both ways. Premultiplied colours are divided by their alpha.
final class AVIFRowReader: RowReader {
  let shape: ImageShape
  private let decoder: AVIFDecoder
  private var planes: YUVPlanes?
  private let conversion: FormatConversion?
  private var row = 0

  var info: ImageInfo { decoder.info }
  var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    decoder = try AVIFDecoder(file, limits: limits)
    let format = decoder.info.pixelFormat
    shape = ImageShape(size: decoder.info.size, format: format)
    let isPremultiplied = decoder.header.is_premultiplied != 0 && format.alpha == .straight
    conversion =
      isPremultiplied ? FormatConversion(from: format.with(alpha: .premultiplied), to: format, kernels: .current) : nil
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    if planes == nil { planes = try decoder.decode() }
    for y in 0..<count {
      let place = destination + y * stride
      planes!.convert(row: row + y, to: place)
      conversion?.apply(place, place, count: shape.size.width)
    }
    row += count
    return count
  }
}
