import ImageCodecs

extension SuiteReport {
  /// A picture of a case, in a format that browsers show.
  ///
  /// With its bytes it can be embedded in the page; with its path it can stand beside the page; with both, the page's
  /// budget decides.
  public struct Picture: Sendable {
    /// Where it is, relative to the report's folder, with slashes.
    public var path: String?
    /// Gives its bytes when they are written, so that not all pictures are in memory at once; `nil` where it cannot be
    /// read any more.
    var bytes: (@Sendable () -> [UInt8]?)?

    /// A picture beside the page, which is never embedded.
    public static func beside(_ path: String) -> Picture { Picture(path: path, bytes: nil) }

    /// A picture in the page. Without a path it is embedded whatever the budget says.
    public static func embedded(_ bytes: [UInt8], orBeside path: String? = nil) -> Picture {
      Picture(path: path, bytes: { bytes })
    }

    /// A picture in the page whose bytes are read when they are written.
    public static func embedded(
      orBeside path: String? = nil, reading bytes: @escaping @Sendable () -> [UInt8]?
    ) -> Picture {
      Picture(path: path, bytes: bytes)
    }

    /// The type by a picture's first bytes. A browser looks at them itself where the type is wrong.
    static func mediaType(of bytes: [UInt8]) -> String {
      bytes.withUnsafeBytes { ImageFileFormat(signature: $0) }?.type.mediaType ?? "image/png"
    }
  }
}
