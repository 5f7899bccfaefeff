import Files
import Foundation
import Hummingbird
import PackshotKit
import Recipes
import Text

/// The grid of photos, a page for each photo, and their pictures.
struct PhotoPages: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    let part = router.group("photos")
    part.get { request, _ in try await grid(PhotoFilter(request), from: request.offset) }
    part.get(":id") { request, context in try await page(context.id, done: request.isDone) }
    part.get(":id/small") { _, context in await picture(try context.id, .small) }
    part.get(":id/large") { _, context in await picture(try context.id, .large) }
    part.post(":id/render") { request, context in
      _ = try await Form(request, shop.token)
      return try await renderAgain(context.id)
    }
    for attribute in ["product", "focus"] {
      // A browser stays at this address after the form is refused, and reads it again.
      part.get(":id/\(attribute)") { _, context in Response.redirect(to: "/photos/\(try context.id.text)") }
      part.post(":id/\(attribute)") { request, context in
        try await save(attribute, of: context.id, Form(request, shop.token))
      }
    }
  }

  // MARK: The grid

  /// Photos on a page of the grid.
  private static let pageSize = 200

  struct Grid {
    let count: String
    let filter: PhotoFilter
    let kinds: [PhotoFilter.Choice]
    let states: [PhotoFilter.Choice]
    let folders: [String]
    let tiles: [Tile]
    /// Failed photos or photos with warnings, if the filter asks for them.
    let rows: [Row]
    let hasRows: Bool
    let isEmpty: Bool
    let next: String?
    let refusal: String?
    let isNarrow: Bool
  }

  /// A photo in a grid.
  struct Tile {
    let address: String
    let picture: String
    let name: String
    let note: String
  }

  private func grid(_ filter: PhotoFilter, from offset: Int) async throws -> Response {
    try await shop.catalog.perform { catalog in
      var (photos, count, refusal): ([Catalog.Photo], Int, ErrorDescriptor?) = ([], 0, nil)
      var rows: [Row] = []
      do {
        if filter.state == "failed" {
          let failures = try filter.failures(in: catalog)
          count = failures.count
          rows = failures.dropFirst(offset).prefix(Self.pageSize).map { Row($0) }
        } else {
          (photos, count) = try catalog.read { reader in
            let condition = try filter.condition(in: reader)
            let page = Fetch<Catalog.Photo>(
              where: condition, by: [.init("path"), .init("kind")], limit: Self.pageSize, offset: offset)
            let photos = try reader.fetch(page)
            if filter.state == "warned" { rows = try photos.map { try Row(warned: $0, in: reader) } }
            return (photos, try reader.count(Fetch<Catalog.Photo>(where: condition)))
          }
        }
      } catch  where !filter.condition.isEmpty && ErrorDescriptor(error).isOfCondition {
        refusal = ErrorDescriptor(error)
      }
      let grid = Grid(
        count: count.counted("photo"), filter: filter, kinds: filter.kinds, states: filter.states,
        folders: Set(photos.map(\.folder)).filter { !$0.isEmpty }.sorted(),
        tiles: rows.isEmpty ? photos.map { Tile($0) } : [],
        rows: rows, hasRows: !rows.isEmpty,
        isEmpty: count == 0, next: offset + Self.pageSize < count ? filter.address(from: offset + Self.pageSize) : nil,
        refusal: refusal.map { "The condition can’t be read: " + $0.message }, isNarrow: filter.isNarrow)
      return try shop.page("photos", title: "Photos", part: "photos", grid)
    }
  }

  // MARK: A photo

  struct ShownPhoto {
    let title: String
    let kind: String
    /// Addresses of the previous and next photos of the same kind, in order of path.
    let previous: String?
    let next: String?
    let made: Made
    let picture: String
    /// The size of the upright picture in pixels.
    let width: Int
    let height: Int
    let facts: [Fact]
    let product: String
    let productAddress: String?
    /// Whether the page shows a value that was refused.
    let isRefused: Bool
    /// The SKU in the form, which may have been refused, and the saved SKU.
    let sku: String
    let savedSKU: String
    let address: String
    /// Only an original has a focus of its own, and can be replaced.
    let isOriginal: Bool
    /// The focus in the form, which may have been refused, and the saved focus.
    let focus: String
    let savedFocus: String
    let original: Tile?
    /// The largest picture, beside the photo.
    let first: Rendition?
    /// The photo's other pictures.
    let others: [Rendition]
    let hasOthers: Bool
    let recipe: RecipeFacts?
    let failure: String?
    /// Warnings of the runs that made the photo's pictures.
    let warnings: [String]
    /// Whether the photo's file is gone.
    let isMissing: Bool
    let suggestions: [Suggestions]
  }

  struct Fact {
    let name: String
    let text: String
  }

  /// A picture that was made from a photo, beside the photo.
  struct Rendition {
    let tile: Tile
    let before: String
    let after: String
    let facts: String
    let width: Int
    let height: Int
    /// Identifies the slider on the page.
    let number: Int
  }

  /// A sentence about what made a picture, or how many pictures were made of a photo.
  struct Made {
    let text: String
    let recipe: Link?
    let ago: String?

    struct Link {
      let name: String
      let address: String
    }
  }

  struct RecipeFacts {
    let name: String
    let hash: String
    let engine: String
    let text: String
    let run: String?
    let runAddress: String?
  }

  private func page(_ id: UUID, done: Bool) async throws -> Response {
    try await shop.catalog.perform { try show(id, in: $0, done: done) }
  }

  /// Shows a photo's page.
  ///
  /// - Parameter typed: An attribute and the value that was typed for it, if it was refused.
  private func show(
    _ id: UUID, in catalog: Catalog, typed: (attribute: String, value: String)? = nil, _ error: ErrorDescriptor? = nil,
    done: Bool = false
  ) throws -> Response {
    let details = try catalog.details(ofPhoto: id)
    let photo = details.photo
    let failure = try catalog.openFailures(of: photo.path).first
    let value = { (attribute: String, saved: String) in typed?.attribute == attribute ? typed!.value : saved }
    let (sku, focus) = (details.product?.sku ?? "", photo.focus?.description ?? "")
    // The original of a rendition is what it is compared with.
    let pairs =
      photo.kind == .original
      ? details.renditions.filter { $0.replacedAt == nil }.sorted { $0.pixelCount > $1.pixelCount }.map { (photo, $0) }
      : details.source.map { [($0, photo)] } ?? []
    let (previous, next) = try catalog.read { reader in
      (try neighbour(of: photo, .less, reader), try neighbour(of: photo, .more, reader))
    }
    let renditions = pairs.enumerated().map { Rendition(of: $1.0, $1.1, number: $0) }
    return try shop.page(
      "photo", title: photo.name, part: "photos", status: error?.code.status ?? .ok, done: done,
      notice: error.map { .init(text: $0.sentence, isError: true) },
      ShownPhoto(
        title: photo.name, kind: photo.kind.word, previous: previous, next: next,
        made: Self.made(photo, details, pairs.count),
        picture: Pictures.address(of: photo, .large), width: photo.uprightSize.width, height: photo.uprightSize.height,
        facts: Self.facts(of: photo, details.run),
        product: details.product?.name ?? "", productAddress: details.product.map { Catalog.Product.address($0.id) },
        isRefused: error != nil, sku: value("product", sku), savedSKU: sku, address: "/photos/\(photo.id.text)",
        isOriginal: photo.kind == .original, focus: value("focus", focus), savedFocus: focus,
        original: details.source.map { Tile($0) },
        first: renditions.first, others: Array(renditions.dropFirst()), hasOthers: renditions.count > 1,
        recipe: details.recipe.map { recipe in
          RecipeFacts(
            name: recipe.name, hash: String(recipe.hash.prefix(12)), engine: recipe.engineVersion,
            text: recipe.canonicalYAML, run: details.run?.started.displayText,
            runAddress: details.run.map { "/runs/\($0.id.text)" })
        },
        failure: failure.map { "\($0.message)" },
        warnings: (try catalog.read { try photo.allWarnings(in: $0) }).map(\.sentence),
        isMissing: photo.data == nil && !CatalogPaths.isAddress(photo.path)
          && !FileStatus.isAnything(at: catalog.paths.resolvedPath(photo.path)),
        suggestions: try Suggestions.all(for: ["Product"], in: catalog)))
  }

  /// Returns the address of the previous (`less`) or next (`more`) photo of the same kind, in order of path.
  private func neighbour(
    of photo: Catalog.Photo, _ comparison: Condition.Comparison, _ reader: Reader
  ) throws -> String? {
    let condition = Condition.and([.equal("kind", photo.kind), .compare("path", comparison, .string(photo.path))])
    let order = Fetch<Catalog.Photo>.Order("path", descending: comparison == .less)
    return try reader.first(Fetch<Catalog.Photo>(where: condition, by: [order])).map { "/photos/\($0.id.text)" }
  }

  private static func made(_ photo: Catalog.Photo, _ details: PhotoDetails, _ pictures: Int) -> Made {
    let ago = details.run?.started.formatted(.relative(presentation: .named))
    if photo.kind == .source { return Made(text: "Used by recipes", recipe: nil, ago: nil) }
    guard photo.kind == .rendition else {
      return Made(
        text: pictures == 0 ? "No picture was made of it yet" : "\(pictures.counted("picture")) made of it",
        recipe: nil,
        ago: nil)
    }
    let (width, height) = photo.uprightSize
    return Made(
      text: "\(width) × \(height) \(photo.format)",
      recipe: details.recipe.map { .init(name: $0.name, address: "#recipe") }, ago: ago)
  }

  private static func facts(of photo: Catalog.Photo, _ run: Catalog.Run?) -> [Fact] {
    var facts = [
      Fact(name: "File", text: photo.path), Fact(name: "Size", text: "\(photo.width) × \(photo.height) pixels"),
      Fact(name: "Format", text: "\(photo.format), \(photo.bitDepth) bits\(photo.hasAlpha ? ", with alpha" : "")"),
      Fact(name: "Bytes", text: Int(photo.bytes).formatted()),
    ]
    if let colors = photo.colors ?? photo.icc { facts.append(Fact(name: "Colours", text: colors)) }
    if let view = photo.view { facts.append(Fact(name: "View", text: view)) }
    if let time = photo.capturedAt { facts.append(Fact(name: "Taken", text: time.displayText)) }
    if let content = Content(json: photo.content) {
      facts.append(Fact(name: "Product", text: "\(content.box.size) at \(content.box.origin)"))
    }
    if let run {
      facts.append(Fact(name: photo.kind == .rendition ? "Made" : "Recorded", text: run.started.displayText))
    }
    facts.append(Fact(name: "SHA-256", text: photo.sha256))
    return facts
  }

  /// Saves the product or the focus of a photo, unless it was changed elsewhere since the page was shown.
  private func save(_ attribute: String, of id: UUID, _ form: Form) async throws -> Response {
    let (typed, was) = (form[attribute] ?? "", form["was." + attribute] ?? "")
    if typed == was { return .redirect(to: "/photos/\(id.text)") }
    return try await shop.catalog.perform { catalog in
      do {
        let label = "Edit photo \(try catalog.read { try $0.existing(Catalog.Photo.self, id) }.path): \(attribute)"
        try catalog.edit(label) { edit in
          let photo = try edit.existing(Catalog.Photo.self, id)
          if try Self.text(of: attribute, photo, in: edit) != was {
            throw ChangedMeanwhile(what: "The \(attribute) of \(photo.name)", attribute: attribute)
          }
          try edit.set(photo, [Assignment(attribute, typed)])
        }
        return .redirect(to: "/photos/\(id.text)?done")
      } catch {
        let error = ErrorDescriptor(error)
        return try show(id, in: catalog, typed: (attribute, typed), error)
      }
    }
  }

  /// A photo's product or focus as its page shows it.
  private static func text(of attribute: String, _ photo: Catalog.Photo, in reader: Reader) throws -> String {
    attribute == "focus"
      ? photo.focus?.description ?? ""
      : try photo.productId.flatMap { try reader.record(Catalog.Product.self, $0)?.sku } ?? ""
  }

  /// Renders all pictures of a photo again, by the recipe of their last run.
  private func renderAgain(_ id: UUID) async throws -> Response {
    let (photo, settings) = try await shop.catalog.perform { catalog in
      let details = try catalog.details(ofPhoto: id)
      let original = details.source ?? details.photo
      let newest = try catalog.read { reader in
        try reader.first(
          Fetch<Catalog.Run>(
            where: .any("photos", .equal("source", original.id)), by: [.init("started", descending: true)]))
      }
      return (original, newest.map { RunSettings($0, catalog.paths) })
    }
    guard let settings, let recipe = settings.recipe, let output = settings.output else {
      throw PackshotError.missing(path: "a run that rendered \(photo.path) by a recipe's file")
    }
    let paths = shop.catalog.paths
    let file = paths.resolvedPath(photo.path)
    // Inputs are recorded as they were given.
    let inputs = settings.inputs.map { $0.hasPrefix("/") ? $0 : shop.folder.path + "/" + $0 }
    guard let input = inputs.first(where: { file == $0 || file.hasPrefix($0 + "/") }) else {
      throw PackshotError.missing(path: file)
    }
    var options = shop.options(inputs: [input], output: output)
    options.force = true
    if file != input { options.included = ["/" + String(file.dropFirst(input.count + 1)).patternEscaped] }
    let read = try Recipe(contentsOf: recipe)
    let run = try await shop.runs.start(read, options, in: shop.catalog)
    return .redirect(to: run.map { "/runs/\($0.text)" } ?? "/photos/\(id.text)")
  }

  // MARK: Pictures

  private func picture(_ id: UUID, _ size: Pictures.Size) async -> Response {
    do {
      let photo = try await shop.catalog.read { try $0.existing(Catalog.Photo.self, id) }
      let picture = try await shop.pictures.picture(of: photo, size)
      return Response(
        status: .ok,
        headers: [.contentType: picture.type, .cacheControl: "private, max-age=31536000, immutable"],
        body: .init(byteBuffer: picture.bytes))
    } catch {
      // The place of the picture says why it is empty.
      let message = markupText(ErrorDescriptor(error).message)
      let drawing =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\"><rect width=\"400\" height=\"300\" fill=\"#8885\"/>"
        + "<path d=\"M170 110h60v80h-60zm10 10 40 60m0-60-40 60\" fill=\"none\" stroke=\"#888\" stroke-width=\"4\"/>"
        + "<title>\(message)</title></svg>"
      return Response(
        status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(string: drawing)))
    }
  }
}

