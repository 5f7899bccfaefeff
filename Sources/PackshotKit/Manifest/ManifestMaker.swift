import Catalog
import Foundation
import ImageCodecs
import ObjectStore
import Rendering

/// Makes product manifests from a catalog. One small file of each picture is decoded, for its placeholder and the
/// product's colour.
public struct ManifestMaker {
  private let catalog: Catalog
  /// The start of pictures' addresses: the HTTP address of the uploaded folder, or its path on the shop's own site,
  /// such as `/media/`. Empty for addresses relative to the page.
  public var base = ""
  /// The uploaded folder, which paths in addresses are relative to. If nil, the output folder of the run that made a
  /// picture, or the catalog's folder for pictures outside that output folder.
  public var root: String?
  /// Name of the recipe whose pictures are included. Nil for the pictures of all recipes.
  public var recipe: String?
  /// Width at which the page shows pictures, as the value of `sizes`.
  public var sizes = "100vw"
  /// A template for alternative texts, such as `{name}, {view} view`, with the attributes of products and the photo's
  /// `view`. If nil, or if a product lacks one of the values, the text is the product's name and the view.
  public var alt: String?
  /// Number of pictures to decode at a time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Creates a maker for the products of a catalog.
  public init(_ catalog: Catalog, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) {
    (self.catalog, self.limits, self.workers) = (catalog, limits, workers)
  }

  /// Returns manifests sorted by SKU, of all products that have pictures and aren't archived, or of the given products.
  ///
  /// - Parameters:
  ///   - ids: Ids of the products. Nil for all products that aren't archived.
  ///   - warn: Receives warnings about pictures that are left out, can't be read, or lack values for ``alt``.
  public func manifests(of ids: [UUID]? = nil, warn: (String) -> Void = { _ in }) throws -> [ProductManifest] {
    let (products, pictures, recipes, runs) = try catalog.read { reader in
      (
        try reader.fetch(
          Fetch<Catalog.Product>(
            where: ids.map { .oneOf("id", $0.map(\.attributeValue)) } ?? .equal("archived", false),
            by: [.init("sku")])),
        try reader.fetch(
          Fetch<Catalog.Photo>(
            where: .and([.equal("kind", PhotoKind.rendition), .compare("replacedAt", .equal, .null)]),
            by: [.init("view"), .init("path")])),
        try reader.fetch(Fetch<Catalog.Recipe>()),
        try reader.fetch(Fetch<Catalog.Run>())
      )
    }
    let alternativeText = try alt.map { try AlternativeText($0) }
    let addresses = try ManifestAddresses(base: base, root: root, in: catalog.paths)
    let folders = Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0.place?.folder) })
    let names = Dictionary(uniqueKeysWithValues: recipes.map { ($0.id, $0.name) })
    let owned = Dictionary(grouping: pictures, by: \.productId)
    let shown = products.compactMap { product -> Manifest? in
      let all = owned[product.id] ?? []
      let current = all.filter { $0.productIdOfName == $0.productId }
      if current.count < all.count {
        warn(
          "\(all.count - current.count) pictures of \(product.sku) are left out, because their photos showed another product when "
            + "they were made; run their recipes again")
      }
      let files = current.compactMap { photo -> Shown? in
        let name = photo.recipeId.flatMap { names[$0] }
        if let recipe, name != recipe { return nil }
        let folder = photo.runId.flatMap { folders[$0] ?? nil }
        guard let address = addresses.address(of: photo, outputFolder: folder) else {
          warn(
            "\(photo.path) is left out, because it is outside \(root ?? "the output folder and the catalog's folder"); "
              + "give the folder that is uploaded as the root")
          return nil
        }
        return Shown(photo: photo, recipe: name, address: address)
      }
      guard !files.isEmpty else {
        if ids != nil { warn("\(product.sku) has no pictures\(recipe.map { " by the recipe \($0)" } ?? "")") }
        return nil
      }
      return Manifest(product: product, pictures: grouped(files))
    }
    let looks = try looks(of: shown, warn: warn)
    var texts = AlternativeTexts(template: alternativeText)
    let manifests = zip(shown, looks).map { manifest, looks in
      let product = manifest.product
      let pictures = zip(manifest.pictures, looks).map { group, look in
        ManifestPicture(
          of: group.map(\.file), view: group[0].photo.view, recipe: group[0].recipe,
          alt: texts.text(for: product, view: group[0].photo.view), placeholder: look?.placeholder, sizes: sizes)
      }
      // A price of 0 is the default and means that no price is set.
      let price = product.price == 0 ? nil : product.price.priceText(in: product.currency)
      return ProductManifest(
        sku: product.sku, name: product.name, price: price, currency: price.map { _ in product.currency },
        url: product.url, color: product.tint.map { "\($0)" } ?? looks[0]?.color, pictures: pictures)
    }
    texts.warnings.forEach(warn)
    return manifests
  }

  /// A product and its pictures, each as files that differ only in size, format and encoding.
  private struct Manifest {
    let product: Catalog.Product
    let pictures: [[Shown]]
  }

  /// A picture with its address.
  private struct Shown {
    let photo: Catalog.Photo
    /// Name of the recipe that made the picture.
    let recipe: String?
    let address: String

    /// Whether both files show the same picture, in different sizes or formats.
    func isSamePicture(as other: Shown) -> Bool {
      photo.picture != nil && photo.picture == other.photo.picture && photo.sourceId == other.photo.sourceId
        && recipe == other.recipe && photo.hasShape(of: other.photo)
    }

    var file: ManifestPicture.File {
      ManifestPicture.File(
        url: address, width: Int(photo.width), height: Int(photo.height), format: photo.format,
        mediaType: ImageFileFormat(rawValue: photo.format)?.type.mediaType ?? "application/octet-stream",
        bytes: photo.bytes, sha256: photo.sha256, path: photo.path, hasAlpha: photo.hasAlpha)
    }
  }

  /// Groups files by the picture that they show.
  private func grouped(_ renditions: [Shown]) -> [[Shown]] {
    var groups: [[Shown]] = []
    for rendition in renditions {
      if let place = groups.firstIndex(where: { $0[0].isSamePicture(as: rendition) }) {
        groups[place].append(rendition)
      } else {
        groups.append([rendition])
      }
    }
    return groups
  }

  // MARK: Pixels

  /// What a picture's pixels show.
  private struct Look: Sendable {
    let placeholder: PicturePlaceholder
    /// The product's dominant colour, if it is needed.
    let color: String?
  }

  /// A file to decode, with its place among the products and their pictures.
  private struct FileToDecode: Sendable {
    let product: Int
    let picture: Int
    let path: String
    let needsColor: Bool
  }

  /// Decodes a file of each picture. Returns, for each product, what its pictures show: nil for a picture whose file
  /// isn't on this machine or can't be read.
  private func looks(of manifests: [Manifest], warn: (String) -> Void) throws -> [[Look?]] {
    let files = manifests.enumerated().flatMap { product, manifest in
      manifest.pictures.enumerated().compactMap { picture, group -> FileToDecode? in
        guard let path = pathToDecode(of: group) else { return nil }
        let needsColor = picture == 0 && manifest.product.tint == nil
        return FileToDecode(product: product, picture: picture, path: path, needsColor: needsColor)
      }
    }
    let pictures = try SmallPictures(limits: limits, workers: workers)
    var looks = manifests.map { [Look?](repeating: nil, count: $0.pictures.count) }
    var failures: [(index: Int, failure: PhotoFailure)] = []
    JobThreads.process(files, count: max(1, jobs), stop: StopRequest()) { file in
      Result {
        let image = try pictures.image(at: file.path)
        return Look(
          placeholder: try PicturePlaceholder(of: image),
          color: file.needsColor ? DominantColor(of: image).color.map { "\($0)" } : nil)
      }
    } receive: { group in
      for (index, outcome) in group {
        switch outcome {
        case .success(let look): looks[files[index].product][files[index].picture] = look
        case .failure(let error): failures.append((index, PhotoFailure(error)))
        }
      }
    }
    if let first = failures.min(by: { $0.index < $1.index }) {
      let others = failures.count > 1 ? " and \(failures.count - 1) more pictures have" : " has"
      warn("\(files[first.index].path)\(others) no placeholder: \(first.failure.message)")
    }
    return looks
  }

  /// Returns the path of the file that takes the least to decode and is large enough: a small one, and no AVIF or TIFF if
  /// there is another format. Returns nil if no file is on this machine.
  private func pathToDecode(of group: [Shown]) -> String? {
    func cost(_ file: Shown) -> (Int, Int, Int, String) {
      let photo = file.photo
      let isLarge = max(photo.width, photo.height) >= Int32(SmallPictures.side)
      let isSlow = ["avif", "tiff"].contains(photo.format)
      return (isLarge ? 0 : 1, isSlow ? 1 : 0, Int(photo.width) * Int(photo.height) * (isLarge ? 1 : -1), photo.path)
    }
    let here = group.filter { !CatalogPaths.isAddress($0.photo.path) }
    return here.min { cost($0) < cost($1) }.map { catalog.paths.resolvedPath($0.photo.path) }
  }
}

