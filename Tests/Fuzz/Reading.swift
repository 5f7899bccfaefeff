import ImageCodecs
import PixelCore

/// Only small pictures, so that many inputs are tried per second.
let fuzzLimits = DecodeLimits(maxPixels: 1 << 20)

/// Memory for a band, with guard bytes after each row. The libraries aren't compiled with the sanitizer, so it doesn't see
/// writes beyond a row within the block of memory.
final class GuardedRows {
  private static let guardBytes = 64
  private static let mark: UInt8 = 0xa5

  let rowBytes: Int
  let stride: Int
  private let height: Int
  private let memory: UnsafeMutableRawBufferPointer

  init(height: Int, rowBytes: Int) {
    (self.height, self.rowBytes, stride) = (height, rowBytes, rowBytes + Self.guardBytes)
    memory = .allocate(byteCount: height * stride, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.mark)
  }

  deinit { memory.deallocate() }

  var base: UnsafeMutableRawPointer { memory.baseAddress! }

  func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[y * stride..<y * stride + rowBytes])
  }

  /// Checks that only the rows have been written.
  func checkGuards() {
    for y in 0..<height {
      let behind = memory[y * stride + rowBytes..<(y + 1) * stride]
      check(behind.allSatisfy { $0 == Self.mark }, "row \(y) of a band was written beyond its end")
    }
  }
}

/// A picture that has been read, or the failure.
struct ReadPicture {
  let info: ImageInfo
  let shape: ImageShape
  /// The rows without padding.
  var bytes: [UInt8] = []
  let warnings: [String]

  init(
    _ file: EncodedImage, scale: DecodeScale = .full, spareMemory: Int = 0, bandHeight: Int = 16
  ) throws {
    let reader = try ImageCodec.makeReader(bytes: file, scale: scale, limits: fuzzLimits, spareMemory: spareMemory)
    (info, shape) = (reader.info, reader.shape)
    let band = GuardedRows(height: bandHeight, rowBytes: shape.bytesPerRow)
    while case let count = try reader.read(rows: bandHeight, into: band.base, stride: band.stride), count > 0 {
      band.checkGuards()
      for y in 0..<count { bytes += band.row(y) }
    }
    check(bytes.count == shape.bytesPerRow * shape.size.height, "a reader delivers every row, or fails")
    warnings = reader.warnings
  }

  /// Encodes it as a file, with its profile.
  func encoded(_ coding: EncodeOptions.Coding) throws -> [UInt8] {
    try encode(bytes, shape, EncodeOptions(coding, iccProfile: info.iccProfile))
  }
}

/// Checks of reading that formats share.
extension ReadPicture {
  /// Whether bytes begin like a file of a format.
  static func isFile(_ bytes: [UInt8], _ format: ImageFileFormat) -> Bool {
    bytes.withUnsafeBytes { ImageFileFormat(signature: $0) } == format
  }

  /// Reads a file's header, and its rows in bands of two heights, which must give the same. Returns
  /// the picture if it can be read.
  @discardableResult
  static func checkBands(of file: EncodedImage) -> ReadPicture? {
    let probed = outcome { try ImageCodec.probe(file, limits: fuzzLimits) }
    let picture = outcome { try ReadPicture(file) }
    let other = outcome { try ReadPicture(file, bandHeight: 5) }
    guard case .success(let info) = probed else {
      check(picture.failure == probed.failure, "read, or for another reason not, than probed")
      return nil
    }
    check(ImageCodec.decodingMemory(for: info) > 0, "memory")
    guard case (.success(let picture), .success(let other)) = (picture, other) else {
      check((picture.failure == nil) == (other.failure == nil), "bands of any height end alike")
      return nil
    }
    check(picture.info == info, "probing and reading say the same")
    check(picture.bytes == other.bytes && picture.warnings == other.warnings, "bands of any height give the same")
    return picture
  }
}

/// Encodes unpadded rows as a file.
func encode(_ rows: [UInt8], _ shape: ImageShape, _ options: EncodeOptions) throws -> [UInt8] {
  var file: [UInt8] = []
  let writer = try ImageCodec.makeWriter(shape: shape, options: options) { file += $0 }
  try rows.withUnsafeBytes { bytes in
    let all = 0..<shape.size.height
    try writer.write(RowBand(shape: shape, rows: all, base: bytes.baseAddress!, stride: shape.bytesPerRow))
  }
  try writer.finish()
  return file
}

extension Result where Failure == CodecError {
  /// A description of the failure, equal for readings that failed for the same reason.
  var failure: String? {
    if case .failure(let error) = self { "\(error): \(error.message)" } else { nil }
  }
}

/// The result of a closure, or the error that it throws.
func outcome<T>(_ body: () throws -> T) -> Result<T, CodecError> {
  do { return .success(try body()) } catch let error as CodecError { return .failure(error) } catch {
    fatalError("codecs throw no other errors: \(error)")
  }
}
