import Catalog
import Files
import Filters
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Recipes
import Rendering
import Text

/// An output of a photo with its file name.
struct NamedOutput: Sendable {
  /// Index of the output in the recipe.
  var index: Int
  /// Path of its file, relative to the output folder. A pattern if the name contains a ``Fingerprint``.
  var path: String
}

/// Determines the file names of a photo's outputs, and the product that a photo shows.
struct OutputNames: Sendable {
  private let recipe: Recipe
  private let products: ProductTable
  private let links: ProductLinks
  /// The photos that outputs show together. Without a run they are unknown.
  var groups = PhotoGroups.none
  /// Whether the recipe uses the photos' own focuses.
  private let usesFocus: Bool
  /// Whether the recipe uses any value of the photo's product or view.
  private let asksOfSubjects: Bool
  /// Whether naming the outputs needs the photo's header, because a name contains the size or an output's `when`
  /// depends on the photo.
  private let needHeader: Bool
  /// How the recipe uses each attribute that it reads, and each group of its `sku` pattern.
  private let uses: [(name: String, uses: AttributeUses)]

  init(of recipe: Recipe, products: ProductTable, links: ProductLinks) {
    (self.recipe, self.products, self.links) = (recipe, products, links)
    uses = (recipe.attributes + (recipe.skuPattern?.groupNames ?? [])).map { ($0, AttributeUses(of: $0, in: recipe)) }
    usesFocus = recipe.outputs.contains(where: recipe.usesFocus)
    asksOfSubjects =
      recipe.hasConditions || recipe.hasFields || !recipe.attributes.isEmpty
      || recipe.outputs.contains { !$0.template.attributes.isEmpty } || recipe.hasOwnPictures
    needHeader =
      recipe.choosesOutputsByHeader
      || recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
  }

  /// Returns the link from a photo to its product.
  func link(of photo: InputPhoto) -> ProductLink { links.link(of: photo) }

