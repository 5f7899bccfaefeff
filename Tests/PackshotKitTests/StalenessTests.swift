import Files
import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore
@testable import PackshotKit

/// A table of the record, the file at the output's path, the journal, and changes since.
@Suite struct StalenessTests {
  private static let photo = UUID()
  private static let other = UUID()

  /// A run's record of a file.
  struct Record: Sendable {
    var changes: [RenderReason] = []
    var sha256 = "same"
    var source: UUID? = photo
    var recipe: String? = "shop"
    /// Whether the recorded stamp is the file's.
    var isStamped = true
    var byteCountOff = 0
  }

  enum Expected: Equatable, Sendable {
    case unchanged, touched, kept
    case conflict(PhotoReport.Conflict)
    case stale([RenderReason], mayReplace: Bool)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var record: Record?
    var announced: [OutputJournal.Entry] = []
    /// The id of the photo's own record.
    var photoID: UUID? = photo
    var force = false
    var overwrite = false
    var keepEngine = false
    var expected: Expected
    /// How often the file's content is hashed.
    var hashings: Int
    var testDescription: String { name }
  }

  private static func entry(_ sha256: String, by recipe: String = "shop") -> OutputJournal.Entry {
    OutputJournal.Entry(sha256: sha256, recipe: recipe)
  }

  /// Cases with a file whose hash is "same".
  static let cases = [
    Case(name: "as recorded", record: Record(), expected: .unchanged, hashings: 0),
    Case(name: "touched", record: Record(isStamped: false), expected: .touched, hashings: 1),
    Case(
      name: "edited, of the same length", record: Record(sha256: "before", isStamped: false),
      expected: .conflict(.changed), hashings: 1),
    Case(
      name: "edited, of another length", record: Record(isStamped: false, byteCountOff: 1),
      expected: .conflict(.changed), hashings: 0),
    Case(
      name: "edited, and the work has changed", record: Record(changes: [.recipe], sha256: "before", isStamped: false),
      expected: .stale([.recipe], mayReplace: false), hashings: 1),
    Case(
      name: "the work has changed", record: Record(changes: [.recipe]), expected: .stale([.recipe], mayReplace: true),
      hashings: 0),
    Case(name: "made of another record", record: Record(source: other), expected: .kept, hashings: 0),
    Case(name: "the photo's record no longer holds", record: Record(), photoID: nil, expected: .kept, hashings: 0),
    Case(
      name: "of a photo that is not on record", record: Record(source: nil), photoID: nil, expected: .kept, hashings: 0),
    Case(
      name: "by another recipe", record: Record(changes: [.recipe], recipe: "sale"),
      expected: .conflict(.otherRecipe("sale")), hashings: 0),
    Case(
      name: "by another recipe, the same work", record: Record(recipe: "sale"), expected: .unchanged, hashings: 0),
    Case(
      name: "by a recipe that nobody knows", record: Record(changes: [.recipe], recipe: nil),
      expected: .stale([.recipe], mayReplace: true), hashings: 0),
    Case(name: "forced", record: Record(), force: true, expected: .stale([.forced], mayReplace: true), hashings: 0),
    Case(
      name: "edited and forced", record: Record(sha256: "before", isStamped: false), force: true,
      expected: .conflict(.changed), hashings: 1),
    Case(
      name: "edited and overwritten", record: Record(sha256: "before", isStamped: false), overwrite: true,
      expected: .stale([.edited], mayReplace: true), hashings: 1),
    Case(
      name: "by an earlier engine", record: Record(changes: [.engine]), expected: .stale([.engine], mayReplace: true),
      hashings: 0),
    Case(
      name: "by an earlier engine, which is kept", record: Record(changes: [.engine]), keepEngine: true,
      expected: .unchanged, hashings: 0),
    Case(
      name: "by an earlier engine, which is kept, and edited",
      record: Record(changes: [.engine], sha256: "before", isStamped: false), keepEngine: true,
      expected: .conflict(.changed), hashings: 1),
    Case(
      name: "by an earlier engine, which is kept, with another picture", record: Record(changes: [.source, .engine]),
      keepEngine: true, expected: .stale([.source, .engine], mayReplace: true), hashings: 0),
    Case(
      name: "by an earlier engine, which is kept, and forced", record: Record(changes: [.engine]), force: true,
      keepEngine: true, expected: .stale([.engine], mayReplace: true), hashings: 0),
    Case(name: "as recorded, to be overwritten", record: Record(), overwrite: true, expected: .unchanged, hashings: 0),
    Case(name: "not on record", record: nil, expected: .stale([.new], mayReplace: false), hashings: 0),
    Case(
      name: "not on record, to be overwritten", record: nil, overwrite: true,
      expected: .stale([.edited], mayReplace: true),
      hashings: 0),
    Case(
      name: "announced by a killed run", record: nil, announced: [entry("x"), entry("same")],
      expected: .stale([.new], mayReplace: true), hashings: 1),
    Case(
      name: "announced by another recipe", record: nil, announced: [entry("same", by: "sale")],
      expected: .conflict(.otherRecipe("sale")), hashings: 1),
    Case(
      name: "announced, and something else lies there", record: nil, announced: [entry("x")],
      expected: .stale([.new], mayReplace: false), hashings: 1),
    Case(
      name: "announced over an edited one", record: Record(sha256: "before", isStamped: false),
      announced: [entry("same")],
      expected: .stale([.edited], mayReplace: true), hashings: 1),
  ]

