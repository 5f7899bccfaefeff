import Parameters

/// A supported file format, without settings.
public struct ImageFileFormat: Sendable, Hashable, CaseIterable, RawRepresentable, CustomStringConvertible {
  /// The type that describes, reads and writes the format.
  package let type: any FileFormat.Type

  init(_ type: any FileFormat.Type) { self.type = type }

  /// Creates the first format in ``FormatList`` for which `isMeant` returns true; nil if there is none.
  private init?(where isMeant: (any FileFormat.Type) -> Bool) {
    guard let type = FormatList.all.first(where: isMeant) else { return nil }
    self.type = type
  }

  /// All supported formats, in the order of ``FormatList``.
  public static var allCases: [ImageFileFormat] { FormatList.all.map { ImageFileFormat($0) } }

  /// Creates the format with this ``FileFormat/identifier``; nil if there is none.
  public init?(rawValue: String) { self.init { $0.identifier == rawValue } }

  /// Detects the format from the start of a file; nil if it is unknown. The file's name doesn't matter, because shops
  /// rename files.
  public init?(signature bytes: UnsafeRawBufferPointer) { self.init { $0.begins(bytes) } }

  /// Creates the format for a file name extension, without dot and in any case; nil if it is unknown.
  public init?(pathExtension: String) {
    let pathExtension = pathExtension.lowercased()
    self.init { $0.extensions.contains(pathExtension) || $0.rareExtensions.contains(pathExtension) }
  }

  /// Creates the format in which a new file with this extension is written; nil if there is none.
  public init?(writtenAs pathExtension: String) {
    guard let format = ImageFileFormat(pathExtension: pathExtension), format.isWritten else { return nil }
    self = format
  }

  /// Returns the name of a picture format that can't be written, by file extension, for messages. Nil for any other
  /// extension.
  public static func name(ofOther pathExtension: String) -> String? {
    if let format = ImageFileFormat(pathExtension: pathExtension), !format.isWritten { return format.name }
    return UnsupportedFormat(pathExtension: pathExtension)?.name
  }

  /// The name in recipes, the catalog and the command line.
  public var rawValue: String { type.identifier }

  /// The same as ``rawValue``.
  public var description: String { rawValue }

  /// The display name.
  public var name: String { type.name }

  /// The usual file extension, without the dot.
  public var fileExtension: String { type.extensions[0] }

  /// Whether packshot can write the format, not only read it.
  public var isWritten: Bool { type.isWritten }

  /// Whether the format can store translucent pixels.
  public var canHoldAlpha: Bool { type.canHoldAlpha }

  /// Whether reading returns exactly the pixels that were written.
  public var isLossless: Bool { type.isLossless }

  /// Whether the format's decoder can deliver a reduced picture for less work.
  public var canScaleWhileDecoding: Bool { type.canScaleWhileDecoding }

  /// Whether packshot can write a gain map for HDR screens into the format's files.
  package var canHoldGainMap: Bool { type.canHoldGainMap }

  /// The longest width or height that can be written, in pixels.
  public var longestSide: Int { type.longestSide }

  /// The most pixels that can be written.
  package var mostPixels: Int { type.mostPixels }

  /// Returns the encoder parameter with this name; nil if the format has none.
  public func parameter(_ name: String) -> ParameterDescription? {
    type.parameterDescriptions.first { $0.name == name }
  }

  public static func == (a: ImageFileFormat, b: ImageFileFormat) -> Bool { a.type == b.type }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
