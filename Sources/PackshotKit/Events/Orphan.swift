/// A recorded picture that the recipe no longer produces.
public struct Orphan: Sendable, Equatable, Codable {
  /// What happened to an orphaned picture.
  public enum Status: String, Sendable, Codable {
    /// The picture was removed.
    case removed
    /// A dry run found the picture.
    case wouldRemove = "would-remove"
    /// The removal of the picture was not confirmed.
    case kept
    /// The picture was modified since packshot made it, so it is kept.
    case conflict
  }

  /// Path relative to the output folder.
  public var path: String
  /// What happened to the picture.
  public var status: Status
}