extension PhotoPages.Tile {
  init(_ photo: Catalog.Photo) {
    self.init(
      address: "/photos/\(photo.id.text)", picture: Pictures.address(of: photo, .small), name: photo.name,
      note: "\(photo.width) × \(photo.height) \(photo.format)")
  }

  /// A photo, shown as the largest picture that was made of it.
  ///
  /// - Parameter run: The run whose pictures count; nil for the current pictures of all runs.
  init(of photo: Catalog.Photo, run: UUID? = nil, in reader: Reader) throws {
    let made = Condition.and([
      .equal("source", photo.id), run.map { .equal("run", $0) } ?? .compare("replacedAt", .equal, .null),
    ])
    let pictures = try reader.fetch(Fetch<Catalog.Photo>(where: made, by: [.init("path")]))
    let best = pictures.max { $0.pixelCount < $1.pixelCount }
    self.init(
      address: "/photos/\(photo.id.text)", picture: Pictures.address(of: best ?? photo, .small), name: photo.name,
      note: pictures.count > 1 ? pictures.count.counted("picture") : Self(best ?? photo).note)
  }
}

extension PhotoPages.Rendition {
  init(of original: Catalog.Photo, _ photo: Catalog.Photo, number: Int) {
    let (width, height) = photo.uprightSize
    self.init(
      tile: .init(photo), before: Pictures.address(of: original, .large), after: Pictures.address(of: photo, .large),
      facts: "\(width) × \(height), \(photo.format), \(Int(photo.bytes).formatted(.byteCount(style: .file)))",
      width: width, height: height, number: number)
  }
}

