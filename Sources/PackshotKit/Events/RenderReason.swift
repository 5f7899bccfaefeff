/// Why an output is rendered.
public enum RenderReason: String, Sendable, Codable, CaseIterable {
  /// The catalog does not know the photo.
  case new
  /// The photo's content changed.
  case content
  /// Its part of the recipe is new or changed.
  case recipe
  /// What is known of its product changed, of what this output asks.
  case product
  /// A picture of the recipe changed, or one of the photo's own.
  case source
  /// It was made by another version of packshot or of its libraries.
  case engine
  /// The file is gone.
  case missing
  /// It was modified since packshot made it, and is to be replaced.
  case edited
  /// It was up to date, and is to be rendered all the same.
  case forced
}
