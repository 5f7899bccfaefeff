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

/// An output of a photo, with its name.
struct NamedOutput: Sendable {
  /// Which of the recipe's outputs it is.
  var index: Int
  /// Where its file goes, below the output folder.
  var path: String
}

/// Names the files that a recipe makes of photos, and the products that photos show.
struct OutputNames: Sendable {
  private let recipe: Recipe
  private let products: ProductTable
  private let links: ProductLinks
  /// Whether anything is asked of what photos show.
  private let asksOfSubjects: Bool
  /// Whether an output's name depends on its size, or its being made on the photo, so that the photo's header is needed.
  private let needHeader: Bool
  /// What the recipe does with the attributes that it asks for, and with the groups of its `sku` pattern.
  private let uses: [(name: String, uses: AttributeUses)]

  /// - Parameter links: The products that photos show; by default those that their names tell.
  init(of recipe: Recipe, products: ProductTable, links: ProductLinks? = nil) {
    (self.recipe, self.products) = (recipe, products)
    self.links = links ?? ProductLinks(pattern: recipe.skuPattern)
    uses = (recipe.attributes + (recipe.skuPattern?.groupNames ?? [])).map { ($0, AttributeUses(of: $0, in: recipe)) }
    asksOfSubjects =
      recipe.hasConditions || recipe.hasFields || !recipe.attributes.isEmpty
      || recipe.outputs.contains { !$0.template.attributes.isEmpty } || recipe.hasOwnPictures
    needHeader =
      recipe.choosesOutputsByHeader
      || recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
  }

  /// The link of a photo to the product that it shows.
  func link(of photo: InputPhoto) -> ProductLink { links.link(of: photo) }

  /// The product that a photo shows.
  func product(of photo: InputPhoto) -> SKUPattern.Match { SKUPattern.Match(link(of: photo)) }

  /// Warnings about a photo's name.
  func warnings(of photo: InputPhoto) -> [Warning] {
    [recipe.skuPattern.flatMap { Self.warning(of: photo, by: $0) }, links.notice(of: photo)].compactMap(\.self)
  }

  private static func warning(of photo: InputPhoto, by pattern: SKUPattern) -> Warning? {
    if pattern.match(photo.name) != nil { return nil }
    let advice = { pattern.advice(on: photo.name, isQuoted: $0).map { "; " + $0 } ?? "" }
    return Warning(
      "the recipe's sku pattern does not match \"\(photo.name)\", so that is used as the sku" + advice(true),
      kind: "file name used as the sku",
      reason: "the recipe's sku pattern does not match it" + advice(false))
  }

  /// What the recipe can ask about a photo.
  ///
  /// - Throws: If a value of its product isn't the number that the recipe needs.
  func attributes(of photo: InputPhoto) throws(PhotoFailure) -> PhotoAttributes {
    try checkNumbers(of: photo)
    let subject = subject(of: photo)
    return PhotoAttributes(subject) { template throws(OutputTemplate.Refusal) in
      try path(of: template, photo, subject)
    }
  }

  /// What is known of a photo's product and view.
  func subject(of photo: InputPhoto) -> PhotoSubject {
    // The pattern need not match where nobody asks.
    if !asksOfSubjects { return PhotoSubject() }
    var subject = subject(showing: product(of: photo))
    subject.values.merge((recipe.skuPattern?.groups(photo.name) ?? [:]).mapValues { ProductValue($0) }) { $1 }
    return subject
  }

  /// The same of a photo that shows a product.
  func subject(showing product: SKUPattern.Match) -> PhotoSubject {
    asksOfSubjects ? PhotoSubject(view: product.view, values: products[product.sku]) : PhotoSubject()
  }

  /// What is known of an attribute of the product that a photo shows; nil where that is nothing.
  func attribute(_ name: String, of photo: InputPhoto) -> ProductValue? {
    let product = product(of: photo)
    if let group = recipe.skuPattern?.groups(photo.name)[name] { return ProductValue(group) }
    return switch name {
    case "sku": ProductValue(product.sku)
    case "view": product.view.map { ProductValue($0) }
    default: products[product.sku][name]
    }
  }

  /// The files that are made of a photo. Two outputs may come to the same file, as two widths do of a small photo that is not
  /// enlarged; the first of them stands for both.
  ///
  /// - Parameter makePlan: The plan for the photo; asked for where names depend on sizes, or are the same.
  func outputs(
    of photo: InputPhoto, plan makePlan: () throws -> RenderPlan
  ) throws -> (made: [NamedOutput], notMade: [RenderPlan.NotMade]) {
    try checkNumbers(of: photo)
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

  /// Throws if a value of the photo's product isn't the number that the recipe needs. Values of a table were checked when the table was
  /// read; here those of the catalog and of the photo's name are.
  private func checkNumbers(of photo: InputPhoto) throws(PhotoFailure) {
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

  /// The outputs that are not made of a photo, where its header is not asked.
  private func notMade(byNameOf photo: InputPhoto) -> [RenderPlan.NotMade] {
    guard recipe.outputs.contains(where: { $0.when != nil }) else { return [] }
    let facts = PhotoFacts(size: PixelSize(width: 1, height: 1), hasAlpha: false, subject: subject(of: photo))
    return recipe.outputs.enumerated().compactMap { place, output in
      output.when?.objection(to: facts).map { RenderPlan.NotMade(place: place, reason: $0) }
    }
  }

  /// The path of a picture that a photo has of its own, as the recipe would write it.
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
    }
  }

  private func path(of output: Recipe.Output, _ photo: InputPhoto, size: PixelSize?) throws(PhotoFailure) -> String {
    let path: String
    let attributes = output.template.attributes
    let values = attributes.isEmpty ? [:] : subject(of: photo).values
    if let missing = attributes.first(where: { values[$0]?.text.isEmpty != false }) {
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
    if path.utf8.count > 255, let long = path.pathNames.first(where: { $0.utf8.count > 255 }) {
      throw PhotoFailure(
        .badName, "name-too-long", "the output's name \"\(long.prefix(40))…\" is longer than 255 bytes")
    }
    return path
  }
}

extension PhotoAttributes {
  /// The attributes of a photo that is rendered alone, without a catalog.
  init(ofFile path: String, by recipe: Recipe) throws {
    let photo = InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name))
    self = try OutputNames(of: recipe, products: ProductTable(of: recipe, in: nil)).attributes(of: photo)
  }
}

extension SKUPattern.Match {
  /// The product and the view of a link.
  init(_ link: ProductLink) { self.init(sku: link.sku, view: link.view) }
}
