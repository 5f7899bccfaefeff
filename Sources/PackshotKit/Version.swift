/// The version of packshot.
public enum Version {
  /// The version number.
  public static let packshot = "0.1.0"
  /// The date of the version, shown in the manual.
  public static let date = "2026-11-22"
}
