import CLibraries
import PixelCore

/// HEIC (ISO/IEC 23008-12), as phones write it. Read only: packshot parses the container, and libde265 decodes the
/// pictures. H.265 is covered by patents in some countries; users must find out themselves whether they need a licence.
package struct HEIC: ReadOnlyFormat {
  public init() {}

  public static let identifier = "heic"
  public static let name = "HEIC"
  public static let mediaType = "image/heic"
  public static let extensions = ["heic", "heif"]
  public static let rareExtensions = ["heics", "heifs", "hif"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(4, Array("ftyp".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = false

  /// Several containers have the same signature. A brand tells whether the file is a HEIC.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !AVIF.begins(bytes)
      && ContainerBrands(bytes).contain(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])
  }

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try decoder(of: file, limits: limits).info
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { bytes in
      (try? HEIFContainer(bytes, format: .heic, maxMetadata: limits.maxMetadata))?.withMetadata(body)
        ?? body(MetadataBlocks())
    }
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    YUVRowReader(try decoder(of: file, limits: limits))
  }

  private static func decoder(
    of file: EncodedImage, limits: DecodeLimits
  ) throws(CodecError) -> HEIFDecoder<HEVCCoding> {
    let container = try HEIFContainer(file.bytes, format: .heic, maxMetadata: limits.maxMetadata)
    return try HEIFDecoder(
      file, container, limits: limits, hasMorePictures: container.hasSequence,
      remarks: container.warnings(itemKind: HEVCCoding.itemKind))
  }

  /// Two rows of chroma at four bytes a sample, and two rows of pixels. The decoded picture is counted separately.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 40 * info.size.width }

  public static let library: CodecLibrary? = CodecLibrary("libde265", loading: packshot_hevc_load)
  public static var libraryVersions: String { "libde265 \(String(cString: packshot_hevc_version()))" }
}

extension ImageFileFormat {
  /// HEIC, as phones write it. Read only.
  public static let heic = ImageFileFormat(HEIC.self)
}
