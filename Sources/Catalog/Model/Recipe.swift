import Foundation
import ObjectStore
import Text

extension Catalog {
  /// How renditions were made: a recipe as it stood, and the engine that carried it out.
  public struct Recipe: Record {
    public var id = UUID.timeOrdered()
    /// The SHA-256 of ``canonicalYAML``, in 64 lower-case digits. Unique together with ``engineVersion``.
    public var hash = ""
    /// What the recipe calls itself.
    public var name = ""
    /// The recipe in its one canonical spelling.
    public var canonicalYAML = ""
    /// The versions of packshot's arithmetic and of the libraries that it was used with.
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
