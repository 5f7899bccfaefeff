import Catalog
import Files
import Parameters
import Recipes
import Rendering
import Text

/// The photos of a run that outputs show together: for each group of the recipe and each product, the photos of the
/// picture.
struct PhotoGroups: Sendable {
  /// The photos of a picture.
  private enum Choice: Sendable {
    case made([InputPhoto])
    /// The product has too few photos, worded to follow "because".
    case tooFew(String)

    /// The reason why the picture isn't made from another photo than the first.
    var objection: String {
      switch self {
      case .made(let photos): "it is made from the product's photo \(photos[0].path)"
      case .tooFew(let reason): reason
      }
    }
  }

  /// By the group's id and the product's folded SKU.
  private var choices: [String: [String: Choice]] = [:]
  private var photos: [FilePath: InputPhoto] = [:]
  /// The parts of photos in the groups, by the photos' paths.
  private var parts: [FilePath: [String: GroupPart]] = [:]
  /// Absolute paths of the photos.
  private var places: Set<FilePath> = []

  /// The groups of a recipe without groups, or without a run.
  static let none = PhotoGroups()

  private init() {}

  /// - Parameters:
  ///   - photos: All photos of the run, in its order.
  ///   - names: The products that the photos show, and their values.
  ///   - place: Returns the absolute path of a photo.
  init(of photos: [InputPhoto], by recipe: Recipe, _ names: OutputNames, place: (String) -> String) {
    if !recipe.hasGroups { return }
    let linked = photos.map { (photo: $0, link: names.link(of: $0)) }
    let products = Dictionary(grouping: linked) { $0.link.sku.nameFolded }
    for group in recipe.outputs.compactMap(\.group) where choices[group.id] == nil {
      let chosen = products.mapValues { Self.choice(of: group, among: $0) }
      for (sku, choice) in chosen {
        let others = GroupPart(objection: choice.objection)
        for (photo, _) in products[sku]! { parts[FilePath(photo.path), default: [:]][group.id] = others }
        guard case .made(let photos) = choice else { continue }
        let members = photos.map { GroupPart.Member(path: $0.path, subject: names.subject(of: $0)) }
        parts[FilePath(photos[0].path), default: [:]][group.id] = GroupPart(of: members)
      }
      choices[group.id] = chosen
    }
    for photo in photos {
      self.photos[FilePath(photo.path)] = photo
      places.insert(FilePath(place(photo.path)))
    }
  }

  private static func choice(of group: Recipe.Group, among all: [(photo: InputPhoto, link: ProductLink)]) -> Choice {
    let views = group.views
    let chosen =
      views.isEmpty
      ? all.prefix(group.max).map(\.photo) : views.compactMap { view in all.first { $0.link.view == view }?.photo }
    if chosen.count >= group.min { return .made(chosen) }
    let sku = all[0].link.sku
    let missing = views.filter { view in !all.contains { $0.link.view == view } }
    let found =
      missing.isEmpty
      ? "the run has \(all.count) of \(sku)" : "the run has none of \(sku) with view \(Spelling.list(missing, "or"))"
    return .tooFew("it shows at least \(group.min) photos of a product, and \(found)")
  }

  /// Returns a photo's part in each group.
  func parts(of photo: InputPhoto) -> [String: GroupPart] { parts[FilePath(photo.path)] ?? [:] }

  /// Returns the photo at a path, as the run names it.
  func photo(_ path: String) -> InputPhoto? { photos[FilePath(path)] }

  /// Whether the run has the photo at an absolute path.
  func contains(_ place: String) -> Bool { places.contains(FilePath(place)) }

  /// Returns a warning for each group that some products have too few photos for.
  func warnings(of recipe: Recipe) -> [Warning] {
    var seen: Set<String> = []
    return recipe.outputs.compactMap { output in
      guard let group = output.group, seen.insert(group.id).inserted else { return nil }
      let few = (choices[group.id] ?? [:]).compactMap { sku, choice in
        if case .tooFew(let reason) = choice { (sku, reason) } else { nil }
      }
      guard let first = few.min(by: { $0.0 < $1.0 }) else { return nil }
      let products = few.count == 1 ? "1 product" : "\(few.count) products"
      return Warning("\(output.node.path) is not made for \(products): \(first.1)")
    }
  }
}
