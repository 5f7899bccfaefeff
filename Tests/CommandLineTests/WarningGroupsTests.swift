import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// Repeated warnings as `packshot run` prints them.
@Suite struct WarningGroupsTests {
  /// A shop with photos on noisy and on plain backdrops, and a recipe that cuts them out.
  private func shop(noisy: Int, plain: Int) throws -> Packshot {
    let packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      name: cut
      steps: [ { cutout: { otherwise: leave } } ]
      outputs: [ { file: "{stem}.png" } ]
      """, to: "recipe.yaml")
    var generator = SeededGenerator(seed: 7)
    for index in 0..<noisy + plain {
      let isNoisy = index < noisy
      let size = PixelSize(width: 64, height: 64)
      var rows = PixelBuffer(shape: ImageShape(size: size, format: .encodedOpaque))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let isProduct = 20..<44 ~= x && 20..<44 ~= y
          let noise = isNoisy ? UInt8.random(in: 0...6, using: &generator) : 0
          let level = isProduct ? UInt8(40 + index) : 220 + noise
          rows.mutableRow(y).storeBytes(
            of: UInt32(level) &* 0x01_0101 | 0xFF00_0000, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
      try packshot.write(Data(Image(rows).encoded(.png())), to: "photos/p\(index).png")
    }
    return packshot
  }

  private func warnings(_ run: Packshot.Result) -> [String] {
    run.errors.split(separator: "\n").filter { $0.hasPrefix("warning:") }.map(String.init)
  }

  @Test func aRepeatedWarningIsPrintedOnceWithItsCount() throws {
    let packshot = try shop(noisy: 3, plain: 2)
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0)
    #expect(warnings(run) == ["warning: cutout: backdrop kept on 3 of 5 photos (too noisy)"], "\(run.errors)")
    #expect(run.errors.contains("\n--force --verbose lists them one by one\n"))
    #expect(warnings(try packshot.run("run", "recipe.yaml", "photos", "--output", "quiet", "--quiet")).isEmpty)
  }

  @Test func verboseListsRepeatedWarningsPerPhoto() throws {
    let run = try shop(noisy: 3, plain: 2).run("run", "recipe.yaml", "photos", "--output", "out", "--verbose")
    let warnings = warnings(run)
    #expect(warnings.count == 3, "\(run.errors)")
    for (index, warning) in warnings.enumerated() {
      #expect(warning.hasPrefix("warning: photos/p\(index).png: cutout: the backdrop was kept, because"), "\(warning)")
    }
    #expect(!run.errors.contains("lists them"))
  }

  @Test func aSingleWarningNamesItsPhoto() throws {
    let run = try shop(noisy: 1, plain: 2).run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(warnings(run).count == 1 && warnings(run)[0].hasPrefix("warning: photos/p0.png: cutout: "), "\(run.errors)")
    #expect(!run.errors.contains("lists them"))
  }

  @Test func jsonHasWarningsPerPhotoAndCountsInTheSummary() throws {
    let run = try shop(noisy: 3, plain: 2).run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    let photos = run.events.filter { $0["event"] as? String == "photo" }
    #expect(photos.count { ($0["warnings"] as? [String])?.count == 1 } == 3)
    let summary = try #require(run.events.last)
    let counted = try #require(summary["warnings"] as? [[String: Any]])
    #expect(counted.count == 1)
    #expect(counted[0]["kind"] as? String == "cutout: backdrop kept")
    #expect(counted[0]["reason"] as? String == "too noisy" && counted[0]["photos"] as? Int == 3)
    #expect(warnings(run) == ["warning: cutout: backdrop kept on 3 of 5 photos (too noisy)"], "\(run.errors)")
  }

  @Test func namesThatTheSKUPatternDoesNotMatchAreCounted() throws {
    let packshot = try Packshot.shop()
    for index in 0..<4 { try packshot.writePhoto("photos/low-\(index).png", shade: UInt8(index)) }
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    let warnings = warnings(run)
    #expect(warnings.count == 1, "\(run.errors)")
    #expect(
      warnings.first?.hasPrefix(
        "warning: path used as the sku on 4 of 7 photos (the recipe's sku pattern does not match it") == true)
  }

  @Test func editedPicturesAreCountedAsConflictsEvenInAQuietRun() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    for name in ["MUG-1_front.png", "MUG-1_side.png"] { try packshot.write("mine", to: "out/" + name) }
    for verbosity in [[], ["--quiet"]] {
      let run = try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + verbosity)
      #expect(run.status == 1)
      let text = "existing picture kept on 2 of 3 photos (modified since packshot made it)"
      #expect(warnings(run).count == 1 && warnings(run)[0].contains(text), "\(run.errors)")
      #expect(warnings(run)[0].contains("--overwrite"))
    }
    let all = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--verbose")
    #expect(warnings(all).count == 2, "\(all.errors)")
    #expect(try packshot.read("out/MUG-1_front.png") == Data("mine".utf8))
  }

  /// Grouped by kind and reason, once per photo.
  @Test func warningsAreCountedByKindAndReason() {
    var groups = WarningGroups()
    groups.add(["a", Warning("a 1", kind: "a", reason: "r"), Warning("a 2", kind: "a", reason: "r")])
    groups.add([Warning("a 3", kind: "a", reason: "r"), Warning("b", kind: "a", reason: "q"), "a"])
    groups.add([Warning(ofFile: "12 bytes"), Warning(ofFile: "13 bytes")])
    #expect(
      groups.all.map { $0.text(ofPhotos: 9) } == [
        "2 of 9 photos: a", "a on 2 of 9 photos (r)", "a on 1 of 9 photos (q)", "1 of 9 photos: … bytes",
      ])
  }
}
