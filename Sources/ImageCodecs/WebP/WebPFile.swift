import PixelCore

/// The header and the chunks of a WebP file before decoding (RFC 9649, section 2).
///
/// Bytes after the end stated in the RIFF header are ignored. If the file ends earlier, it counts as truncated, and as
/// much as possible is read.
struct WebPFile {
  /// The file's picture; for an animation, the first frame.
  let picture: WebPPicture
  /// Size of the file's picture. The first frame of an animation may cover only a part of it.
  let size: PixelSize
  /// The rectangle of ``picture`` within the file's picture.
  let frame: PixelRect
  let isAnimation: Bool
  /// Whether the file is truncated.
  let isCut: Bool
  private let profile: Range<Int>?
  private let exif: Range<Int>?
  private let xmp: Range<Int>?

  init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    // The length includes at least the name WEBP, whatever the header says.
    let end = max(12, 8 + Int(bytes.littleEndian(UInt32.self, at: 4)))
    var parts = Parts(isCut: end > bytes.count)
    for chunk in WebPChunks(bytes, in: 12..<end) {
      guard chunk.data.upperBound <= end else { throw Self.damaged("its chunk \(chunk.name) reaches beyond its end") }
      try parts.take(chunk, of: bytes)
      if !parts.isExtended { break }
    }
    guard let picture = parts.picture else {
      throw parts.isCut ? .truncated(.webp, row: nil) : Self.damaged("it has no picture")
    }
    (self.picture, isAnimation, isCut) = (picture, parts.isAnimation, parts.isCut)
    (profile, exif, xmp) = (parts.profile, parts.exif, parts.xmp)
    frame = try parts.frame(of: picture)
    size = parts.canvas ?? picture.size
  }

  /// Whether pixels may be translucent. The area around a smaller first frame is transparent.
  var hasAlpha: Bool { picture.hasAlpha || frame.size != size }

  static func damaged(_ why: String) -> CodecError { .damaged(.webp, why: why, row: nil) }

  /// Returns the header of `file`, checked against limits.
  func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    let metadataBytes = (profile?.count ?? 0) + (exif?.count ?? 0)
    guard metadataBytes <= limits.maxMetadata else {
      throw .tooMuchMetadata(.webp, found: metadataBytes, limit: limits.maxMetadata)
    }
    try limits.check(size)
    let facts = metadata(in: file.bytes).exif.map(Exif.init)
    return ImageInfo(
      format: .webp, size: size, orientation: facts?.orientation ?? .up,
      colorModel: picture.isLossless ? .rgb : .yCbCr, bitDepth: 8, hasAlpha: hasAlpha,
      stated: StatedColors(iccProfile: profile.map { Array(file.bytes[$0]) }), capturedAt: facts?.capturedAt,
      hasMorePictures: isAnimation, wholePictureBytes: picture.decodingBytes)
  }

  /// Returns the file's Exif block, without a label, and its XMP packet.
  func metadata(in bytes: UnsafeRawBufferPointer) -> MetadataBlocks {
    MetadataBlocks(
      exif: exif.map { Self.tiff(in: bytes[$0]) }, xmp: xmp.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
  }

  /// Returns an Exif block without the label of a JPEG, which some programs write.
  private static func tiff(in block: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    let label = Array("Exif\0\0".utf8)
    return UnsafeRawBufferPointer(rebasing: block.starts(with: label) ? block.dropFirst(label.count) : block)
  }
}

/// The chunks found so far.
private struct Parts {
  let isCut: Bool
  /// The size in the header of an extended file; nil for a simple file.
  private(set) var canvas: PixelSize?
  private(set) var isAnimation = false
  /// The rectangle of an animation's first frame on its canvas.
  private var firstFrame: PixelRect?
  private(set) var picture: WebPPicture?
  private(set) var profile: Range<Int>?
  private(set) var exif: Range<Int>?
  private(set) var xmp: Range<Int>?
  /// Offset of the alpha chunk of the next picture.
  private var alpha: Int?

