import Filters
import Parameters
import PixelCore

extension Recipe {
  /// How an output shows several photos of a product in one picture.
  package struct Group: Hashable, Sendable {
    /// What the photos of a picture have in common.
    package enum Attribute: String, Sendable, ParameterChoice {
      /// The product.
      case sku
    }

    /// The order of the photos in the picture.
    package enum Arrangement: String, Sendable, ParameterChoice {
      /// Side by side, in one row.
      case row
      /// One below the other, in one column.
      case column
      /// In a grid with at least as many columns as rows.
      case grid
    }

    let by: Attribute
    /// The views to show, in this order. If empty, the product's first photos are shown, in the order of their paths.
    package let views: [String]
    /// Minimum number of photos. The picture isn't made for a product with fewer photos.
    package let min: Int
    /// Maximum number of photos.
    package let max: Int
    let arrangement: Arrangement
    /// Size in pixels of the frame that each photo is fitted into.
    let cell: PixelSize
    /// Space between frames in pixels.
    let gap: Int
    /// The colour around and behind the photos: opaque, or transparent.
    let background: Color
    /// The group as a recipe writes it. It identifies the group among the groups of a recipe, also in another process.
    package let id: String

    /// Maximum number of photos in a picture.
    static let mostPhotos = 25
    /// Maximum number of photos if the recipe doesn't say.
    static let usualMax = 4

    /// - Parameters:
    ///   - min: Defaults to the number of views, or 2.
    ///   - max: Defaults to 4. Ignored if there are views.
    init(
      by: Attribute = .sku, views: [String] = [], min: Int? = nil, max: Int? = nil, arrangement: Arrangement = .row,
      cell: PixelSize, gap: Int = 0, background: Color = .transparent
    ) {
      (self.by, self.views, self.arrangement) = (by, views, arrangement)
      (self.cell, self.gap, self.background) = (cell, gap, background)
      let most = views.isEmpty ? max ?? Self.usualMax : views.count
      self.max = most
      self.min = min ?? (views.isEmpty ? Swift.min(2, most) : most)
      let number = views.isEmpty ? ("max", most.value) : ("photos", Value(.list(views.map(\.value))))
      let entries = [
        ("by", by.value), number, ("min", self.min.value), ("arrange", arrangement.value), ("cell", cell.value),
        ("gap", gap.value), ("background", background.value),
      ]
      id = "\(Value(.map(entries.map { Value.Entry(key: $0.0, value: $0.1) })))"
    }
  }
}

extension Recipe.Group {
  /// Returns the name of the source that is the photo at an index in the picture.
  package func sourceName(_ index: Int) -> String { "photo \(index + 1) of \(id)" }

  /// Returns the number of columns for a number of photos.
  private func columns(for count: Int) -> Int {
    switch arrangement {
    case .row: count
    case .column: 1
    case .grid: (1...).first { $0 * $0 >= count }!
    }
  }

  /// Returns the steps that place the first photo in its frame, on a canvas for this number of photos, and the other
  /// photos in their frames.
  func steps(for count: Int, at node: Recipe.Node) -> [Recipe.Step] {
    let columns = columns(for: count)
    let rows = (count + columns - 1) / columns
    let across = cell.width + gap
    let down = cell.height + gap
    let canvas = Pad(right: (columns - 1) * across, bottom: (rows - 1) * down, background: background)
    let others = (1..<Swift.max(count, 1)).map { index -> any Filter in
      let corner = PixelPoint(x: index % columns * across, y: index / columns * down)
      return SourceOver(foreground: SourceName(sourceName(index)), at: .topLeft, inset: corner)
    }
    return ([fit, canvas] + others).map { Recipe.Step(filter: $0, node: node) }
  }

  /// The step that fits a photo into its frame.
  var fit: any Filter { Fit(width: cell.width, height: cell.height, background: background) }
}

/// A photo's part in a picture of several photos.
package struct GroupPart: Hashable, Codable, Sendable {
  /// The photos of the picture, in order. The picture is made from the first one. Empty if the picture isn't made from
  /// this photo.
  package var photos: [Member]
  /// The reason why the picture isn't made from this photo.
  package var objection: String?

  /// A photo in the picture.
  package struct Member: Hashable, Codable, Sendable {
    /// Path of the photo, as the run names it.
    package var path: String
    /// Known values of the photo.
    package var subject: PhotoSubject

    package init(path: String, subject: PhotoSubject) { (self.path, self.subject) = (path, subject) }
  }

  package init(of photos: [Member]) { self.photos = photos }
  package init(objection: String) { (photos, self.objection) = ([], objection) }
}

extension Recipe.Output {
  /// Returns the reason why the output isn't made from a photo, worded to follow "because". Returns nil if it is made.
  package func objection(to photo: PhotoFacts) -> String? {
    if let objection = when?.objection(to: photo) { return objection }
    guard let group else { return nil }
    guard let part = photo.subject.groups[group.id] else {
      return "it shows several photos of a product, and only a run knows which photos there are"
    }
    return part.objection
  }

  /// Returns the paths of the photos that the output shows, or an empty list if it shows only one.
  package func photos(for subject: PhotoSubject) -> [String] {
    group.flatMap { subject.groups[$0.id]?.photos.map(\.path) } ?? []
  }
}

extension Recipe {
  /// Whether an output shows several photos.
  package var hasGroups: Bool { outputs.contains { $0.group != nil } }

  /// Returns the recipe for the first photo of its groups. The other photos of a group become per-photo sources with
  /// the recipe's shared steps, and the output's steps start with those that place them.
  ///
  /// - Throws: `RecipeError` if a text uses a value that is unknown for a photo of the group.
  package func withGroups(for subject: PhotoSubject) throws(RecipeError) -> Recipe {
    guard hasGroups else { return self }
    var recipe = self
    for index in outputs.indices {
      guard let group = outputs[index].group, let photos = subject.groups[group.id]?.photos, !photos.isEmpty else {
        continue
      }
      let node = Node(path: "\(outputs[index].node.path).group", location: outputs[index].node.location)
      recipe.outputs[index].steps = group.steps(for: photos.count, at: node) + outputs[index].steps
      for (place, photo) in photos.enumerated().dropFirst() {
        let name = group.sourceName(place)
        // Several outputs can have the same group, in different sizes or formats.
        if recipe.sources.contains(where: { $0.name == name }) { continue }
        let taken = steps.filter { $0.isTaken(for: photo.facts) }.map { Step(filter: $0.filter, node: $0.node) }
        let own = try filled(taken, for: photo.subject) + [Step(filter: group.fit, node: node)]
        recipe.sources.append(Source(name: name, content: .member(path: photo.path), steps: own, node: node))
      }
    }
    return recipe
  }

  /// Returns groups with as many photos as possible, for planning without photos.
  package func sampleGroups(of subject: PhotoSubject) -> [String: GroupPart] {
    let groups = outputs.compactMap(\.group).map { group in
      (group.id, GroupPart(of: (0..<group.max).map { .init(path: "photo \($0 + 1)", subject: subject) }))
    }
    return Dictionary(groups) { one, _ in one }
  }
}

extension GroupPart.Member {
  /// The values that the conditions of shared steps can use. They can't use a header if there are groups.
  package var facts: PhotoFacts { PhotoFacts(withoutHeaderOf: subject) }
}