  /// Whether the recorded link of a photo at an absolute path or address agrees with the recipe's table, which may have
  /// changed since. True if the table has no row for the photo.
  func isCurrent(_ link: ProductLink?, ofPhotoAt path: String) -> Bool {
    let photo = InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name))
    guard let link, let row = links.finder.row(of: photo) else { return true }
    return link.following(name: row.sku, view: row.view ?? link.viewOfName) == link
  }

  /// Returns the product that a photo shows.
  func product(of photo: InputPhoto) -> SKUPattern.Match { SKUPattern.Match(link(of: photo)) }

  /// Warnings about the recipe's tables.
  var tableWarnings: [Warning] { products.warnings + links.finder.warnings }

  /// Warnings about a photo's product.
  func warnings(of photo: InputPhoto) -> [Warning] {
    [links.warning(of: photo), links.notice(of: photo)].compactMap(\.self)
  }

  /// Returns the values of a photo that the recipe can use.
  ///
  /// - Throws: ``PhotoFailure`` if its product is ambiguous, or if a value of its product isn't a number although the
  ///   recipe needs one.
  func attributes(of photo: InputPhoto) throws(PhotoFailure) -> PhotoAttributes {
    try checkProduct(of: photo)
    let subject = subject(of: photo)
    return PhotoAttributes(subject) { template throws(OutputTemplate.Refusal) in
      try path(of: template, photo, subject)
    }
  }

  /// Returns the known values of a photo's product and view.
  func subject(of photo: InputPhoto) -> PhotoSubject {
    var subject = ownSubject(of: photo)
    subject.groups = groups.parts(of: photo)
    return subject
  }

  /// Returns the known values of a photo, without the other photos of its groups.
  private func ownSubject(of photo: InputPhoto) -> PhotoSubject {
    // Without this check, a photo that the pattern doesn't match would fail although the recipe doesn't use its
    // product.
    var subject = PhotoSubject()
    if asksOfSubjects {
      subject = self.subject(showing: product(of: photo))
      subject.values.merge((recipe.skuPattern?.groups(photo.name) ?? [:]).mapValues { ProductValue($0) }) { $1 }
    }
    if usesFocus { subject.focus = links.focus(of: photo) }
    return subject
  }

  /// Returns the known values of a recorded photo, without the groups of the `sku` pattern.
  func subject(of known: KnownFile) -> PhotoSubject {
    var subject = PhotoSubject()
    if asksOfSubjects, let product = known.product { subject = self.subject(showing: product) }
    if usesFocus { subject.focus = known.focus.map(Focus.init) }
    return subject
  }

  private func subject(showing product: SKUPattern.Match) -> PhotoSubject {
    PhotoSubject(view: product.view, values: products[product.sku])
  }

  /// Returns an attribute of the product that a photo shows, or nil if it has none.
  func attribute(_ name: String, of photo: InputPhoto) -> ProductValue? {
    let product = product(of: photo)
    if let group = recipe.skuPattern?.groups(photo.name)[name] { return ProductValue(group) }
    return switch name {
    case "sku": ProductValue(product.sku)
    case "view": product.view.map { ProductValue($0) }
    default: products[product.sku][name]
    }
  }

  /// Returns the files that are made from a photo. Two outputs can have the same file, such as two widths of a small
  /// photo that isn't enlarged. Only the first of them is returned then.
  ///
  /// - Parameter makePlan: Returns the plan for the photo. Called only if names depend on sizes, or are equal.
  func outputs(
    of photo: InputPhoto, plan makePlan: () throws -> RenderPlan
  ) throws -> (made: [NamedOutput], notMade: [RenderPlan.NotMade]) {
    try checkProduct(of: photo)
    var plan = needHeader ? try makePlan() : nil
    var named: [NamedOutput] = []
    let notMade = plan?.notMade ?? notMade(byNameOf: photo)
    for (index, output) in recipe.outputs.enumerated() where !notMade.contains(where: { $0.place == index }) {
      let path = try path(of: output, photo, size: plan?.output(at: index)?.written.exact?.size)
      guard let other = named.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) else {
        named.append(NamedOutput(index: index, path: path))
        continue
      }
      let planned = try plan ?? makePlan()
      plan = planned
      guard let one = planned.output(at: index), let another = planned.output(at: other.index),
        one.isSameWork(as: another)
      else {
        throw PhotoFailure(
          .badName, "same-file",
          "\(recipe.outputs[other.index].node.path) and \(output.node.path) of this photo would both be written to \(path), "
            + "but are different pictures; give one of them another name")
      }
    }
    return (named, notMade)
  }

  /// Throws if the photo's product is ambiguous, or if one of its values isn't a number although the recipe needs one.
  /// Values of a table were checked when it was read, so this checks values from the catalog and from the photo's name.
  private func checkProduct(of photo: InputPhoto) throws(PhotoFailure) {
    if let failure = links.finder.failure(of: photo) { throw failure }
    if uses.isEmpty { return }
    let subject = subject(of: photo)
    for (name, uses) in uses {
      guard let value = subject.values[name], !value.text.isEmpty else { continue }
      do throws(NumberError) { try uses.check(value) } catch {
        throw PhotoFailure(
          .recipe, error.reason,
          "the recipe uses \(name) as a number, which is “\(value.text)” for \(product(of: photo).sku); \(error.message)",
          ["field": name, "value": value.text, "sku": product(of: photo).sku])
      }
    }
  }

  /// Returns the outputs that are not made from a photo, if that can be decided without its header.
  private func notMade(byNameOf photo: InputPhoto) -> [RenderPlan.NotMade] {
    guard recipe.outputs.contains(where: { $0.when != nil || $0.group != nil }) else { return [] }
    let facts = PhotoFacts(withoutHeaderOf: subject(of: photo))
    return recipe.outputs.enumerated().compactMap { place, output in
      output.objection(to: facts).map { RenderPlan.NotMade(place: place, reason: $0) }
    }
  }

  /// Returns the path of a per-photo image as the recipe writes it.
  func path(
    of picture: PictureTemplate, _ photo: InputPhoto, _ subject: PhotoSubject
  ) throws(OutputTemplate.Refusal) -> String {
    try picture.path(attributes: subject.values) { value(of: $0, photo, size: nil) }
  }

  private func value(of field: OutputTemplate.Field, _ photo: InputPhoto, size: PixelSize?) -> String {
    switch field {
    case .stem: photo.stem
    case .relative: photo.relative
    case .extension: photo.extension
    case .sku: product(of: photo).sku
    case .view: product(of: photo).view ?? ""
    case .name: recipe.name
    case .width: size.map { String($0.width) } ?? ""
    case .height: size.map { String($0.height) } ?? ""
    case .hash: Fingerprint.field
    }
  }

  private func path(of output: Recipe.Output, _ photo: InputPhoto, size: PixelSize?) throws(PhotoFailure) -> String {
    let path: String
    let attributes = output.template.attributes
    let values = attributes.isEmpty ? [:] : subject(of: photo).values
    let required = output.template.uses.filter { $0.fallback == nil }.map(\.name)
    if let missing = required.first(where: { values[$0]?.text.isEmpty != false }) {
      let sku = product(of: photo).sku
      throw PhotoFailure(
        .recipe, "unknown-name-value",
        "\(output.node.path).file uses {\(missing)}, but \(products.name) has no \(missing) for \(sku)",
        ["output": output.node.path, "field": missing, "sku": sku])
    }
    do {
      path = try output.template.path(attributes: values) { value(of: $0, photo, size: size) }
    } catch {
      throw PhotoFailure(.badName, error.reason, error.message, error.details, remedy: error.remedy)
    }
    var longest = path
    if output.template.fields.contains(.hash) {
      guard Fingerprint.count(in: path) == Fingerprint.count(in: output.template.text) else {
        throw PhotoFailure(
          .badName, "hash-in-value",
          "the output's name \"\(path)\" contains \(Fingerprint.field) from the photo's name or its product, where it would "
            + "be replaced by the output's hash; rename the photo or change the product's value")
      }
      longest = Fingerprint.path(path, sha256: String(repeating: "0", count: 64))
    }
    if longest.utf8.count > 255, let long = longest.pathNames.first(where: { $0.utf8.count > 255 }) {
      throw PhotoFailure(
        .badName, "name-too-long", "the output's name \"\(long.prefix(40))…\" is longer than 255 bytes")
    }
    return path
  }
}

extension PhotoAttributes {
  /// Creates the attributes of a single photo that is rendered without a catalog, as in a first run.
  ///
  /// - Parameter focus: The photo's own focus.
  init(ofFile path: String, by recipe: Recipe, _ focus: Focus? = nil) throws {
    let photo = InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name))
    let links = ProductLinks(try ProductFinder(of: recipe))
    let products = try ProductTable(of: recipe, in: nil, addsProducts: true)
    self = try OutputNames(of: recipe, products: products, links: links).attributes(of: photo)
    subject.focus = focus
  }
}

extension SKUPattern.Match {
  /// Takes the product and the view from a link.
  init(_ link: ProductLink) { self.init(sku: link.sku, view: link.view) }
}
