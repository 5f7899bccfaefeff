import Foundation
import PixelCore
import Testing

@testable import PackshotKit

/// Runs by recipes with per-photo images, in process and in a sandboxed worker.
@Suite struct PerPhotoSourcesTests {
  private static let names = ["MUG-1_front.png", "VASE-7_front.png"]
  private static let overlay = """
    sources: { overlay: { file: "overlays/{sku}.png", missing: skip } }
    steps: [ { sourceOver: { foreground: overlay } } ]
    """

  private func shop(_ recipe: String) throws -> Shop {
    let shop = try Shop(photos: Self.names)
    for folder in ["overlays", "masks"] { _ = try shop.folder.folder(folder) }
    shop.recipe = """
      packshot: 1
      name: shop
      \(recipe)
      outputs: [ { file: "{stem}.png" } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private func run(_ shop: Shop, _ program: String?) throws -> (reports: [PhotoReport], summary: BatchSummary) {
    let run = try shop.run { ($0.sandboxProgram, $0.isSandboxRequired) = (program, program != nil) }
    return (run.reports, run.summary)
  }

  private func picture(_ shop: Shop, _ name: String, _ color: Color, _ width: Int = 8, _ height: Int = 8) throws {
    try TestPicture.write(to: shop.folder.path(name), width: width, height: height, color)
  }

  /// The colour in the middle of a finished picture.
  private func middle(_ shop: Shop, _ name: String) throws -> [Int] {
    let image = try PackshotKit.Photo(contentsOf: shop.output + "/" + name).image(in: .encodedStraight)
    return image.pixel(image.size.width / 2, image.size.height / 2)
  }

  private func reasons(_ reports: [PhotoReport]) -> [String: [RenderReason]] {
    Dictionary(
      uniqueKeysWithValues: reports.flatMap(\.outputs).filter { !$0.reasons.isEmpty }.map { ($0.path, $0.reasons) })
  }

  /// A new, changed or removed per-photo image makes only that photo stale.
  @Test(arguments: LateSizeTests.programs)
  func eachPhotoUsesItsOwnImage(program: String?) throws {
    let shop = try shop(Self.overlay)
    try picture(shop, "overlays/MUG-1.png", .black)
    #expect(try run(shop, program).summary.rendered == 2)
    #expect(try middle(shop, "MUG-1_front.png") == [0, 0, 0, 255])
    #expect(try middle(shop, "VASE-7_front.png") == [77, 90, 60, 255])
    #expect(try run(shop, program).summary.unchanged == 2)

    try picture(shop, "overlays/VASE-7.png", .white)
    let appeared = try run(shop, program)
    #expect(reasons(appeared.reports) == ["VASE-7_front.png": [.source]])
    #expect(appeared.summary.rendered == 1 && appeared.summary.unchanged == 1)
    #expect(try middle(shop, "VASE-7_front.png") == [255, 255, 255, 255])

    try picture(shop, "overlays/MUG-1.png", Color(red: 1, green: 2, blue: 3))
    #expect(try reasons(run(shop, program).reports) == ["MUG-1_front.png": [.source]])
    #expect(try middle(shop, "MUG-1_front.png") == [1, 2, 3, 255])

    try FileManager.default.removeItem(atPath: shop.folder.path("overlays/MUG-1.png"))
    #expect(try reasons(run(shop, program).reports) == ["MUG-1_front.png": [.source]])
    #expect(try middle(shop, "MUG-1_front.png") == [40, 90, 60, 255])
    #expect(try run(shop, program).summary.unchanged == 2)
  }

  /// Nothing derived from one photo's image is used for another photo.
  @Test(arguments: LateSizeTests.programs)
  func aScaledPerPhotoImageIsNotShared(program: String?) throws {
    let shop = try shop(
      Self.overlay.replacing("foreground: overlay", with: "foreground: overlay, frame: [0, 0, 60, 60]"))
    try picture(shop, "overlays/MUG-1.png", .black)
    try picture(shop, "overlays/VASE-7.png", .white)
    try #require(try run(shop, program).summary.rendered == 2)
    #expect(try middle(shop, "MUG-1_front.png") == [0, 0, 0, 255])
    #expect(try middle(shop, "VASE-7_front.png") == [255, 255, 255, 255])
  }

  @Test(arguments: LateSizeTests.programs)
  func aPhotoWithoutARequiredImageFailsAlone(program: String?) throws {
    let shop = try shop(Self.overlay.replacing(", missing: skip", with: ""))
    try picture(shop, "overlays/MUG-1.png", .black)
    let missing = try run(shop, program)
    #expect(missing.summary.rendered == 1 && missing.summary.failed == 1)
    let message = try #require(missing.reports.compactMap(\.failure?.message).first)
    for words in ["sources.overlay", "overlays/VASE-7.png", "missing: skip"] {
      #expect(message.contains(words), "\(message)")
    }
    // If the file exists but is no picture, the error names the file, not the photo.
    try shop.folder.write("no picture", to: "overlays/VASE-7.png")
    let damaged = try run(shop, program)
    #expect(damaged.summary.failed == 1 && damaged.summary.unchanged == 1)
    let failure = try #require(damaged.reports.compactMap(\.failure).first)
    #expect(failure.message.contains("overlays/VASE-7.png cannot be used") && failure.code == .notAnImage, "\(failure)")
    try picture(shop, "overlays/VASE-7.png", .black)
    #expect(try run(shop, program).summary.rendered == 1)
  }

  /// A truncated file has a valid header.
  @Test(arguments: LateSizeTests.programs)
  func aDamagedPerPhotoImageIsNamed(program: String?) throws {
    let shop = try shop(Self.overlay)
    try picture(shop, "overlays/MUG-1.png", .black, 300, 300)
    let url = URL(fileURLWithPath: shop.folder.path("overlays/MUG-1.png"))
    try Data(contentsOf: url).prefix(60).write(to: url)
    let run = try run(shop, program)
    #expect(run.summary.failed == 1 && run.summary.rendered == 1)
    let failure = try #require(run.reports.compactMap(\.failure).first)
    #expect(failure.message.contains("overlays/MUG-1.png cannot be used"), "\(failure)")
  }

  @Test(arguments: LateSizeTests.programs)
  func eachPhotoHasItsMask(program: String?) throws {
    let shop = try shop("sources: { mask: \"masks/{stem}.png\" }\nsteps: [ { mask: mask } ]")
    try picture(shop, "masks/MUG-1_front.png", .white)
    try picture(shop, "masks/VASE-7_front.png", .black)
    try #require(try run(shop, program).summary.rendered == 2)
    #expect(try middle(shop, "MUG-1_front.png")[3] == 255)
    #expect(try middle(shop, "VASE-7_front.png")[3] == 0)
  }

  /// A photo composited over itself looks like its processed copy.
  @Test(arguments: LateSizeTests.programs)
  func thePhotoCanBeASource(program: String?) throws {
    let copy = try shop(
      "sources: { self: { photo: original, steps: [ { sepiaTone: 1 } ] } }\nsteps: [ { sourceOver: { foreground: self } } ]"
    )
    let plain = try shop("steps: [ { sepiaTone: 1 } ]")
    try #require(try run(copy, program).summary.rendered == 2)
    try #require(try run(plain, nil).summary.rendered == 2)
    for name in Self.names {
      let images = try [copy, plain].map {
        try PackshotKit.Photo(contentsOf: $0.output + "/" + name).image(in: .encodedStraight)
      }
      #expect(images[0].size == images[1].size && images[0].pixel(7, 5) == images[1].pixel(7, 5))
      #expect(images[0].pixel(7, 5) != [40, 90, 60, 255])
    }
    #expect(try run(copy, program).summary.unchanged == 2)
  }

  /// Half-transparent black over the photo halves the photo.
  @Test(arguments: LateSizeTests.programs)
  func aFileSourceCanHaveSteps(program: String?) throws {
    let recipe = """
      sources: { badge: { file: badge.png, steps: [ { resize: { width: 6 } }, { opacity: 50% } ] } }
      steps: [ { sourceOver: { foreground: badge } } ]
      """
    let shop = try shop(recipe)
    try picture(shop, "badge.png", .black, 200, 200)
    try #require(try run(shop, program).summary.rendered == 2)
    #expect(try zip(middle(shop, "MUG-1_front.png"), [20, 45, 30, 255]).allSatisfy { abs($0 - $1) <= 1 })
    let image = try PackshotKit.Photo(contentsOf: shop.output + "/MUG-1_front.png").image(in: .encodedStraight)
    #expect(image.pixel(image.size.width / 2 - 5, image.size.height / 2) == [40, 90, 60, 255])
    shop.recipe = shop.recipe.replacing("50%", with: "60%")
    #expect(try reasons(run(shop, program).reports).values.allSatisfy { $0 == [.recipe] })
  }

  /// A photo rendered alone equals the same photo in a run.
  @Test(arguments: LateSizeTests.programs)
  func aSingleRenderingUsesPerPhotoImages(program: String?) throws {
    let shop = try shop(Self.overlay)
    try picture(shop, "overlays/MUG-1.png", .black)
    try run(shop, nil)
    let rendering = try SingleRendering(
      recipeFile: shop.folder.path("recipe.yaml"),
      workers: WorkerPool(program: program, isRequired: program != nil))
    for name in Self.names {
      let file = try rendering.render(.file(shop.photos + "/" + name)).file
      #expect(try file.withBytes { Data($0) } == shop.files()[name])
    }
  }

  /// A value in a product table can't lead out of the folder.
  @Test func aPathFromATableStaysInItsFolder() throws {
    let shop = try shop("data: art.csv\nsources: { art: \"overlays/{art}.png\" }\nsteps: [ { mask: art } ]")
    try shop.folder.write("sku,art\nMUG-1,../backdrop\nVASE-7,white\n", to: "art.csv")
    try picture(shop, "overlays/white.png", .white)
    let run = try run(shop, nil)
    #expect(run.summary.rendered == 1 && run.summary.failed == 1)
    #expect(run.reports.compactMap(\.failure?.message).first?.contains("outside its folder") == true)
  }

  /// Two photos renamed together with their images find them.
  @Test func renamedPhotosKeepTheirImages() throws {
    let shop = try shop("sources: { mask: \"masks/{stem}.png\" }\nsteps: [ { mask: mask } ]")
    for name in Self.names { try picture(shop, "masks/" + name, .white) }
    try run(shop, nil)
    for folder in ["photos", "masks"] {
      try FileManager.default.moveItem(
        atPath: shop.folder.path(folder + "/MUG-1_front.png"), toPath: shop.folder.path(folder + "/MUG-1_back.png"))
    }
    let renamed = try run(shop, nil).reports.flatMap(\.outputs).filter { $0.status == .renamed }
    #expect(renamed.map(\.path) == ["MUG-1_back.png"])
  }
}
