import CLibraries
import PixelCore
import PixelKernels

/// Reads the first full page of a TIFF: strips or tiles; grey, RGB, palette or CMYK; any compression that libtiff
/// supports.
///
/// 16-bit samples are kept. Smaller samples are expanded to 8 bits exactly, since 255 is a multiple of each depth's
/// largest value. Alpha is kept, and premultiplied colours are divided by it. Other extra channels are left out, with a
/// warning. CMYK is converted by the file's profile or else by the given profile. Without either, the plain formula is
/// used, with a warning. One row of strips or tiles is held at a time.
final class TIFFRowReader: RowReader {
  let shape: ImageShape
  private let decoder: TIFFDecoder
  private let samples: TIFFSamples
  private let conversion: FormatConversion?
  /// The pieces that contain the current row, plane by plane and column by column. Filled with zeros at first, because
  /// libtiff reports some damaged data as whole and leaves a part unwritten.
  private var pieces: Memory?
  private var row = 0

  var info: ImageInfo { decoder.info }
  let warnings: [String]

  init(_ file: EncodedImage, limits: DecodeLimits, colors: ColorHandling) throws(CodecError) {
    decoder = try TIFFDecoder(file, limits: limits)
    let format = decoder.info.pixelFormat
    shape = ImageShape(size: decoder.info.size, format: format)
    let cmykToSRGB = decoder.info.cmykToSRGB(colors)
    samples = TIFFSamples(decoder.header, cmykToSRGB: cmykToSRGB)
    warnings = decoder.warnings + (decoder.info.colorModel == .cmyk && cmykToSRGB == nil ? [plainCMYKWarning] : [])
    let isPremultiplied = decoder.header.alpha == Int32(PACKSHOT_TIFF_PREMULTIPLIED.rawValue)
    conversion =
      isPremultiplied ? FormatConversion(from: format.with(alpha: .premultiplied), to: format, kernels: .current) : nil
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    for y in 0..<count {
      if (row + y) % pieceHeight == 0 { try readPieces(row: row + y) }
      let place = destination + y * stride
      convert(row: row + y, to: place)
      conversion?.apply(place, place, count: shape.size.width)
    }
    row += count
    if row == shape.size.height { pieces = nil }
    return count
  }

  private var pieceHeight: Int { Int(decoder.header.piece_height) }
  private var pieceWidth: Int { Int(decoder.header.piece_width) }
  private var pieceBytes: Int { decoder.header.piece_bytes }

  private func piece(column: Int, plane: Int) -> UnsafeMutableRawPointer {
    pieces!.bytes.baseAddress! + (plane * decoder.header.pieceColumns + column) * pieceBytes
  }

  private func readPieces(row y: Int) throws(CodecError) {
    if pieces == nil {
      pieces = Memory(zeros: decoder.header.pieceRowBytes)
      if pieces == nil { throw .outOfMemory(.tiff) }
    }
    for plane in 0..<decoder.header.planeCount {
      for column in 0..<decoder.header.pieceColumns {
        try decoder.readPiece(x: column * pieceWidth, y: y, plane: plane, to: piece(column: column, plane: plane))
      }
    }
  }

  private func convert(row y: Int, to destination: UnsafeMutableRawPointer) {
    let offset = y % pieceHeight * decoder.header.piece_stride
    for column in 0..<decoder.header.pieceColumns {
      let start = column * pieceWidth
      let planes = (0..<decoder.header.planeCount).map { UnsafeRawPointer(piece(column: column, plane: $0)) + offset }
      samples.convert(
        planes, count: min(pieceWidth, shape.size.width - start),
        to: destination + start * shape.format.depth.bytesPerPixel)
    }
  }
}
