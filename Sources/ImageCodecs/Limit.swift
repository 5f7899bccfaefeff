/// Limits for pictures and the resources they take, named like their settings.
public enum Limit: String, Sendable, CaseIterable {
  /// Maximum number of pixels of a picture.
  case maxPixels
  /// Maximum bytes of a picture's metadata.
  case maxMetadata
  /// Maximum number of scans of a JPEG.
  case maxScans
  /// Maximum seconds that processing a picture may take.
  case maxSeconds
  /// Maximum bytes of a picture's file.
  case maxFileSize
  /// Maximum bytes that all pictures being processed may hold together.
  case maxMemory
}