/// The alternative texts of a manifest's pictures, and warnings about texts that lack a value.
private struct AlternativeTexts {
  let template: AlternativeText?
  /// By cause, in order: the number of pictures, and the SKU of the first.
  private var missing: [(cause: AlternativeText.Missing, count: Int, sku: String)] = []

  init(template: AlternativeText?) { self.template = template }

  mutating func text(for product: Catalog.Product, view: String?) -> String {
    let standard = AlternativeText.standard(for: product, view: view)
    guard let template else { return standard }
    switch template.text(for: product, view: view) {
    case .success(let text): return text
    case .failure(let cause):
      if let place = missing.firstIndex(where: { $0.cause == cause }) {
        missing[place].count += 1
      } else {
        missing.append((cause, 1, product.sku))
      }
      return standard
    }
  }

  var warnings: [String] {
    missing.map { cause, count, sku in
      let pictures = count == 1 ? "a picture of \(sku) has" : "\(count) pictures, such as of \(sku), have"
      return "\(pictures) the product's name and view as alternative text: \(cause.why)"
    }
  }
}

extension Catalog.Photo {
  /// Whether the files have the same aspect ratio. Sides are whole pixels, so each may be off by half a pixel.
  fileprivate func hasShape(of other: Catalog.Photo) -> Bool {
    let difference = Int(image.width) * Int(other.height) - Int(image.height) * Int(other.width)
    return 2 * abs(difference) <= Int(max(image.width, image.height)) + Int(max(other.width, other.height))
  }
}
