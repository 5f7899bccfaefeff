import Foundation
import PackshotKit
import Testing

/// A run split into shards, each in a separate process, whose catalogs are merged.
@Suite struct ShardTests {
  private let packshot: Packshot

  /// Nine photos, one of them broken, and a file that is no picture.
  init() throws {
    packshot = try Packshot.shop()
    for number in 3...7 { try packshot.writePhoto("photos/MUG-\(number)_front.jpg", shade: UInt8(number * 30)) }
    try packshot.write("no photo", to: "photos/BAD-8.jpg")
    try packshot.write("a letter", to: "photos/letter.txt")
  }

  private func run(_ output: String, _ options: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", output] + options)
  }

  private func merge(_ catalogs: [String], into catalog: String) throws -> Packshot.Result {
    try packshot.run(["catalog", "import", "--json", "--catalog", catalog] + catalogs)
  }

  private func catalogs(_ shards: [Int]) -> [String] { shards.map { "parts/catalog-\($0)-of-3.sqlite" } }

  /// Expected values from the program `sha256sum`.
  @Test func aPathsShardFollowsFromItsHash() {
    for (path, remainders) in [
      ("a.jpg", [2: 1, 3: 1, 8: 7, 1000: 95]), ("mugs/MUG-001_front.jpg", [2: 0, 3: 2, 8: 6, 1000: 566]),
      ("ü.png", [2: 0, 3: 2, 8: 4, 1000: 148]),
    ] {
      for (count, index) in remainders {
        #expect((0..<count).filter { Shard($0, of: count)!.contains(path) } == [index], "\(path) of \(count)")
      }
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func shardsMergedInAnyOrderEqualASingleRun(order: [Int]) throws {
    #expect(try run("whole").status == 1)
    let parts = try (0..<3).map { try run("parts", "--shard", "\($0)/3", "--json") }
    #expect(parts.map(\.status).sorted() == [0, 0, 1])
    // Nothing is rendered or reported twice.
    let told = parts.flatMap(\.events).filter {
      $0["event"] as? String == "photo" || $0["event"] as? String == "skipped"
    }
    #expect(Set(told.compactMap { $0["input"] as? String }).count == 10 && told.count == 10)
    #expect(try packshot.pictures(in: "parts") == packshot.pictures(in: "whole"))

    #expect(try merge(catalogs(order + [order[0]]), into: "parts/catalog.sqlite").status == 0)
    #expect(try packshot.records(of: "parts/catalog.sqlite") == packshot.records(of: "whole/catalog.sqlite"))
    let counts = try runCounts(in: "parts/catalog.sqlite")
    #expect(try counts.count == 3 && counts.reduce(into: [0, 0]) { $0 = [$0[0] + $1[0], $0[1] + $1[1]] } == [8, 1])
    #expect(try packshot.run("catalog", "verify", "--files", "--catalog", "parts/catalog.sqlite").status == 0)

    let again = try merge(catalogs(order), into: "parts/catalog.sqlite")
    let nothing: NSDictionary = ["photos": 0, "pictures": 0, "known": 24, "failures": 0, "runs": 0, "left": [Any]()]
    #expect(again.events as [NSDictionary] == [nothing])
    #expect(try run("parts").errors.contains("8 unchanged, 1 failed"))
  }

  @Test func aShardSkipsWhatAWholeRunHasRendered() throws {
    _ = try run("parts")
    try packshot.writePhoto("photos/MUG-9_front.jpg")
    let parts = try (0..<3).map { try run("parts", "--shard", "\($0)/3", "--json") }
    let summaries = parts.compactMap { $0.events.last }
    #expect(summaries.compactMap { $0["rendered"] as? Int }.reduce(0, +) == 1)
    #expect(summaries.compactMap { $0["unchanged"] as? Int }.reduce(0, +) == 8)
    let merged = try merge(catalogs([2, 1, 0]), into: "parts/catalog.sqlite")
    #expect(merged.events.first?["photos"] as? Int == 1 && merged.events.first?["pictures"] as? Int == 2)
  }

  /// `MUG-1_front.jpg` and `MUG-1_back.jpg` belong to different halves, by the program `sha256sum`.
  @Test(arguments: ["{sku}.png", "{sku}-{hash}.png"])
  func aNameThatMovesToAPhotoOfAnotherShardIsTakenOver(name: String) throws {
    try packshot.remove("photos")
    try packshot.write(
      """
      packshot: 1
      outputs: [ { file: "\(name)" } ]
      catalog: { sku: '(?<sku>[A-Z]+-\\d)_(?<view>\\w+)' }
      """, to: "recipe.yaml")
    func halves() throws {
      for half in ["0/2", "1/2"] { #expect(try run("parts", "--shard", half).status == 0) }
      let catalogs = ["parts/catalog-0-of-2.sqlite", "parts/catalog-1-of-2.sqlite"]
      #expect(try merge(catalogs, into: "parts/catalog.sqlite").status == 0)
    }
    let (former, new) = ("photos/MUG-1_front.jpg", "photos/MUG-1_back.jpg")
    let shards = [former, new].map { path in
      (0..<2).first { Shard($0, of: 2)!.contains(String(path.dropFirst("photos/".count))) }
    }
    try #require(shards[0] != shards[1])
    try packshot.writePhoto(former, shade: 20)
    try packshot.writePhoto("photos/MUG-2_front.jpg", shade: 60)
    try halves()
    try packshot.remove(former)
    try packshot.writePhoto(new, shade: 90)
    try halves()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "parts", "--prune", "--grace", "0", "--yes")
    #expect(try run("whole").status == 0)
    #expect(try packshot.pictures(in: "parts") == packshot.pictures(in: "whole"))
    let manifests = try ["parts", "whole"].map {
      try packshot.run("manifest", "--catalog", "\($0)/catalog.sqlite").output
    }
    #expect(manifests[0].replacing("parts/", with: "") == manifests[1].replacing("whole/", with: ""))
  }

  /// Shards share the folder's lock with each other, but not with whole runs.
  @Test func shardsExcludeWholeRuns() throws {
    #expect(try run("parts", "--shard", "1/3", "--quiet").status != 75)
    let statuses = {
      try ["0/3", "1/3"].map { try run("parts", "--shard", $0).status == 75 }
        + [run("parts").status == 75, run("parts", "--dry-run").status == 75]
    }
    #expect(try packshot.holding("parts/.packshot-1-of-3.lock", LOCK_EX, statuses) == [false, true, false, false])
    #expect(try packshot.holding("parts/.packshot.lock", LOCK_SH, statuses) == [false, false, true, true])
    #expect(try packshot.holding("parts/.packshot.lock", LOCK_EX, statuses) == [true, true, true, true])
  }

  @Test(arguments: ["3/3", "-1/3", "1", "a/3", "0/0", "0/100001", "1/2/3"])
  func invalidShardsAreRefused(shard: String) throws {
    let refused = try run("parts", "--shard", shard)
    #expect(refused.status == 64 && refused.errors.contains("index/count"))
  }

  @Test func optionsThatNeedAllPhotosAreRefused() throws {
    #expect(try run("parts", "--shard", "0/3", "--prune").errors.contains("--prune cannot be used with --shard"))
    _ = try run("parts", "--shard", "0/3")
    let own = catalogs([0])
    #expect(try merge(own + ["recipe.yaml"], into: "c.sqlite").errors.contains("recipe.yaml is not a catalog"))
    #expect(try merge(own, into: own[0]).errors.contains("is the catalog to import into"))
    #expect(try merge(own + ["--dry-run"], into: "c.sqlite").errors.contains("catalogs and records are imported whole"))
  }

  // MARK: Records

  private func runCounts(in catalog: String) throws -> [[Int]] {
    try packshot.export(catalog).filter { $0["entity"] as? String == "Run" && ($0["unchanged"] as? Int) == 0 }.map {
      [$0["rendered"] as? Int ?? 0, $0["failed"] as? Int ?? 0]
    }
  }
}

extension Packshot {
  /// Runs `body` while another process holds a file's lock.
  fileprivate func holding<T>(_ file: String, _ operation: Int32, _ body: () throws -> T) throws -> T {
    let handle = try #require(FileHandle(forUpdatingAtPath: folder + "/" + file))
    try #require(flock(handle.fileDescriptor, operation | LOCK_NB) == 0)
    defer { try? handle.close() }
    return try body()
  }
}
