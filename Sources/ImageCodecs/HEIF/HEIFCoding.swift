import PixelCore

/// The coding of a picture in a HEIF file, with its decoder.
protocol HEIFCoding {
  /// The kind of items with this coding: `hvc1` for H.265.
  static var itemKind: String { get }
  /// The kinds of properties that only this coding reads.
  static var properties: Set<String> { get }

  /// Reads the coding of an item's picture.
  init(of item: HEIFItem, in container: HEIFContainer) throws(CodecError)

  /// Bits per sample.
  var depth: Int { get }
  /// Number of luma samples per chroma sample, in each direction; nil for a grey picture.
  var chromaStep: PixelSize? { get }
  /// The picture's size as the coding states it; nil if known only after decoding.
  var size: PixelSize? { get }
  /// The colours as the coding states them; nil if known only after decoding.
  var codes: ColorCodes? { get }

  /// Decodes the picture of `item`, which has this coding and at least `size` pixels.
  func decode(
    _ item: HEIFItem, size: PixelSize, in container: HEIFContainer, limits: DecodeLimits
  ) throws(CodecError) -> any CodedPicture

  /// Upper estimate of the bytes that a decoder holds as long as its picture of `size`.
  func decodingBytes(of size: PixelSize) -> Int
}

extension HEIFCoding {
  var sampleBytes: Int { depth > 8 ? 2 : 1 }

  /// Returns the bytes of the planes of a picture with `pixels` pixels.
  func planeBytes(pixels: Int, hasChroma: Bool = true) -> Int {
    let chroma = hasChroma ? chromaStep.map { 4 * 2 / ($0.width * $0.height) } ?? 0 : 0
    return (4 + chroma) * sampleBytes * pixels / 4
  }
}

/// A decoded picture. It owns the memory of its planes.
protocol CodedPicture: AnyObject {
  var depth: Int { get }
  /// Number of luma samples per chroma sample, in each direction; nil for a grey picture.
  var chromaStep: PixelSize? { get }
  var codes: ColorCodes { get }
  /// Luma, and both chromas unless the picture is grey.
  var planes: [YUVPlane] { get }
}
