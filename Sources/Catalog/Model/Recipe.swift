import Foundation
import ObjectStore
import Text

extension Catalog {
  /// How renditions were made: a recipe in the version used, and the engine version that used it.
  public struct Recipe: Record {
    public var id = UUID.timeOrdered()
    /// The SHA-256 of ``canonicalYAML``, as 64 lower-case hexadecimal digits. Unique together with ``engineVersion``.
    public var hash = ""
    /// The name in the recipe.
    public var name = ""
    /// The recipe in its canonical form.
    public var canonicalYAML = ""
    /// The versions of packshot's arithmetic and of the libraries that rendered with the recipe.
    public var engineVersion = ""

    public init() {}

    public static let properties: [Property<Recipe>] = [
      Property("id", \.id),
      Property("hash", \.hash, .hexadecimal(digits: 64)).kept,
      Property("name", \.name, .length(1...4096)).kept,
      Property("canonicalYAML", \.canonicalYAML, .length(1...1_000_000)).kept,
      Property("engineVersion", \.engineVersion, .length(1...256)).kept,
    ]

    public static let entity = Entity(
      "Recipe", properties,
      toMany: [.toMany("photos", "Photo", inverse: "recipe", deleteRule: .deny).kept],
      uniqueKeys: [.exact(["hash", "engineVersion"])], names: ["name"])
  }
}
