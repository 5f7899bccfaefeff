import Parameters

/// One of the file formats that are read and written: what kind of file it is, whatever its settings.
public struct ImageFileFormat: Sendable, Hashable, CaseIterable, RawRepresentable, CustomStringConvertible {
  /// Describes, reads and writes it.
  package let type: any FileFormat.Type

  init(_ type: any FileFormat.Type) { self.type = type }

  /// The first format of the list for which `isMeant` holds.
  private init?(where isMeant: (any FileFormat.Type) -> Bool) {
    guard let type = FormatList.all.first(where: isMeant) else { return nil }
    self.type = type
  }

  /// In the order of ``FormatList``.
  public static var allCases: [ImageFileFormat] { FormatList.all.map { ImageFileFormat($0) } }

  /// The format of this ``FileFormat/identifier``.
  public init?(rawValue: String) { self.init { $0.identifier == rawValue } }

  /// The format whose signature `bytes`, the start of a file or all of it, begin with; nil for anything else. Names
  /// of files do not matter: shops rename.
  public init?(signature bytes: UnsafeRawBufferPointer) { self.init { $0.begins(bytes) } }

  /// The format that a file name's extension, without its dot and in any case, stands for.
  public init?(pathExtension: String) {
    let pathExtension = pathExtension.lowercased()
    self.init { $0.extensions.contains(pathExtension) || $0.rareExtensions.contains(pathExtension) }
  }

  /// The format that a new file is written in, by its name's extension; nil for one that is not written.
  public init?(writtenAs pathExtension: String) {
    guard let format = ImageFileFormat(pathExtension: pathExtension), format.isWritten else { return nil }
    self = format
  }

  /// The name of a picture format that is not written, by the extension of its files; for messages. Nil for any other
  /// extension.
  public static func name(ofOther pathExtension: String) -> String? {
    if let format = ImageFileFormat(pathExtension: pathExtension), !format.isWritten { return format.name }
    return UnsupportedFormat(pathExtension: pathExtension)?.name
  }

  /// What recipes, the catalog and the command line call it.
  public var rawValue: String { type.identifier }

  /// The same as ``rawValue``.
  public var description: String { rawValue }

  /// The format's name as people write it.
  public var name: String { type.name }

  /// The extension that its files usually have, without the dot.
  public var fileExtension: String { type.extensions[0] }

  /// Whether it is written too, and not only read.
  public var isWritten: Bool { type.isWritten }

  /// Whether translucent pixels can be kept in it.
  public var canHoldAlpha: Bool { type.canHoldAlpha }

  /// Whether it gives back the very pixels that were written.
  public var isLossless: Bool { type.isLossless }

  /// Whether its decoder can deliver a picture smaller than it is stored, for less work.
  public var canScaleWhileDecoding: Bool { type.canScaleWhileDecoding }

  /// The longest width or height that can be written.
  public var longestSide: Int { type.longestSide }

  /// The most pixels that can be written.
  package var mostPixels: Int { type.mostPixels }

  /// What recipes can tell its encoder by this name; nil where it has nothing of the kind.
  public func parameter(_ name: String) -> ParameterDescription? {
    type.parameterDescriptions.first { $0.name == name }
  }

  public static func == (a: ImageFileFormat, b: ImageFileFormat) -> Bool { a.type == b.type }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
