import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Merging the runs recorded in one catalog into another.
@Suite struct MergeTests {
  private static let times: [Int64] = [2, 1, 3]

  /// A catalog whose run read the mug at the given minute.
  private func catalog(at minutes: Int64, sku: String = "mug", sha256: String = digest("c")) throws -> Catalog {
    let catalog = try Catalog.inMemory()
    let run = try catalog.beginSampleRun()
    var original = FileFacts.sample("/in/mug.jpg")
    var picture = FileFacts.sample("/out/mug.png", sha256: sha256)
    original.stamp.recordedNanoseconds += minutes
    picture.stamp.recordedNanoseconds += minutes
    let mug = RenderedPhoto(
      link: ProductLink(named: sku, view: "front"), original: original,
      renditions: [
        RenditionFacts(file: picture, cacheKey: digest("d"), warnings: ["dark", "backdrop kept: \(minutes)"])
      ])
    let failed = FinishedPhoto.failed(path: "/in/\(minutes).jpg", code: "truncated", message: "it ends early")
    try catalog.record([.rendered(mug), failed], run: run, recipe: catalog.sampleRecipe())
    try catalog.finishRun(run, status: .finished, counts: RunCounts(rendered: 1, failed: 1))
    return catalog
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func theLaterRecordOfAFileWins(order: [Int]) throws {
    let hashes = [digest("1"), digest("2"), digest("3")]
    let catalogs = try zip(Self.times, hashes).map { try catalog(at: $0, sku: "mug\($0)", sha256: $1) }
    let all = try Catalog.inMemory()
    for index in order { try all.merge(catalogs[index]) }
    let details = try all.details(ofPhoto: all.photo(matching: "/out/mug.png").id)
    #expect(details.photo.sha256 == digest("3") && details.product?.sku == "mug3")
    #expect(details.photo.warningLines == ["dark", "backdrop kept: 3"])
    #expect(try details.run?.id == catalogs[2].photo(matching: "/out/mug.png").runId)
    // A product without photos is removed, as when a run finds a renamed photo.
    #expect(try all.products().map(\.sku) == ["mug3"])
    #expect(try all.photos().count == 2)
    #expect(
      try all.query { try Catalog.RunFailure.fetchAll($0).map(\.path).sorted() } == [
        "/in/1.jpg", "/in/2.jpg", "/in/3.jpg",
      ])
    var again = try all.merge(catalogs[1])
    #expect(again.left.map(\.name) == ["/in/mug.jpg", "/out/mug.png"] && again.left.allSatisfy { $0.why == .older })
    again.left = []
    #expect(again == MergeSummary.nothing(known: 2))
  }

  @Test func aPhotoMovedToAnotherProductByAPersonStaysThere() throws {
    let all = try catalog(at: 1)
    var (photo, vase) = (try all.photo(matching: "/in/mug.jpg"), Catalog.Product(sku: "vase", name: "Vase"))
    vase.note = "blue"
    photo.productId = vase.id
    try all.save(vase)
    try all.save(photo)
    try all.merge(catalog(at: 2))
    let merged = try all.details(ofPhoto: photo.id)
    #expect(merged.product?.sku == "vase" && merged.product?.note == "blue")
    #expect(merged.renditions.count == 1 && merged.photo.recordedNanoseconds % 10 == 2)
  }

  /// A catalog in its pictures' folder stores their paths relative to the folder.
  @Test func relativePathsAreResolvedFromTheMergedCatalogsFolder() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("out")
    let part = try Catalog(at: folder.path("out/part.sqlite"), createIfMissing: true)
    try part.recordMug(below: folder.path("out"), run: part.beginSampleRun(), recipe: part.sampleRecipe())
    #expect(try part.photos(kind: .rendition).map(\.path).sorted() == ["mug-800.jpg", "mug.png"])
    let all = try Catalog(at: folder.path("all.sqlite"), createIfMissing: true)
    let summary = try all.merge(part)
    #expect(summary.photos == 1 && summary.pictures == 2)
    #expect(try all.photos(kind: .rendition).map(\.path).sorted() == ["out/mug-800.jpg", "out/mug.png"])
    let picture = try all.details(ofPhoto: all.photo(matching: "out/mug.png").id)
    #expect(picture.ingredients.map(\.path) == ["out/backdrop.png"] && picture.source?.path == "out/in/mug.jpg")
  }

  @Test func aRunIsMergedAgainOnceItHasEnded() throws {
    let (part, all) = (try Catalog.inMemory(), try Catalog.inMemory())
    let run = try part.beginSampleRun()
    #expect(try all.merge(part).runs == 1)
    try part.finishRun(run, status: .finished, counts: RunCounts(rendered: 7))
    #expect(try all.merge(part).runs == 1)
    #expect(try all.merge(part).runs == 0)
    let merged = try all.query { try Catalog.Run.fetch($0, run) }
    #expect(merged?.status == .finished && merged?.rendered == 7)
  }

  /// Enough photos for several transactions.
  @Test func manyPhotosAreMergedInGroups() throws {
    let (part, all) = (try Catalog.inMemory(), try Catalog.inMemory())
    let (run, recipe) = (try part.beginSampleRun(), try part.sampleRecipe())
    let photos = (0..<2500).map { number in
      FinishedPhoto.rendered(
        RenderedPhoto(
          link: ProductLink(named: "sku\(number / 2)"),
          original: .sample("/in/\(number).jpg"),
          renditions: [RenditionFacts(file: .sample("/out/\(number).png"), cacheKey: digest("d"))]))
    }
    try part.record(photos, run: run, recipe: recipe)
    var counts: [Int] = []
    let summary = try all.merge(part) { counts.append($0) }
    #expect(summary.photos == 2500 && summary.pictures == 2500 && counts == [1000, 2000, 2500])
    #expect(try all.products(limit: 5000).count == 1250)
  }
}

extension MergeSummary {
  fileprivate static func nothing(known: Int) -> MergeSummary {
    var summary = MergeSummary()
    summary.known = known
    return summary
  }
}
