import Parameters

/// How a picture is written.
public struct EncodeOptions: Sendable, Hashable {
  /// A format with its settings: ``jpeg(quality:subsampling:progressive:optimize:)``,
  /// ``png(compression:depth:colors:dither:)``.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    /// The format's settings.
    package let settings: any FileFormat
    /// Maximum number of bytes of the file; nil for no limit. With a limit, the picture is encoded at the highest
    /// quality that meets it, up to the format's quality.
    public var targetBytes: Int?

    /// Creates a coding with these settings.
    package init(_ settings: any FileFormat) { self.settings = settings }

    /// Creates a coding with the format's default settings for recipes.
    public init(_ format: ImageFileFormat) { settings = format.type.init() }

    /// Creates a coding with the default settings and this quality. Formats without a quality ignore it.
    public init(_ format: ImageFileFormat, quality: Int) throws(RefusedValue) {
      settings = try format.type.init().with(quality: quality)
    }

    /// The format to write.
    public var format: ImageFileFormat { ImageFileFormat(type(of: settings)) }

    /// The format and its settings. Part of cache keys, so the wording must never change.
    public var description: String { settings.cacheKeyText + (targetBytes.map { ", at most \($0) bytes" } ?? "") }

    public static func == (a: Coding, b: Coding) -> Bool {
      a.settings.hashable == b.settings.hashable && a.targetBytes == b.targetBytes
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(settings.hashable)
      hasher.combine(targetBytes)
    }

    /// Whether a file can be written from planes of luma and chroma.
    public var takesPlanes: Bool { settings.takesPlanes && targetBytes == nil }
  }

  /// The format and its settings. If a setting is out of its range, writing throws
  /// ``CodecError/invalidOption(_:name:found:allowed:)``.
  public var coding: Coding
  /// The metadata that the file contains beside the picture.
  package var metadata: FileMetadata

  /// Creates options to write `coding` with `iccProfile` embedded.
  public init(_ coding: Coding, iccProfile: [UInt8]? = nil) { self.init(coding, FileMetadata(iccProfile: iccProfile)) }

  /// Creates options to write `coding` with `metadata`.
  package init(_ coding: Coding, _ metadata: FileMetadata) { (self.coding, self.metadata) = (coding, metadata) }

  /// The format to write.
  public var format: ImageFileFormat { coding.format }
}
