import Catalog
import Foundation
import ObjectStore

/// An invented hash: `digit` 64 times.
func digest(_ digit: Character) -> String { String(repeating: digit, count: 64) }

extension FileStamp {
  static let sample = FileStamp(
    bytes: 1234, modifiedNanoseconds: 1_700_000_000_123_456_789,
    changedNanoseconds: 1_700_000_000_223_456_789, inode: -5, recordedNanoseconds: 1_700_000_001_000_000_000)
}

extension FileFacts {
  static func sample(_ path: String, sha256: String = digest("a"), width: Int = 40, height: Int = 30) -> FileFacts {
    FileFacts(
      path: path, sha256: sha256, stamp: .sample, image: ImageFacts(width: width, height: height, format: "jpeg"))
  }
}

extension Catalog {
  func save<R: Record>(_ record: R) throws { _ = try edit("Save") { try $0.save(record) } }

  func remove<R: Record>(_ type: R.Type, id: UUID) throws { try edit("Remove") { try $0.remove(type, id) } }

  func beginSampleRun() throws -> UUID {
    try beginRun(host: "studio", options: #"{"jobs":2}"#, engineVersion: "1.0.0")
  }

  func sampleRecipe(hash digits: String = digest("e")) throws -> UUID {
    try recipe(hash: digits, name: "storefront", canonicalYAML: "packshot: 1\n", engineVersion: "1.0.0")
  }

  /// Records the photo `in/mug.jpg` of the product `mug`, with the renditions `mug.png` and `mug-800.jpg` on `backdrop`.
  func recordMug(below folder: String, sha256: String = digest("a"), run: UUID, recipe: UUID) throws {
    let backdrop = try recordSource(.sample(folder + "/backdrop.png", sha256: digest("b")))
    let renditions = ["mug.png", "mug-800.jpg"].map { name in
      RenditionFacts(
        file: .sample(folder + "/" + name, sha256: digest("c")), cacheKey: digest("d"), ingredients: [backdrop])
    }
    let mug = RenderedPhoto(
      link: ProductLink(named: "mug", view: "front"),
      original: .sample(folder + "/in/mug.jpg", sha256: sha256),
      renditions: renditions)
    try record([.rendered(mug)], run: run, recipe: recipe)
  }
}
