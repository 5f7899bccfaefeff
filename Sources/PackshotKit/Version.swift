/// The program's own version.
public enum Version {
  /// packshot's version.
  public static let packshot = "0.1.0"
  /// The day of that version, as the manual shows it.
  public static let date = "2026-11-22"
}
