import Catalog
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import PixelCore
import Recipes
import Rendering

/// A photo file that is to go on record as an original of a product: read, understood and made small, before anything is
/// written.
///
/// The file stays where it is, and the catalog refers to it there.
public struct OriginalPhoto: Sendable {
  private let facts: FileFacts
  private let thumbnail: Data

  /// The longer side of the small picture, in pixels.
  private static let thumbnailSide = 200

  /// Reads the file at `path`, which is taken from the current folder.
  ///
  /// - Parameters:
  ///   - limits: What it may be and take.
  ///   - workers: Decode it.
  /// - Throws: ``PackshotError`` where it cannot be read, ``PhotoFailure`` where it is no picture, or damaged.
  public init(contentsOf path: String, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) throws {
    try limits.check()
    let file = try OpenFile(named: path, limits: limits)
    do {
      let (version, info, small) = try workers.read(file, limits: limits) { info, renderer in
        (try file.version(), info, try Self.shrinking(limits).image(of: file, info, with: renderer))
      }
      facts = FileFacts(absolutePath(path), version, info)
      thumbnail = Data(try small.encoded(.jpeg()))
    } catch let error where error is CodecError || error is PhotoFailure {
      throw PhotoFailure(error).naming(path)
    }
  }

  /// Makes a small picture of a photo, on white.
  private static func shrinking(_ limits: PhotoLimits) throws -> ImageRendering {
    let small = Resize(width: thumbnailSide, height: thumbnailSide, mode: .contain, enlarge: false)
    return try ImageRendering("a thumbnail", [small, Flatten(background: .white)], limits: limits)
  }

  /// Puts it on record as an original. One that is on record already, such as from a run, keeps its id and what was made
  /// of it.
  ///
  /// - Parameters:
  ///   - product: What it shows. Nil leaves that as it is on record, and says of a new one that nobody knows.
  ///   - view: Which view of the product it shows; nil leaves that as it is.
  /// - Throws: `refused` where it is of another product already.
  @discardableResult
  public func save(
    as product: Catalog.Product?, view: String? = nil, in edit: Edit, paths: CatalogPaths
  ) throws -> Catalog.Photo {
    var photo = Catalog.Photo(kind: .original, facts, in: paths)
    if let known: Catalog.Photo = try edit.first(
      Fetch(where: .and([.equal("path", photo.path), .equal("kind", PhotoKind.original)])))
    {
      if let product, let owner = known.productId, owner != product.id {
        let other = try edit.existing(Catalog.Product.self, owner).sku
        throw StoreError.rule(.photoOfOtherProduct(path: photo.path, owner: other, sku: product.sku))
      }
      photo.id = known.id
      photo.view = known.view
      photo.productId = known.productId
      photo.runId = known.runId
    }
    photo.thumbnail = StoredData(thumbnail)
    if let product { photo.productId = product.id }
    if let view { photo.view = view }
    return try edit.save(photo)
  }
}
