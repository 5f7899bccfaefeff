/// What a picture may be and take before it is refused, by the name of the setting.
public enum Limit: String, Sendable, CaseIterable {
  /// The most pixels of a picture.
  case maxPixels
  /// The most bytes of its metadata.
  case maxMetadata
  /// The most scans of a JPEG.
  case maxScans
  /// The longest that it may take, in seconds.
  case maxSeconds
  /// The most bytes of its file.
  case maxFileSize
  /// Bytes that pictures at work may hold in all.
  case maxMemory
}
