import Foundation
import Testing

/// Limits of a run: limits on photos, and signals.
@Suite struct RunLimitsTests {
  /// Each limit refuses the photos that exceed it and names its option. The remaining photos are rendered.
  @Test(arguments: [
    ("--max-pixels", "2399", 0), ("--max-file-size", "100", 0), ("--max-seconds", "1e-9", 0),
    ("--max-memory", "1MB", 0),
    ("--max-scans", "1", 3), ("--max-metadata", "1", 3),
  ])
  func aPhotoBeyondALimitIsRefusedWithTheOption(option: String, value: String, rendered: Int) throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json", option, value)
    #expect(run.status == (rendered == 3 ? 0 : 1), "\(run.errors)")
    let summary = try #require(run.events.last)
    #expect(summary["rendered"] as? Int == rendered)
    let failures = run.events.compactMap { $0["error"] as? [String: Any] }
    #expect(failures.count == 3 - rendered)
    for failure in failures {
      #expect(failure["code"] as? String == "over-limit")
      #expect((failure["message"] as? String)?.contains(option) == true, "\(failure)")
    }
  }

  /// Files stay open until their group is flushed, so the group must fit the limit of open files.
  @Test func aRunNeedsFewOpenFiles() throws { try renderTwelveOutputs(within: "ulimit -n 64", jobs: 2) }

  /// Eight photos have 96 files open while they are written.
  @Test func aRunRaisesTheLimitOfOpenFiles() throws { try renderTwelveOutputs(within: "ulimit -S -n 64", jobs: 8) }

  private func renderTwelveOutputs(within limit: String, jobs: Int) throws {
    let packshot = try Packshot.shop()
    let outputs = (1...12).map { "  - { file: \"{stem}-\($0).png\", steps: [ { resize: { width: \($0) } } ] }" }
    try packshot.write("packshot: 1\nname: many\noutputs:\n" + outputs.joined(separator: "\n"), to: "recipe.yaml")
    for number in 0..<10 {
      try packshot.writePhoto("photos/P-\(number).png", width: 12, height: 2, shade: UInt8(number))
    }
    let run = try packshot.shell(
      "\(limit); '\(Packshot.executable.path)' run recipe.yaml photos --output out --jobs \(jobs) --json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.events.last?["rendered"] as? Int == 13)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsARunWithoutHalfWrittenFiles(signal: Int32, status: Int32) throws {
    let packshot = try Packshot.shop()
    for index in 0..<3 { try packshot.writeHugePhoto("photos/huge-\(index).png", .white) }
    let run = try packshot.start("run", "recipe.yaml", "photos", "--output", "out", "--json", "--jobs", "1")
    while try packshot.unfinishedFiles().isEmpty {}
    run.signal(signal)
    #expect(run.status() == status, "\(run.errors)")
    #expect(try packshot.unfinishedFiles().isEmpty)
    let resumed = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try packshot.run("catalog", "verify", "--catalog", "out/catalog.sqlite", "--files").status == 0)
  }

  /// A killed run can't clean up or record its end: the kernel ends its workers, and listing the runs detects that the process
  /// is gone.
  @Test func aKilledRunLeavesNoWorkersAndIsListedAsStopped() throws {
    let packshot = try Packshot.shop()
    for index in 0..<3 { try packshot.writeHugePhoto("photos/zz-huge-\(index).png", .white) }
    let run = try packshot.start("run", "recipe.yaml", "photos", "--output", "out", "--json", "--jobs", "2")
    while try run.event()["event"] as? String != "photo" {}
    let status = { () throws -> [String?] in
      try packshot.run("runs", "list", "--json", "--catalog", "out/catalog.sqlite").events.map {
        $0["status"] as? String
      }
    }
    #expect(try status() == ["running"])
    let workers = run.workers
    #expect(!workers.isEmpty)
    run.signal(SIGKILL)
    #expect(run.status() == 128 + SIGKILL)
    for worker in workers { #expect(RunningPackshot.waits(forEndOf: worker)) }
    #expect(try status() == ["stopped"])
  }
}
