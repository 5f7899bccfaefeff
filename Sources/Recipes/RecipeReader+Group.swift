import Filters
import Parameters
import PixelCore

extension RecipeKey where Node == Recipe.Output {
  static var group: Self {
    Self(
      "group", \.group, .value(ofPicture: true),
      schema: [
        "description":
          "The output shows several photos of a product in one picture, and is made once for each product.",
        "type": "object", "required": ["by", "cell"], "additionalProperties": false,
        "properties": [
          "by": Recipe.Group.Attribute.kind.schema("What the photos of a picture have in common: their product."),
          "photos": [
            "description":
              "The views to show, in this order (default: the product's first photos, in the order of their paths).",
            "type": "array", "minItems": 1, "maxItems": Recipe.Group.mostPhotos.value, "uniqueItems": true,
            "items": ["type": "string"],
          ],
          "min": ParameterKind.wholeNumber.schema(
            "The smallest number of photos that a picture is made of (default: as many as `photos` names, or 2).",
            in: Recipe.Group.counts),
          "max": ParameterKind.wholeNumber.schema(
            "The largest number of photos in a picture, if `photos` doesn't name them.",
            default: Recipe.Group.usualMax.value,
            in: Recipe.Group.counts),
          "arrange": Recipe.Group.Arrangement.kind.schema(
            "Whether the photos are in a row, a column or a grid.", default: Recipe.Group.Arrangement.row.value),
          "cell": PixelSize.kind.schema("Width and height in pixels of the frame that each photo is fitted into."),
          "gap": ParameterKind.wholeNumber.schema("Pixels between the frames.", default: 0.value, in: 0...65_535),
          "background": ParameterKind.color.schema(
            "The colour around and behind the photos, opaque or transparent.", default: Color.transparent.value),
        ],
      ],
      read: RecipeReader.group, lines: { $0.map { ["group: \($0.id)"] } ?? [] })
  }
}

extension Recipe.Group {
  fileprivate static let counts = 1...Double(mostPhotos)
  fileprivate static let sides = 1...65_535
  fileprivate static let cells = "[width, height] in pixels, each from 1 to \(sides.upperBound)"
}

/// Reads the outputs that show several photos.
extension RecipeReader {
  fileprivate func group(_ entry: Value.Entry, path: String) throws(RecipeError) -> Recipe.Group? {
    let node = Recipe.Node(path: path, location: entry.value.location)
    let given = try fields(of: entry.value, at: node, allowed: RecipeKeys.group)
    guard let by = given["by"] else {
      throw error(at: node.location, path, .missingKey("by", of: "a group", what: "such as `by: sku`"))
    }
    guard let cell = given["cell"] else {
      throw error(
        at: node.location, path,
        .missingKey("cell", of: "a group", what: "the size of each photo's frame, such as `cell: [600, 600]`"))
    }
    let frame: PixelSize = try value(of: cell, as: "cell", path: "\(path).cell", Recipe.Group.cells)
    guard Recipe.Group.sides.contains(frame.width), Recipe.Group.sides.contains(frame.height) else {
      throw refused(cell, at: "\(path).cell", Recipe.Group.cells)
    }
    let views = try given["photos"].map { (entry) throws(RecipeError) in try self.views(entry, path: "\(path).photos") }
    if views != nil, let max = given["max"] {
      throw error(at: max.location, path, .notBoth("photos", "max"))
    }
    let max = try number(given["max"], as: "max", in: 1...Recipe.Group.mostPhotos, path: path)
    let most = views?.count ?? max ?? Recipe.Group.usualMax
    let group = Recipe.Group(
      by: try value(of: by, as: "by", path: "\(path).by", "sku (photos of the same product)"),
      views: views ?? [], min: try number(given["min"], as: "min", in: 1...most, path: path), max: max,
      arrangement: try given["arrange"].map { (entry) throws(RecipeError) in
        try value(of: entry, as: "arrange", path: "\(path).arrange", "row, column or grid")
      } ?? .row,
      cell: frame, gap: try number(given["gap"], as: "gap", in: 0...65_535, path: path) ?? 0,
      background: try given["background"].map { (entry) throws(RecipeError) in
        try background(ofGroup: entry, path: "\(path).background")
      } ?? .transparent)
    try checkNaming(for: group, at: node)
    return group
  }

  private func background(ofGroup entry: Value.Entry, path: String) throws(RecipeError) -> Color {
    guard let color = Color(entry.value), color.isOpaque || color.alpha == 0 else {
      throw refused(entry, as: "background", at: path, "an opaque CSS colour, or transparent")
    }
    return color
  }

  private func number(
    _ entry: Value.Entry?, as key: String, in range: ClosedRange<Int>, path: String
  ) throws(RecipeError) -> Int? {
    guard let entry else { return nil }
    guard let number = Int(entry.value), range.contains(number) else {
      throw refused(
        entry, as: key, at: "\(path).\(key)", "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func views(_ entry: Value.Entry, path: String) throws(RecipeError) -> [String] {
    let allowed = "a list of 1 to \(Recipe.Group.mostPhotos) views, such as [front, side]"
    guard case .list(let values) = entry.value.content, 1...Recipe.Group.mostPhotos ~= values.count else {
      throw refused(entry, as: "photos", at: path, allowed)
    }
    var views: [String] = []
    for value in values {
      // A view such as 1 is a number in YAML.
      let view: String
      switch value.content {
      case .text(let text): view = text
      case .number: view = value.description
      default: throw refused(entry, as: "photos", at: path, allowed)
      }
      if views.contains(view) {
        throw error(at: value.location, path, .repeatedElement("`\(view)`", list: "photos"))
      }
      views.append(view)
    }
    return views
  }

  /// Throws if the recipe can't know which photos show the same product, or which view.
  private func checkNaming(for group: Recipe.Group, at node: Recipe.Node) throws(RecipeError) {
    // A pattern or table that can't be read has its own error.
    guard let naming else { return }
    guard naming.findsProducts else {
      throw error(at: node.location, node.path, .groupWithoutPattern(view: group.views.first))
    }
    if let view = group.views.first, !naming.mayFindViews {
      throw error(at: node.location, node.path, .groupWithoutPattern(view: view))
    }
  }

  /// Throws if a condition or a shared step depends on a single photo, because the output shows several.
  func checkGroup(of output: Recipe.Output, in recipe: Recipe) throws(RecipeError) {
    guard output.group != nil else { return }
    if let when = output.when, when.asksOfPhoto {
      throw error(at: output.node.location, "\(output.node.path).when", .conditionOfGroup)
    }
    for step in output.steps where step.when?.asksOfPhoto == true {
      throw error(at: step.node.location, step.node.path, .conditionOfGroup)
    }
    for step in recipe.steps {
      if step.when?.asksOfHeader == true {
        throw error(at: step.node.location, step.node.path, .conditionBeforeGroup(output: output.node.path))
      }
      if let own = recipe.sources.first(where: { $0.isOwn && step.filter.sourceNames.contains($0.name) }) {
        throw error(
          at: step.node.location, step.node.path, .ownSourceBeforeGroup(source: own.name, output: output.node.path))
      }
    }
  }
}

extension When {
  /// Whether the condition depends on a photo, and not only on its product.
  fileprivate var asksOfPhoto: Bool { asksOfHeader || asksOfView }
}
