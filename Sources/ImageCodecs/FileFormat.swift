import Parameters
import PixelCore

/// A format of picture files: a type that says what the format is and reads it, and a value of it that says how to write it.
///
/// To add one, write a folder of its own with its description, its reader and its writer, and its line in ``FormatList``.
/// Stored properties with defaults are what its encoder can be told, and `parameters` declares them to recipes: they are keys
/// of an output, and the schema, the canonical text and error messages are made of their declarations.
package protocol FileFormat: Parameterized, Hashable {
  // MARK: Telling it

  /// What recipes, the catalog and the command line call it. It never changes: cache keys are made of it.
  static var identifier: String { get }
  /// What people call it.
  static var name: String { get }
  /// The usual extensions of its files, without the dot and in lower case. New files get the first.
  static var extensions: [String] { get }
  /// Other extensions that its files may have.
  static var rareExtensions: [String] { get }
  /// What web pages and servers call it (RFC 6838).
  static var mediaType: String { get }
  /// What its files begin with: all of these bytes, each piece so many bytes from the start.
  static var signature: [(offset: Int, bytes: [UInt8])] { get }
  /// Whether a file that begins with `bytes` is one of the format: whether it has the signature, unless that is not all there
  /// is to it.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool

  // MARK: What it can hold

  /// Whether it is written too, and not only read.
  static var isWritten: Bool { get }
  /// Whether translucent pixels can be kept in it.
  static var canHoldAlpha: Bool { get }
  /// Whether it gives back the very pixels that were written.
  static var isLossless: Bool { get }
  /// Whether its files may hold planes of luma and chroma that can be read by themselves.
  static var canHoldPlanes: Bool { get }
  /// The longest width or height that can be written.
  static var longestSide: Int { get }
  /// The most pixels that can be written.
  static var mostPixels: Int { get }
  /// Bytes of an XMP packet and of IPTC's records that a file can hold; 0 where it has no place for them.
  static var longestXMP: Int { get }
  static var longestIPTC: Int { get }
  /// The pixels that a file holds of pixels of some format: encoded, and straight or opaque.
  func stored(_ format: PixelFormat) -> PixelFormat

  // MARK: Reading

  /// Whether its decoder can deliver a picture smaller than it is stored, for less work.
  static var canScaleWhileDecoding: Bool { get }
  /// Whether its reader lets go of the bytes of a file that it has passed, so that a large one is better mapped than read.
  static var letsGoOfWhatIsRead: Bool { get }
  /// Reads a file's header.
  static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo
  /// A reader of a file's picture.
  ///
  /// - Parameters:
  ///   - scale: `.full`, unless the decoder can scale.
  ///   - colors: How inks become sRGB's colours. All others are delivered as they are in the file.
  ///   - spareMemory: Bytes that the reader may hold to be faster.
  static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader
  /// A reader of a file's planes.
  static func makePlaneReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits
  ) throws(CodecError) -> PlaneReader
  /// What `body` makes of a file's metadata; of a file that can't be read, of none.
  static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R
  /// Bytes that a reader holds so that rows can come one after another: an upper estimate.
  static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int
  /// The library that decodes and encodes it, where that is loaded when it is first needed; nil where it is part of the program.
  /// Nothing else here that reads, writes or tells versions is asked for before it is loaded.
  static var library: CodecLibrary? { get }
  /// The libraries that decode and encode it, with their versions.
  static var libraryVersions: String { get }

  // MARK: Writing

  /// The settings in words that never change: cache keys are made of them.
  var cacheKeyText: String { get }
  /// A writer of rows of `shape`, whose format is one that ``stored(_:)`` gives.
  func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter
  /// Whether a file can be written from planes, with one sample of chroma for each 2 × 2 of luma.
  var takesPlanes: Bool { get }
  /// A writer of such planes; asked for only where it takes them.
  func makePlaneWriter(
    size: PixelSize, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter
  /// The quality that files are written with, where a lower one makes them smaller; nil where none does.
  var adjustableQuality: Int? { get }
  /// The quality at which a file looks like a JPEG of some quality, on average.
  static func quality(likeJPEG quality: Int) -> Int
  /// Bytes that a writer holds beside the rows that it is given: an upper estimate.
  func encodingMemory(for shape: ImageShape) -> Int
  /// The same for any picture no larger than `bound`: that of `bound` itself, unless a smaller one may take more.
  func encodingMemory(forAtMost bound: ImageShape) -> Int
}

/// Most formats hold pixels, and no planes.
extension FileFormat {
  public static var rareExtensions: [String] { [] }
  public static var isWritten: Bool { true }
  public static var mostPixels: Int { .max }
  public static var longestXMP: Int { .max }
  public static var longestIPTC: Int { 0 }
  public static var canHoldPlanes: Bool { false }
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

  /// The value, to compare with one of any format.
  var hashable: AnyHashable { AnyHashable(self) }

  /// Throws if a property is out of the range that its parameter has.
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
