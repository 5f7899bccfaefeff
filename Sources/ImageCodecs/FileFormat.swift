import Parameters
import PixelCore

/// A format of picture files. The type describes the format and reads it; an instance holds the settings for writing
/// it.
///
/// To add a format, write a folder with its description, its reader and its writer, and add it to ``FormatList``.
/// Stored properties with defaults are the encoder's settings. `parameters` declares them to recipes as keys of an
/// output. The schema, the canonical text and error messages are generated from these declarations.
package protocol FileFormat: Parameterized, Hashable {
  // MARK: Identification

  /// The name in recipes, the catalog and the command line. Part of cache keys, so it never changes.
  static var identifier: String { get }
  /// The display name.
  static var name: String { get }
  /// The usual file extensions, without the dot and in lower case. New files get the first.
  static var extensions: [String] { get }
  /// Other extensions that files of the format may have.
  static var rareExtensions: [String] { get }
  /// The media type (RFC 6838).
  static var mediaType: String { get }
  /// The signature of the format's files: sequences of bytes, each with its offset. All must match.
  static var signature: [(offset: Int, bytes: [UInt8])] { get }
  /// Whether a file that begins with `bytes` has this format. Checks the signature, unless the format needs more than
  /// that.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool

  // MARK: Capabilities

  /// Whether packshot can write the format, not only read it.
  static var isWritten: Bool { get }
  /// Whether the format can store translucent pixels.
  static var canHoldAlpha: Bool { get }
  /// Whether reading returns exactly the pixels that were written.
  static var isLossless: Bool { get }
  /// Whether the format's files can contain planes of luma and chroma that can be read separately.
  static var canHoldPlanes: Bool { get }
  /// Whether packshot can write a gain map for HDR screens into the format's files.
  static var canHoldGainMap: Bool { get }
  /// The longest width or height that can be written, in pixels.
  static var longestSide: Int { get }
  /// The most pixels that can be written.
  static var mostPixels: Int { get }
  /// Maximum bytes of an XMP packet and of IPTC records in a file; 0 if the format can't store them.
  static var longestXMP: Int { get }
  static var longestIPTC: Int { get }
  /// The format in which a file stores pixels of `format`: encoded, and straight or opaque.
  func stored(_ format: PixelFormat) -> PixelFormat

  /// Pairs of encoder parameters of which a recipe can set only one.
  static var alternatives: [(String, String)] { get }

  // MARK: Reading

  /// Whether the format's decoder can deliver a reduced picture for less work.
  static var canScaleWhileDecoding: Bool { get }
  /// Whether the format's reader releases the bytes of a mapped file that it has passed. A large file is then better
  /// mapped than read.
  static var letsGoOfWhatIsRead: Bool { get }
  /// Reads a file's header.
  static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo
  /// Returns a reader of a file's picture.
  ///
  /// - Parameters:
  ///   - scale: `.full`, unless the decoder can scale.
  ///   - colors: How CMYK is converted. Other colours are delivered as they are in the file.
  ///   - spareMemory: Bytes that the reader may hold to be faster.
  static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader
  /// Returns a reader of a file's planes.
  static func makePlaneReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits
  ) throws(CodecError) -> PlaneReader
  /// Calls `body` with a file's metadata, which is empty if the file can't be read.
  static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R
  /// Upper estimate of the bytes that a reader holds to deliver row after row.
  static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int
  /// The library that decodes and encodes the format, if it is loaded on demand; nil if it is linked. It is loaded
  /// before any other member that reads, writes or reports versions is used.
  static var library: CodecLibrary? { get }
  /// The libraries that decode and encode the format, with their versions.
  static var libraryVersions: String { get }

  // MARK: Writing

  /// The settings as text. Part of cache keys, so the wording must never change.
  var cacheKeyText: String { get }
  /// Returns a writer of rows of `shape`, whose format is a result of ``stored(_:)``.
  func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter
  /// Whether a file can be written from planes with one chroma sample for each 2 × 2 luma samples.
  var takesPlanes: Bool { get }
  /// Returns a writer of such planes. Called only if ``takesPlanes``.
  func makePlaneWriter(
    size: PixelSize, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter
  /// Whether a file shows the whole picture coarsely before it is complete.
  var isProgressive: Bool { get }
  /// The quality that files are written with, if a lower quality makes them smaller; nil otherwise.
  var adjustableQuality: Int? { get }
  /// The quality at which a file looks, on average, like a JPEG of the given quality.
  static func quality(likeJPEG quality: Int) -> Int
  /// Upper estimate of the bytes that a writer holds beside the rows passed to it.
  func encodingMemory(for shape: ImageShape) -> Int
  /// Upper estimate of the bytes that a writer holds for any picture no larger than `bound`. Exceeds the estimate for
  /// `bound` itself if a smaller picture can take more.
  func encodingMemory(forAtMost bound: ImageShape) -> Int
}

/// Defaults for a format that stores pixels and no planes.
extension FileFormat {
  public static var rareExtensions: [String] { [] }
  public static var isWritten: Bool { true }
  public static var alternatives: [(String, String)] { [] }
  public var isProgressive: Bool { false }
  public static var mostPixels: Int { .max }
  public static var longestXMP: Int { .max }
  public static var longestIPTC: Int { 0 }
  public static var canHoldPlanes: Bool { false }
  public static var canHoldGainMap: Bool { false }
  public static var canScaleWhileDecoding: Bool { false }
  public static var letsGoOfWhatIsRead: Bool { false }
  public static var library: CodecLibrary? { nil }
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool { hasSignature(bytes) }
  public var takesPlanes: Bool { false }
  public static func quality(likeJPEG quality: Int) -> Int { quality }
  public func encodingMemory(forAtMost bound: ImageShape) -> Int { encodingMemory(for: bound) }

  public static func makePlaneReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits
  ) throws(CodecError) -> PlaneReader {
    throw .noPlanes(ImageFileFormat(Self.self))
  }

  public func makePlaneWriter(
    size: PixelSize, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter {
    preconditionFailure("\(Self.name) takes no planes")
  }
}

extension FileFormat {
  /// Whether `bytes` begin with the signature.
  static func hasSignature(_ bytes: UnsafeRawBufferPointer) -> Bool {
    signature.allSatisfy { bytes.count >= $0.offset && bytes[$0.offset...].starts(with: $0.bytes) }
  }

  /// The value, for comparison with settings of any format.
  var hashable: AnyHashable { AnyHashable(self) }

  /// Throws if a property is out of its parameter's range.
  func check() throws(CodecError) {
    var copy = self
    for parameter in Self.parameters {
      do { try parameter.set(&copy, to: parameter.value(in: self), as: parameter.description.name) } catch {
        throw .invalidOption(
          ImageFileFormat(Self.self), name: error.parameter, found: error.found, allowed: error.allowed)
      }
    }
  }
}
