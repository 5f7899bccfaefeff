import CLibraries
import PixelCore

/// A picture decoded by libde265.
final class HEVCPicture: CodedPicture {
  let depth: Int
  let chromaStep: PixelSize?
  let codes: ColorCodes
  let planes: [YUVPlane]
  /// Owns the memory of the planes.
  private let decoder: HEVCDecoder

  init(
    _ item: HEIFItem, coding: HEVCCoding, size: PixelSize, in container: HEIFContainer, limits: DecodeLimits
  ) throws(CodecError) {
    decoder = try HEVCDecoder(size: size, limits: limits)
    let picture = try decoder.decode(item, coding, in: container)
    depth = Int(picture.depth)
    chromaStep =
      picture.chroma_step_x == 0
      ? nil : PixelSize(width: Int(picture.chroma_step_x), height: Int(picture.chroma_step_y))
    codes = ColorCodes(
      primaries: picture.primaries, transfer: picture.transfer, matrix: picture.matrix,
      isFullRange: picture.is_full_range != 0)
    let strides = [picture.strides.0, picture.strides.1, picture.strides.2]
    planes = zip([picture.planes.0, picture.planes.1, picture.planes.2], strides).compactMap { base, stride in
      base.map { YUVPlane(base: UnsafeRawPointer($0), stride: stride) }
    }
  }
}

/// A libde265 decoder with one coded picture. The picture's planes live as long as the decoder.
private final class HEVCDecoder {
  private let decoder: OpaquePointer
  private let size: PixelSize
  private let limits: DecodeLimits

  /// A coded picture may extend beyond its edges to whole blocks of up to this many pixels.
  private static let largestBlock = 64

  init(size: PixelSize, limits: DecodeLimits) throws(CodecError) {
    let blocks = (size.width + Self.largestBlock, size.height + Self.largestBlock)
    guard let decoder = packshot_hevc_decoder_create(UInt64(blocks.0 * blocks.1)) else { throw .outOfMemory(.heic) }
    (self.decoder, self.size, self.limits) = (decoder, size, limits)
  }

  deinit { packshot_hevc_decoder_destroy(decoder) }

  func decode(
    _ item: HEIFItem, _ coding: HEVCCoding, in container: HEIFContainer
  ) throws(CodecError) -> packshot_hevc_picture {
    for unit in coding.units { try push(UnsafeRawBufferPointer(rebasing: container.file[unit])) }
    try container.withBytes(of: item) { bytes throws(CodecError) in
      var reader = BoxReader(bytes, 0..<bytes.count, .heic)
      while !reader.isAtEnd {
        guard let length = try? reader.number(bytes: coding.lengthBytes), length <= reader.rest.count else {
          throw .truncated(.heic, row: 0)
        }
        try push(UnsafeRawBufferPointer(rebasing: bytes[try reader.take(Int(length))]))
      }
    }
    var picture = packshot_hevc_picture()
    try check(packshot_hevc_decoder_finish(decoder, &picture))
    guard picture.width >= size.width, picture.height >= size.height else {
      throw .damaged(.heic, why: "its picture is smaller than its header says", row: 0)
    }
    return picture
  }

  private func push(_ unit: UnsafeRawBufferPointer) throws(CodecError) {
    guard let start = unit.baseAddress, !unit.isEmpty else { return }
    try check(packshot_hevc_decoder_push(decoder, start.assumingMemoryBound(to: UInt8.self), unit.count))
  }

  private func check(_ status: Int32) throws(CodecError) {
    try LibraryStatus(status).checkReading(.heic, row: 0, limits: limits) {
      packshot_hevc_decoder_message(decoder)
    }
  }
}