extension PhotoKind {
  /// What the studio calls a photo of this kind.
  fileprivate var word: String {
    switch self {
    case .original: "photo"
    case .rendition: "picture"
    case .source: "picture that recipes use"
    }
  }
}

extension Row {
  init(_ failure: Catalog.OpenFailure) {
    self.init(
      id: "", address: failure.photo.map { "/photos/\($0.text)" } ?? "/runs/\(failure.run.text)",
      title: failure.path,
      subtitle: failure.message.sentence, figures: [.init(name: "", text: failure.started.displayText)])
  }
}

extension Row {
  /// A photo or picture with its warnings.
  init(warned photo: Catalog.Photo, in reader: Reader) throws {
    self.init(
      id: photo.id.text, address: "/photos/\(photo.id.text)", title: photo.path,
      subtitle: try photo.allWarnings(in: reader).map(\.sentence).joined(separator: " "), hasPicture: true,
      picture: Pictures.address(of: photo, .small))
  }
}

extension Catalog.Photo {
  /// The warnings about a picture or about all current pictures of an original, each once.
  fileprivate func allWarnings(in reader: Reader) throws -> [String] {
    let pictures = Condition.and([PhotoFilter.isWarned, .equal("source", id)])
    let made = kind == .original ? try reader.fetch(Fetch<Catalog.Photo>(where: pictures, by: [.init("path")])) : [self]
    var all: [String] = []
    for warning in made.flatMap(\.warningLines) where !all.contains(warning) { all.append(warning) }
    return all
  }

  /// The size of the upright picture in pixels.
  fileprivate var uprightSize: (width: Int, height: Int) {
    self.orientation >= 5 ? (Int(self.height), Int(self.width)) : (Int(self.width), Int(self.height))
  }

  fileprivate var pixelCount: Int { Int(self.width) * Int(self.height) }

  /// The folder, with a slash at its end.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// The file's name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension BasicRequestContext {
  /// The record that the address names.
  var id: UUID {
    get throws {
      guard let id = UUID(uuidString: try parameters.require("id")) else { throw HTTPError(.notFound) }
      return id
    }
  }
}

extension Request {
  /// The number of records before the page.
  var offset: Int { min(max(0, uri.queryParameters["from"].flatMap { Int($0) } ?? 0), 1_000_000_000) }
}

extension String {
  /// The text with a backslash before each character that a pattern of paths gives a meaning.
  fileprivate var patternEscaped: String {
    reduce(into: "") { escaped, character in
      if "\\*?[]{}!# ".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}

extension Int {
  /// The number with a noun: `1 photo`, `1,200 photos`.
  func counted(_ noun: String) -> String { "\(formatted()) \(noun)\(self == 1 ? "" : "s")" }
}
