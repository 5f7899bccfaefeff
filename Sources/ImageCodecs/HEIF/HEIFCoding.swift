import PixelCore

/// How a picture in a HEIF file is coded, and its decoder.
protocol HEIFCoding {
  /// The kind of items that are coded so: `hvc1` for H.265.
  static var itemKind: String { get }
  /// The kinds of properties that only this coding reads.
  static var properties: Set<String> { get }

  /// Reads how the picture of an item is coded.
  init(of item: HEIFItem, in container: HEIFContainer) throws(CodecError)

  /// Bits of a sample.
  var depth: Int { get }
  /// For how many samples of luma one of chroma stands; nil in a grey picture.
  var chromaStep: PixelSize? { get }
  /// The picture's size as the coding states it; nil if that is known only after decoding.
  var size: PixelSize? { get }
  /// The colours as the coding states them; nil if they are known only after decoding.
  var codes: ColorCodes? { get }

  /// Decodes the picture of `item`, which has this coding and at least `size` pixels.
  func decode(
    _ item: HEIFItem, size: PixelSize, in container: HEIFContainer, limits: DecodeLimits
  ) throws(CodecError) -> any CodedPicture

  /// Bytes that the decoder of a picture of `size` holds as long as the picture: an upper estimate.
  func decodingBytes(of size: PixelSize) -> Int
}

extension HEIFCoding {
  var sampleBytes: Int { depth > 8 ? 2 : 1 }

  /// Bytes that the planes of so many pixels take.
  func planeBytes(pixels: Int, hasChroma: Bool = true) -> Int {
    let chroma = hasChroma ? chromaStep.map { 4 * 2 / ($0.width * $0.height) } ?? 0 : 0
    return (4 + chroma) * sampleBytes * pixels / 4
  }
}

/// A decoded picture. It holds its planes.
protocol CodedPicture: AnyObject {
  var depth: Int { get }
  /// For how many samples of luma one of chroma stands; nil in a grey picture.
  var chromaStep: PixelSize? { get }
  var codes: ColorCodes { get }
  /// Luma, and both chromas unless it is grey.
  var planes: [YUVPlane] { get }
}
