import ImageCodecs

extension SuiteReport {
  /// A picture of a case, in a format that browsers show.
  ///
  /// A picture with bytes can be embedded in the page, and a picture with a path can be linked. If a picture has both,
  /// the page's budget decides.
  public struct Picture: Sendable {
    /// Path relative to the report's folder, with slashes.
    public var path: String?
    /// Reads the picture's bytes at the moment they are written, so that not all pictures are in memory at once.
    /// Returns nil if the file can't be read.
    var bytes: (@Sendable () -> [UInt8]?)?

    /// Returns a picture that is linked, never embedded.
    public static func beside(_ path: String) -> Picture { Picture(path: path, bytes: nil) }

    /// Returns a picture to embed. Without a path it is embedded regardless of the budget.
    public static func embedded(_ bytes: [UInt8], orBeside path: String? = nil) -> Picture {
      Picture(path: path, bytes: { bytes })
    }

    /// Returns a picture to embed, whose bytes are read when they are written.
    public static func embedded(
      orBeside path: String? = nil, reading bytes: @escaping @Sendable () -> [UInt8]?
    ) -> Picture {
      Picture(path: path, bytes: bytes)
    }

    /// Returns the media type according to the first bytes, or PNG's for an unknown format. Browsers detect the type
    /// themselves if it is wrong.
    static func mediaType(of bytes: [UInt8]) -> String {
      bytes.withUnsafeBytes { ImageFileFormat(signature: $0) }?.type.mediaType ?? "image/png"
    }
  }
}
