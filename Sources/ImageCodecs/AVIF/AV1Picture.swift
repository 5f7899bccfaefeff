import CLibraries
import PixelCore

/// A picture decoded by libavif: 8, 10 or 12 bits, with any chroma subsampling.
final class AV1Picture: CodedPicture {
  let depth: Int
  let chromaStep: PixelSize?
  let codes: ColorCodes
  let planes: [YUVPlane]
  /// Owns the memory of the planes.
  private let decoder: OpaquePointer
  // Kept alive because libavif points into the file's bytes.
  private let file: EncodedImage

  /// Decodes the only picture of `file`, whose header states `size`. dav1d's samples are the same on every CPU.
  init(_ file: EncodedImage, size: PixelSize, codes: ColorCodes, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let decoder = packshot_avif_decoder_create(start, file.count) else { throw .outOfMemory(.avif) }
    var picture = packshot_avif_picture()
    do throws(CodecError) {
      let status = packshot_avif_decoder_decode(decoder, UInt32(clamping: size.pixelCount), &picture)
      try LibraryStatus(status).checkReading(.avif, row: 0, limits: limits) { packshot_avif_decoder_message(decoder) }
    } catch {
      packshot_avif_decoder_destroy(decoder)
      throw error
    }
    (self.file, self.decoder, self.codes) = (file, decoder, codes)
    depth = Int(picture.depth)
    chromaStep =
      picture.chroma_step_x == 0
      ? nil : PixelSize(width: Int(picture.chroma_step_x), height: Int(picture.chroma_step_y))
    let strides = [picture.strides.0, picture.strides.1, picture.strides.2]
    planes = zip([picture.planes.0, picture.planes.1, picture.planes.2], strides).compactMap { base, stride in
      base.map { YUVPlane(base: UnsafeRawPointer($0), stride: stride) }
    }
  }

  deinit { packshot_avif_decoder_destroy(decoder) }
}
