import Files
import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore
@testable import PackshotKit

/// Is it unchanged? A table of what is on record, what lies there, what the journal says, and what would be made now.
@Suite struct OutputVerdictTests {
  private static let photo = UUID()
  private static let other = UUID()

  /// What a run has down for a file.
  struct Record: Sendable {
    var identity = "now"
    var sha256 = "same"
    var source: UUID? = photo
    var recipe: String? = "shop"
    /// Whether its stamp is that of the file.
    var isStamped = true
    var byteCountOff = 0
  }

  enum Expected: Equatable, Sendable {
    case unchanged, touched, kept
    case conflict(PhotoReport.Conflict)
    case render(mayReplace: Bool)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var record: Record?
    var announced: [OutputJournal.Entry] = []
    /// Of the photo's own record.
    var photoID: UUID? = photo
    var force = false
    var overwrite = false
    var expected: Expected
    /// How often the file's content is asked for.
    var hashings: Int
    var testDescription: String { name }
  }

  private static func entry(_ sha256: String, by recipe: String = "shop") -> OutputJournal.Entry {
    OutputJournal.Entry(sha256: sha256, recipe: recipe)
  }

  /// A file lies there, whose hash is "same".
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
      name: "edited, and the work has changed", record: Record(identity: "then", sha256: "before", isStamped: false),
      expected: .render(mayReplace: false), hashings: 1),
    Case(
      name: "the work has changed", record: Record(identity: "then"), expected: .render(mayReplace: true), hashings: 0),
    Case(name: "made of another record", record: Record(source: other), expected: .kept, hashings: 0),
    Case(name: "the photo's record no longer holds", record: Record(), photoID: nil, expected: .kept, hashings: 0),
    Case(
      name: "of a photo that is not on record", record: Record(source: nil), photoID: nil, expected: .kept, hashings: 0),
    Case(
      name: "by another recipe", record: Record(identity: "then", recipe: "sale"),
      expected: .conflict(.otherRecipe("sale")), hashings: 0),
    Case(
      name: "by another recipe, the same work", record: Record(recipe: "sale"), expected: .unchanged, hashings: 0),
    Case(
      name: "by a recipe that nobody knows", record: Record(identity: "then", recipe: nil),
      expected: .render(mayReplace: true), hashings: 0),
    Case(name: "forced", record: Record(), force: true, expected: .render(mayReplace: true), hashings: 0),
    Case(
      name: "edited and forced", record: Record(sha256: "before", isStamped: false), force: true,
      expected: .conflict(.changed), hashings: 1),
    Case(
      name: "edited and overwritten", record: Record(sha256: "before", isStamped: false), overwrite: true,
      expected: .render(mayReplace: true), hashings: 1),
    Case(name: "as recorded, to be overwritten", record: Record(), overwrite: true, expected: .unchanged, hashings: 0),
    Case(name: "not on record", record: nil, expected: .render(mayReplace: false), hashings: 0),
    Case(
      name: "not on record, to be overwritten", record: nil, overwrite: true, expected: .render(mayReplace: true),
      hashings: 0),
    Case(
      name: "announced by a killed run", record: nil, announced: [entry("x"), entry("same")],
      expected: .render(mayReplace: true), hashings: 1),
    Case(
      name: "announced by another recipe", record: nil, announced: [entry("same", by: "sale")],
      expected: .conflict(.otherRecipe("sale")), hashings: 1),
    Case(
      name: "announced, and something else lies there", record: nil, announced: [entry("x")],
      expected: .render(mayReplace: false), hashings: 1),
    Case(
      name: "announced over an edited one", record: Record(sha256: "before", isStamped: false),
      announced: [entry("same")],
      expected: .render(mayReplace: true), hashings: 1),
  ]

  @Test(arguments: cases) func theVerdictOnAFile(_ given: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write("picture", to: "a.png")
    let status = try #require(FileStatus(path: folder.path("a.png")))
    final class Count { var value = 0 }
    let count = Count()
    let occupant = OutputVerdict.Occupant.file(status) {
      count.value += 1
      return "same"
    }
    let verdict = verdict(on: occupant, status, given)
    #expect(Self.expected(verdict) == given.expected)
    #expect(count.value == given.hashings)
    // What may be replaced is there, and so nothing that comes while the photo is at work is spared.
    if case .render(_, let isFree) = verdict { #expect(!isFree) }
  }

  @Test(arguments: [false, true]) func theVerdictOnWhatIsNoFile(overwrite: Bool) throws {
    let given = Case(name: "", record: Record(), overwrite: overwrite, expected: .unchanged, hashings: 0)
    guard case .render(true, let isFree) = verdict(on: .nothing, nil, given) else {
      Issue.record("nothing lies there, and nothing is rendered")
      return
    }
    #expect(isFree != overwrite)
    #expect(Self.expected(verdict(on: .deadLink, nil, given)) == .render(mayReplace: overwrite))
    #expect(Self.expected(verdict(on: .folder, nil, given)) == .conflict(.folder))
    #expect(Self.expected(verdict(on: .photo, nil, given)) == .conflict(.changed))
  }

  @Test func whatLiesInAPlaceIsToldApart() throws {
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
      switch OutputVerdict.Occupant(at: folder.path(name), photo: photo) {
      case .nothing: "nothing"
      case .deadLink: "dead link"
      case .folder: "folder"
      case .photo: "photo"
      case .file(_, let sha256): sha256() == nil ? "unreadable" : "file"
      }
    }
    #expect(found == ["nothing", "dead link", "folder", "photo", "photo", "file", "file", "unreadable"])
  }

  /// Two changes within a tick of the file system's clock may bear the same time.
  @Test func aFileIsSurelyTheOneOnRecordOnlyWhereItWasATickOldThen() throws {
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

  private func verdict(on occupant: OutputVerdict.Occupant, _ status: FileStatus?, _ given: Case) -> OutputVerdict {
    let record = given.record.map { record in
      var stamp = FileStamp(
        byteCount: 7, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0, recordedNanoseconds: 0)
      if let status { stamp = FileStamp(status, recordedNanoseconds: record.isStamped ? .max : 0) }
      stamp.byteCount += Int64(record.byteCountOff)
      return KnownRendition(
        photoID: UUID(), sourceID: record.source, recipeID: nil, identity: record.identity, sha256: record.sha256,
        stamp: stamp, width: 1, height: 1, isOfFormerProduct: false)
    }
    return OutputVerdict(
      OutputVerdict.Evidence(
        seenNanoseconds: 0, occupant: occupant, record: record, recordedRecipe: given.record?.recipe,
        announced: given.announced, identity: "now", photoID: given.photoID),
      rules: OutputVerdict.Rules(recipe: "shop", force: given.force, overwrite: given.overwrite))
  }

  private static func expected(_ verdict: OutputVerdict) -> Expected? {
    switch verdict {
    case .unchanged(_, .unchanged): .unchanged
    case .unchanged(_, .touched): .touched
    case .unchanged(_, .kept): .kept
    case .unchanged: nil
    case .conflict(let conflict): .conflict(conflict)
    case .render(let mayReplace, _): .render(mayReplace: mayReplace)
    }
  }
}
