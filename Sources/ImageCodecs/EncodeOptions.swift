import Parameters

/// How a picture is written.
public struct EncodeOptions: Sendable, Hashable {
  /// A format with its settings: ``jpeg(quality:subsampling:progressive:)``, ``png(compression:depth:)``.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    /// The format's value.
    package let settings: any FileFormat
    /// The most bytes that a file may have; nil for as many as it takes. A picture is then encoded at the highest quality, up to
    /// that of ``settings``, at which it has no more.
    public var targetBytes: Int?

    /// A format with these settings.
    package init(_ settings: any FileFormat) { self.settings = settings }

    /// A format with the settings that recipes have by default.
    public init(_ format: ImageFileFormat) { settings = format.type.init() }

    /// The same with another quality, for formats that have one; others go without.
    public init(_ format: ImageFileFormat, quality: Int) throws(RefusedValue) {
      settings = try format.type.init().with(quality: quality)
    }

    /// The format to write.
    public var format: ImageFileFormat { ImageFileFormat(type(of: settings)) }

    /// The format and its settings, in words that never change: cache keys are made of them.
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

  /// The format to write and its settings. Where one is out of its range, writing throws
  /// ``CodecError/invalidOption(_:name:found:allowed:)``.
  public var coding: Coding
  /// What the file holds beside the picture.
  package var metadata: FileMetadata

  /// Options to write `coding` with `iccProfile` embedded.
  public init(_ coding: Coding, iccProfile: [UInt8]? = nil) { self.init(coding, FileMetadata(iccProfile: iccProfile)) }

  /// Options to write `coding` with `metadata` beside the picture.
  package init(_ coding: Coding, _ metadata: FileMetadata) { (self.coding, self.metadata) = (coding, metadata) }

  /// The format that is written.
  public var format: ImageFileFormat { coding.format }
}
