import Foundation
import PackshotKit
import Testing

/// Photos whose outputs have the same name.
@Suite struct SameOutputTests {
  private static let recipe = """
    packshot: 1
    name: flat
    outputs: [ { file: "{stem}.png" }, { file: "small/{stem}.png", steps: [ { resize: { width: 10 } } ] } ]
    """

  private func shop(_ photos: [String]) throws -> Packshot {
    let packshot = try Packshot()
    try packshot.write(Self.recipe, to: "flat.yaml")
    for (index, name) in photos.enumerated() { try packshot.writePhoto(name, shade: UInt8(40 + 30 * index)) }
    return packshot
  }

  private static let three = ["photos/a/mug.jpg", "photos/b/mug.jpg", "photos/b/vase.jpg"]

  private func run(_ packshot: Packshot, _ arguments: String...) throws -> Packshot.Result {
    try packshot.run(["run", "flat.yaml", "photos", "--output", "out", "--json"] + arguments)
  }

  /// The failure message of each photo, or an empty text for a photo that did not fail.
  private func messages(_ run: Packshot.Result) -> [String: String] {
    let photos = run.events.filter { $0["event"] as? String == "photo" }
    return Dictionary(
      uniqueKeysWithValues: photos.map {
        ($0["input"] as? String ?? "", ($0["error"] as? [String: Any])?["message"] as? String ?? "")
      })
  }

  @Test(arguments: ["1", "4"]) func bothPhotosFailNamingEachOtherAndTheRestIsRendered(jobs: String) throws {
    let packshot = try shop(Self.three)
    let run = try run(packshot, "--jobs", jobs)
    let messages = messages(run)
    #expect(run.status == 1 && messages.count == 3)
    #expect(messages[Self.three[0]]?.hasPrefix("photos/b/mug.jpg would also be written to mug.png") == true)
    #expect(messages[Self.three[1]]?.hasPrefix("photos/a/mug.jpg would also be written to mug.png") == true)
    #expect(messages[Self.three[0]]?.contains("{relative}") == true && messages[Self.three[2]] == "")
    let codes = run.events.compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["bad-name", "bad-name"])
    #expect(try packshot.names(in: "out").filter { $0.hasSuffix(".png") } == ["vase.png"])
  }

  @Test func aDryRunReportsTheSameFailures() throws {
    let packshot = try shop(Self.three)
    let dry = try run(packshot, "--dry-run")
    let real = try run(packshot)
    #expect(dry.status == 1 && messages(dry) == messages(real))
  }

  @Test func moreThanTwoPhotosAreCounted() throws {
    let packshot = try shop(["photos/a/mug.jpg", "photos/b/mug.jpg", "photos/c/mug.jpg", "photos/d/mug.jpg"])
    let messages = messages(try run(packshot))
    #expect(
      messages["photos/c/mug.jpg"]?.hasPrefix("photos/a/mug.jpg and 2 more photos would also be written to") == true)
    #expect(
      messages["photos/a/mug.jpg"]?.hasPrefix("photos/b/mug.jpg and 2 more photos would also be written to") == true)
  }

  /// Each shard fails its own photos, naming the other photo even if that belongs to another shard.
  @Test func thePhotosFailInAllShards() throws {
    let packshot = try shop(Self.three)
    var all: [String: String] = [:]
    for shard in ["0/2", "1/2"] {
      let found = messages(try run(packshot, "--shard", shard))
      all.merge(found) { one, _ in one }
    }
    let whole = try run(packshot, "--dry-run", "--force")
    #expect(all == messages(whole))
    #expect(all.values.count { $0.contains("would also be written to mug.png") } == 2)
  }

  /// The first photo's picture is kept until a person decides.
  @Test func theExistingPictureIsNotOverwritten() throws {
    let packshot = try shop([Self.three[0]])
    #expect(try run(packshot).status == 0)
    let before = try packshot.read("out/mug.png")
    try packshot.writePhoto(Self.three[1], shade: 200)
    let second = try run(packshot, "--prune", "--yes")
    #expect(second.status == 1 && messages(second).values.count { !$0.isEmpty } == 2)
    #expect(try packshot.read("out/mug.png") == before)
    try packshot.remove(Self.three[1])
    let third = try run(packshot)
    #expect(third.status == 0 && messages(third) == [Self.three[0]: ""])
    #expect(try packshot.read("out/mug.png") == before)
  }
}