  @Test(arguments: cases) func anOutputWithAFileHasTheExpectedStaleness(_ given: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write("picture", to: "a.png")
    let status = try #require(FileStatus(path: folder.path("a.png")))
    final class Count { var value = 0 }
    let count = Count()
    let occupant = Staleness.Occupant.file(status) {
      count.value += 1
      return "same"
    }
    let staleness = staleness(of: occupant, status, given)
    #expect(Self.expected(staleness) == given.expected)
    #expect(count.value == given.hashings)
    // The file may be overwritten, so one that appears during rendering isn't spared.
    if case .stale(_, _, let isFree) = staleness { #expect(!isFree) }
  }

  @Test(arguments: [false, true]) func anOutputWithoutAFileIsStale(overwrite: Bool) throws {
    let given = Case(name: "", record: Record(), overwrite: overwrite, expected: .unchanged, hashings: 0)
    guard case .stale([.missing], true, let isFree) = staleness(of: .nothing, nil, given) else {
      Issue.record("nothing lies there, and nothing is rendered")
      return
    }
    #expect(isFree != overwrite)
    #expect(Self.expected(staleness(of: .deadLink, nil, given)) == .stale([.edited], mayReplace: overwrite))
    #expect(Self.expected(staleness(of: .folder, nil, given)) == .conflict(.folder))
    #expect(Self.expected(staleness(of: .photo, nil, given)) == .conflict(.changed))
  }

  @Test func filesAtAnOutputsPathAreDistinguished() throws {
    let folder = try TemporaryFolder()
    try folder.write("photo", to: "photo.png")
    try folder.write("picture", to: "a.png")
    _ = try folder.folder("folder.png")
    let links = [
      ("toPhoto.png", "photo.png"), ("toFolder.png", "folder.png"), ("toNothing.png", "nothing"), ("to-a.png", "a.png"),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: folder.path(target))
    }
    let photo = try #require(FileStatus(path: folder.path("photo.png")))
    let names = [
      "none.png", "toNothing.png", "folder.png", "photo.png", "toPhoto.png", "a.png", "to-a.png", "toFolder.png",
    ]
    let found = names.map { name in
      let path = folder.path(name)
      return switch Staleness.Occupant(at: path, photo: photo, sha256: { Files.sha256(ofFile: path) }) {
      case .nothing: "nothing"
      case .deadLink: "dead link"
      case .folder: "folder"
      case .photo: "photo"
      case .file(_, let sha256): sha256() == nil ? "unreadable" : "file"
      }
    }
    #expect(found == ["nothing", "dead link", "folder", "photo", "photo", "file", "file", "unreadable"])
  }

  /// Two changes within one tick of the file system's clock may have the same time.
  @Test func aFileIsTrustedOnlyIfItWasOlderThanOneTick() throws {
    let folder = try TemporaryFolder()
    try folder.write("picture", to: "a.png")
    let status = try #require(FileStatus(path: folder.path("a.png")))
    let tick: Int64 = 10_000_000
    for (age, isSure) in [(0, false), (tick, false), (tick + 1, true)] {
      let stamp = FileStamp(status, recordedNanoseconds: status.modifiedNanoseconds + age)
      #expect(stamp.isSure(of: status) == isSure)
    }
    var changed = [status, status, status, status]
    changed[0].byteCount += 1
    changed[1].modifiedNanoseconds -= 1
    changed[2].changedNanoseconds += 1
    changed[3].inode += 1
    let stamp = FileStamp(status, recordedNanoseconds: .max)
    for status in changed { #expect(!stamp.isSure(of: status)) }
  }

  private func staleness(of occupant: Staleness.Occupant, _ status: FileStatus?, _ given: Case) -> Staleness {
    let record = given.record.map { record in
      var stamp = FileStamp(
        bytes: 7, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0, recordedNanoseconds: 0)
      if let status { stamp = FileStamp(status, recordedNanoseconds: record.isStamped ? .max : 0) }
      stamp.bytes += Int64(record.byteCountOff)
      return KnownRendition(
        photoID: UUID(), sourceID: record.source, recipeID: nil, cacheKey: "", sha256: record.sha256,
        stamp: stamp, width: 1, height: 1, isOfFormerProduct: false, replacedAt: nil)
    }
    return Staleness(
      Staleness.Evidence(
        seenNanoseconds: 0, occupant: occupant, record: record, recordedRecipe: { given.record?.recipe },
        announced: { given.announced }, changes: given.record?.changes ?? [], photoID: given.photoID),
      rules: Staleness.Rules(
        recipe: "shop", force: given.force, overwrite: given.overwrite, keepEngine: given.keepEngine))
  }

  private static func expected(_ staleness: Staleness) -> Expected? {
    switch staleness {
    case .upToDate(_, .unchanged): .unchanged
    case .upToDate(_, .touched): .touched
    case .upToDate(_, .kept): .kept
    case .upToDate: nil
    case .conflict(let conflict): .conflict(conflict)
    case .stale(let reasons, let mayReplace, _): .stale(reasons, mayReplace: mayReplace)
    }
  }
}