  init(isCut: Bool) { self.isCut = isCut }

  /// Whether further chunks follow the first.
  var isExtended: Bool { canvas != nil }

  /// Processes a chunk. Of chunks that should be unique, only the first is used.
  mutating func take(_ chunk: WebPChunks.Chunk, of bytes: UnsafeRawBufferPointer) throws(CodecError) {
    switch chunk.name {
    case "VP8X" where !isExtended && picture == nil: try takeHeader(chunk, of: bytes)
    case "VP8 " where picture == nil, "VP8L" where picture == nil:
      picture = try WebPPicture(chunk, alphaStart: alpha, of: bytes)
    case "ALPH" where picture == nil && isExtended: alpha = alpha ?? chunk.start
    case "ANMF" where picture == nil && isAnimation: try takeFrame(chunk, of: bytes)
    case "ICCP" where profile == nil && isExtended: profile = try whole(chunk, of: bytes)
    case "EXIF" where exif == nil && isExtended && chunk.data.upperBound <= bytes.count: exif = chunk.data
    case "XMP " where xmp == nil && isExtended && chunk.data.upperBound <= bytes.count: xmp = chunk.data
    default: break
    }
  }

  private mutating func takeHeader(_ chunk: WebPChunks.Chunk, of bytes: UnsafeRawBufferPointer) throws(CodecError) {
    let start = try whole(chunk, of: bytes).lowerBound
    guard chunk.data.count >= 10 else { throw WebPFile.damaged("its header has \(chunk.data.count) of 10 bytes") }
    isAnimation = bytes[start] & 2 != 0
    canvas = PixelSize(width: bytes.length24(at: start + 4), height: bytes.length24(at: start + 7))
  }

  /// Processes the first frame of an animation.
  private mutating func takeFrame(_ chunk: WebPChunks.Chunk, of bytes: UnsafeRawBufferPointer) throws(CodecError) {
    let header = 16
    guard chunk.data.count >= header else { throw WebPFile.damaged("its first frame is too short") }
    guard chunk.data.lowerBound + header <= bytes.count else { throw .truncated(.webp, row: nil) }
    let start = chunk.data.lowerBound
    // Offsets are stored halved, and lengths minus one.
    let origin = PixelPoint(x: 2 * (bytes.length24(at: start) - 1), y: 2 * (bytes.length24(at: start + 3) - 1))
    firstFrame = PixelRect(
      origin: origin, size: PixelSize(width: bytes.length24(at: start + 6), height: bytes.length24(at: start + 9)))
    for part in WebPChunks(bytes, in: start + header..<chunk.data.upperBound) {
      guard part.data.upperBound <= chunk.data.upperBound else {
        throw WebPFile.damaged("its chunk \(part.name) reaches beyond its frame")
      }
      if part.name != "ANMF" { try take(part, of: bytes) }
    }
  }

  /// Returns the data of a chunk; throws if the file ends within it.
  private func whole(_ chunk: WebPChunks.Chunk, of bytes: UnsafeRawBufferPointer) throws(CodecError) -> Range<Int> {
    guard chunk.data.upperBound <= bytes.count else { throw .truncated(.webp, row: nil) }
    return chunk.data
  }

  /// Returns the picture's rectangle on the canvas.
  func frame(of picture: WebPPicture) throws(CodecError) -> PixelRect {
    let whole = PixelRect(origin: .zero, size: canvas ?? picture.size)
    let frame = firstFrame ?? whole
    guard frame.size == picture.size else {
      let header = firstFrame == nil ? "its header" : "the header of its first frame"
      throw WebPFile.damaged("\(header) says \(frame.size) pixels, and its picture \(picture.size)")
    }
    guard whole.union(frame) == whole else {
      throw WebPFile.damaged("its first frame reaches beyond its \(whole.size) pixels")
    }
    return frame
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a length, stored minus one in 24 bits.
  fileprivate func length24(at offset: Int) -> Int {
    1 + Int(littleEndian(UInt16.self, at: offset)) + Int(self[offset + 2]) << 16
  }
}
