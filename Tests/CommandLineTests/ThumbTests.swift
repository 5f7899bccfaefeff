import Foundation
import PackshotKit
import Testing

@Suite struct ThumbTests {
  @Test func aFolderOfThumbnailsIsCreatedAndUpdated() throws {
    let packshot = try Packshot.shop()
    let arguments = ["thumb", "photos", "--width", "20", "--output", "out", "--json"]
    let run = try packshot.run(arguments)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let outputs = run.events.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
    #expect(
      outputs.map { $0["path"] as? String } == ["MUG-1_front-20.jpg", "MUG-1_side-20.jpg", "vases/VASE-2-20.jpg"])
    // The photos have 60 × 40 pixels; 20 · 40/60 = 13.3.
    let size = try Photo(contentsOf: packshot.folder + "/out/vases/VASE-2-20.jpg").size
    #expect(size == PixelSize(width: 20, height: 13))

    #expect(try packshot.run(arguments).events.last?["unchanged"] as? Int == 3)
    try packshot.writePhoto("photos/MUG-1_side.jpg", shade: 220)
    #expect(try packshot.run(arguments).events.last?["rendered"] as? Int == 1)
    let photos = try packshot.run("photos", "list", "--kind", "rendition", "--catalog", "out/catalog.sqlite", "--json")
    #expect(photos.events.count == 3)
  }

  @Test func sizesShareAFolderAndPhotosAreNeverEnlarged() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run(
      "thumb", "photos/vases", "--width", "30", "--width", "600", "--height", "30", "--mode", "cover", "--format",
      "png",
      "--output", "out")
    #expect(run.status == 0, "\(run.errors)")
    let size = { (name: String) in try Photo(contentsOf: packshot.folder + "/out/" + name).size }
    #expect(try size("VASE-2-30x30.png") == PixelSize(width: 30, height: 30))
    // 600 × 30 would need ten times the width. 60 × 3 pixels is the largest part with that shape.
    #expect(try size("VASE-2-60x3.png") == PixelSize(width: 60, height: 3))

    let small = try packshot.run(
      "thumb", "photos/vases", "--width", "700", "--width", "2000", "--output", "small", "--json")
    let outputs = small.events.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
    #expect(outputs.map { $0["path"] as? String } == ["VASE-2-60.jpg"])

    let large = try packshot.run("thumb", "photos/vases", "--width", "90", "--enlarge", "--output", "large")
    #expect(large.status == 0)
    #expect(
      try Photo(contentsOf: packshot.folder + "/large/VASE-2-90.jpg").size == PixelSize(width: 90, height: 60))
  }

  @Test func thePrintedRecipeRendersTheSamePictures() throws {
    let packshot = try Packshot.shop()
    let arguments = ["thumb", "photos", "--width", "20", "--quality", "70", "--output", "out"]
    let recipe = try packshot.run(arguments + ["--print-recipe"])
    #expect(recipe.status == 0 && recipe.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/out"))
    let alone = try packshot.run("thumb", "--width", "20", "--quality", "70", "--print-recipe")
    #expect(alone.status == 0 && alone.output == recipe.output, "it needs neither photos nor a folder")
    try packshot.write(recipe.output, to: "thumbs.yaml")

    #expect(try packshot.run(arguments).status == 0)
    let run = try packshot.run("run", "thumbs.yaml", "photos", "--output", "out", "--json")
    #expect(run.events.last?["unchanged"] as? Int == 3, "\(run.output)")
  }

  @Test func photosAreAssignedToProductsByPath() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run(
      "thumb", "photos", "--width", "20", "--output", "out", "--sku", #"(.*/)?(?<sku>[A-Z0-9-]+)(_(?<view>\w+))?"#)
    #expect(run.status == 0, "\(run.errors)")
    let list = try packshot.run("products", "list", "--catalog", "out/catalog.sqlite", "--json")
    #expect(list.events.compactMap { $0["sku"] as? String } == ["MUG-1", "VASE-2"])
  }

  @Test func theOptionsOfRunAreAccepted() throws {
    let packshot = try Packshot.shop()
    let dry = try packshot.run("thumb", "photos", "--width", "20", "--output", "out", "--exclude", "vases", "--dry-run")
    #expect(dry.output.contains("would render MUG-1_side-20.jpg from photos/MUG-1_side.jpg"))
    #expect(!dry.output.contains("VASE"))
    let verbose = try packshot.run("thumb", "photos", "--width", "20", "--output", "out", "--verbose")
    #expect(verbose.errors.contains("rendered vases/VASE-2-20.jpg from photos/vases/VASE-2.png, 20 × 13"))
    let quiet = try packshot.run("thumb", "photos", "--width", "20", "--output", "out", "--quiet")
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test(arguments: [
    (["--output", "out"], "--width"), (["--width", "20"], "--output"),
    (["--width", "0", "--output", "out"], "--width is 0; it must be 1 to 65535 pixels"),
    (["--width", "20", "--mode", "cover", "--output", "out"], "--mode is cover"),
    (["--width", "20", "--mode", "fill", "--output", "out"], "'contain', 'cover' or 'stretch'"),
    (
      ["--width", "20", "--format", "gif", "--output", "out"],
      "--format is gif; it must be jpeg, png, webp, avif or tiff"
    ),
    (
      ["--width", "20", "--format", "png", "--quality", "90", "--output", "out"],
      "--quality is for JPEG, WebP and AVIF files only, because PNG is lossless; leave it out"
    ),
    (["--width", "20", "--sku", "(", "--output", "out"], "error: --sku is '(', which is not a regular expression"),
    (["--width", "20", "--quality", "0", "--output", "out"], "--quality is 0; it must be 1 to 100"),
    (["--width", "20", "--quiet", "--verbose", "--output", "out"], "--quiet and --verbose"),
  ])
  func invalidOptionsAreRefused(arguments: [String], words: String) throws {
    let run = try Packshot.shop().run(["thumb", "photos"] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func thumbNeedsAnInput() throws {
    let run = try Packshot.shop().run("thumb", "--width", "20", "--output", "out")
    #expect(run.status == 64 && run.errors.contains("name photos or folders"))
  }
}
