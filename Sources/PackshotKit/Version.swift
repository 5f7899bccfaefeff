import ImageCodecs

/// The program's own version, and what else decides the bytes that it writes.
public enum Version {
  public static let packshot = "0.1.0"
  /// The day of that version, as the manual shows it.
  public static let date = "2026-11-22"
  /// Rises whenever the same recipe gives other pixels or other bytes of the same photo.
  static let engine = 4

  /// What made a picture: part of the identity of all work.
  static let engineText = "packshot engine \(engine), \(ImageCodec.libraryVersions)"
}
