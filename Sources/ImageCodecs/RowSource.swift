import PixelCore
import PixelKernels

/// A source of a picture's rows from the top down: one side of a comparison.
package protocol RowSource: AnyObject {
  /// Size and format of the rows: encoded, straight or opaque, 8 or 16 bits.
  var shape: ImageShape { get }
  /// The embedded colour profile.
  var iccProfile: [UInt8]? { get }
  /// How to turn the picture upright.
  var orientation: Orientation { get }
  /// Writes the next rows to `destination`, `stride` bytes apart. Returns their number: `rows`, or as many as were
  /// left.
  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int
}

extension RowSource {
  /// Reads all rows, in bands.
  ///
  /// - Parameter height: Maximum rows of a band.
  package func forEachBand(height: Int = 64, _ body: (RowBand) throws -> Void) throws {
    let size = shape.size
    var band = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: size.width, height: min(height, size.height)), format: shape.format))
    var y = 0
    while y < size.height {
      let count = try read(rows: min(height, size.height - y), into: band.mutableRow(0), stride: band.stride)
      try body(RowBand(shape: shape, rows: y..<y + count, base: band.row(0), stride: band.stride))
      y += count
    }
  }
}

/// The rows of a file.
package final class FileRows: RowSource {
  private let reader: any RowReader

  /// Enough spare memory to read an 8K PNG with alpha at full speed: 7680 × 4320 pixels of four bytes.
  public static let usefulMemory = 192 << 20

  /// - Parameter spareMemory: Bytes that the reader may hold to be faster.
  /// - Throws: ``CodecError``.
  public init(
    _ file: EncodedImage, limits: DecodeLimits = DecodeLimits(), spareMemory: Int = ImageCodec.usualSpareMemory
  ) throws(CodecError) {
    reader = try ImageCodec.makeReader(bytes: file, limits: limits, spareMemory: spareMemory)
  }

  public var shape: ImageShape { reader.shape }
  public var iccProfile: [UInt8]? { reader.info.iccProfile }
  public var orientation: Orientation { reader.info.orientation }

  public func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int {
    try reader.read(rows: rows, into: destination, stride: stride)
  }
}

/// The rows of an image in memory, in the format that a file stores.
package final class ImageRows: RowSource {
  private let image: Image
  private let conversion: FormatConversion
  private var y = 0

  public let iccProfile: [UInt8]?
  public var orientation: Orientation { .up }
  public let shape: ImageShape

  /// - Parameter image: An image in any format.
  public init(_ image: Image, iccProfile: [UInt8]? = nil) {
    self.image = image
    shape = ImageShape(size: image.size, format: image.shape.format.stored)
    conversion = FormatConversion(from: image.shape.format, to: shape.format, kernels: .current)
    self.iccProfile = iccProfile
  }

  public func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) -> Int {
    let count = min(rows, image.size.height - y)
    for row in 0..<count {
      conversion.apply(destination + row * stride, image.row(y + row), count: shape.size.width)
    }
    y += count
    return count
  }
}
