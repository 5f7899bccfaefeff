/// The reason why an output is rendered.
public enum RenderReason: String, Sendable, Codable, CaseIterable {
  /// The photo is not in the catalog.
  case new
  /// The photo's content changed.
  case content
  /// The part of the recipe that the output depends on is new or has changed.
  case recipe
  /// A product value that the output uses has changed.
  case product
  /// The photo's own focus was set, changed or removed.
  case focus
  /// An image of the recipe, or a per-photo image, has changed.
  case source
  /// The output shows several photos, and another photo than the first has changed, was added or was removed.
  case group
  /// The output was made by another version of packshot or of its libraries.
  case engine
  /// The output file no longer exists.
  case missing
  /// The output file was modified since packshot made it, or packshot didn't make it, and overwriting is allowed.
  case edited
  /// The output was up to date, but rendering was forced.
  case forced
}
