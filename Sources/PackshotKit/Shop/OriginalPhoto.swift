import Catalog
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import PixelCore
import Recipes
import Rendering

/// A photo file to be recorded as an original of a product. It is read, checked and scaled down to a thumbnail before
/// anything is written.
///
/// The file stays where it is. The catalog stores its path, and its bytes if asked to.
public struct OriginalPhoto: Sendable {
  private let facts: FileFacts
  private let limits: PhotoLimits
  private let thumbnail: Data

  /// The SHA-256 of the file, as 64 lower-case hexadecimal digits.
  package var sha256: String { facts.sha256 }

  /// Longer side of the thumbnail in pixels.
  private static let thumbnailSide = 200

  /// Reads the file at `path`, which can be relative to the working folder.
  ///
  /// - Parameters:
  ///   - limits: Limits on the photo's size and on the resources to decode it.
  ///   - workers: The worker processes that decode the photo.
  /// - Throws: ``PackshotError`` if the file can't be read, ``PhotoFailure`` if it isn't a picture or is damaged.
  public init(contentsOf path: String, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) throws {
    try limits.check()
    self.limits = limits
    let file = try OpenFile(named: path, limits: limits)
    do {
      let (version, info, small) = try workers.read(file, limits: limits) { info, renderer in
        (try file.version(), info, try Self.shrinking(limits).image(of: file, info, with: renderer))
      }
      facts = FileFacts(absolutePath(path), version, info.facts)
      thumbnail = Data(try small.encoded(.jpeg()))
    } catch let error where error is CodecError || error is PhotoFailure {
      throw PhotoFailure(error).naming(path)
    }
  }

  /// Returns a rendering that scales a photo down, on white.
  private static func shrinking(_ limits: PhotoLimits) throws -> ImageRendering {
    let small = Resize(width: thumbnailSide, height: thumbnailSide, mode: .contain, enlarge: false)
    return try ImageRendering("a thumbnail", [small, Flatten(background: .white)], limits: limits)
  }

  /// Records the photo as an original. If it is already recorded, for example by a run, it keeps its id and its
  /// pictures.
  ///
  /// - Parameters:
  ///   - product: The product that the photo shows. If nil, a recorded photo keeps its product, and a new one has none.
  ///   - view: The view of the product that the photo shows. If nil, the recorded view is not changed.
  ///   - storing: Whether the catalog stores the bytes of the file. A photo that is already stored stays stored.
  /// - Throws: ``StoreError`` with the code `refused` if the photo belongs to another product, ``PackshotError`` if its
  ///   file has changed since it was read.
  @discardableResult
  public func save(
    as product: Catalog.Product?, view: String? = nil, storing: Bool = false, in edit: Edit, paths: CatalogPaths
  ) throws -> Catalog.Photo {
    var photo = Catalog.Photo(kind: .original, facts, in: paths)
    var isStored = storing
    if let known: Catalog.Photo = try edit.first(
      Fetch(where: .and([.equal("path", photo.path), .equal("kind", PhotoKind.original)])))
    {
      if let product, let owner = known.productId, owner != product.id {
        let other = try edit.existing(Catalog.Product.self, owner).sku
        throw StoreError.rule(.photoOfOtherProduct(path: photo.path, owner: other, sku: product.sku))
      }
      photo.id = known.id
      (photo.view, photo.focus) = (known.view, known.focus)
      photo.productId = known.productId
      photo.runId = known.runId
      isStored = storing || known.data != nil
      if photo.sha256 == known.sha256 { photo.data = known.data }
    }
    if isStored, photo.data == nil { photo.data = StoredData(try bytes()) }
    photo.thumbnail = StoredData(thumbnail)
    if let product { photo.productId = product.id }
    if let view { photo.view = view }
    return try edit.save(photo)
  }

  /// The file's bytes, read only now, because there may be many photos.
  private func bytes() throws -> Data {
    let file = try OpenFile(named: facts.path, limits: limits)
    let content = try FileContent(file)
    guard content.version.sha256 == facts.sha256 else { throw PackshotError.rendering(file.changed) }
    return Data(content.image.bytes)
  }
}
