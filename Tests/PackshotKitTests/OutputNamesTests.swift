import Foundation
import PackshotKit
import TestSupport
import Testing

/// Names of outputs that depend on the photo.
@Suite struct OutputNamesTests {
  /// Photos of 60 × 30 pixels and one of 12 × 6, rendered at widths that only the former have.
  private func shop(_ outputs: String, _ catalog: String = "") throws -> Shop {
    let shop = try Shop(photos: [])
    try TestPicture.write(to: shop.photos + "/large.png", width: 60, height: 30, .white)
    try TestPicture.write(to: shop.photos + "/small.png", width: 12, height: 6, .white)
    shop.recipe = "packshot: 1\noutputs:\n\(outputs)\n\(catalog)\n"
    return shop
  }

  private func width(_ width: Int, _ rest: String = "") -> String {
    "  - { file: \"{stem}-{width}w.png\", steps: [ { resize: { width: \(width), enlarge: false } } ]\(rest) }\n"
  }

  private func recipeError(_ text: String) throws -> RecipeError? {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "recipe.yaml")
    return #expect(throws: RecipeError.self) { try RecipeOutline(recipeFile: folder.path("recipe.yaml")) }
  }

  @Test func aSmallPhotoHasOneFileForAllLargerWidths() throws {
    let shop = try shop(width(40) + width(20) + width(8))
    let run = try shop.run()
    #expect(run.summary.failed == 0, "\(run.reports)")
    #expect(
      run.reports.map { $0.outputs.map(\.path) } == [
        ["large-40w.png", "large-20w.png", "large-8w.png"], ["small-12w.png", "small-8w.png"],
      ])
    for path in run.reports.flatMap(\.outputs).map(\.path) {
      let name = try #require(path.split(separator: "-").last)
      #expect("\(try Photo(contentsOf: shop.output + "/" + path).size.width)w.png" == name)
    }
    #expect(try shop.run().summary.unchanged == 2)
    try FileManager.default.removeItem(atPath: shop.output + "/small-8w.png")
    #expect(try shop.run().reports.map { $0.outputs.map(\.status) }[1] == [.unchanged, .rendered])
  }

  @Test func aPhotoWithDifferentPicturesOfOneNameFailsAlone() throws {
    let run = try shop(width(40) + width(20, ", compression: 0")).run()
    #expect(run.reports.map(\.status) == [.rendered, .failed])
    let failure = try #require(run.reports[1].failure)
    #expect(failure.code == .badName)
    #expect(failure.message.contains("outputs[0] and outputs[1]") && failure.message.contains("small-12w.png"))
  }

  /// 8 × 4 and 8 × 4: however the size is given, one geometry is one picture.
  @Test func widthAndHeightOfTheSameSizeAreOnePicture() throws {
    let run = try shop(
      width(8) + "  - { file: \"{stem}-{width}w.png\", steps: [ { resize: { width: 20, height: 4 } } ] }"
    ).run()
    #expect(run.reports.map { $0.outputs.map(\.path) } == [["large-8w.png"], ["small-8w.png"]])
  }

  @Test(arguments: [
    "{ file: \"{stem}-800.jpg\", steps: [ { resize: { width: 800 } } ] }\n  - "
      + "{ file: \"{stem}-{width}.jpg\", steps: [ { fit: { width: 800, height: 600 } } ] }",
    "{ file: \"{stem}-{width}.jpg\" }\n  - { file: \"{stem}-{width}.jpg\", quality: 50 }",
    "{ file: \"a/{stem}.jpg\" }\n  - { file: \"a//./{stem}.jpg\", quality: 50 }",
  ])
  func outputsThatAlwaysShareANameAreRefused(outputs: String) throws {
    let error = try recipeError("packshot: 1\noutputs:\n  - \(outputs)\n")
    #expect(error?.location == Location(line: 4, column: 5))
    #expect(error?.message.contains("outputs[0]") == true)
  }

  @Test(arguments: [
    (9000, 12_000), (65_534, 65_535), (1, 2),
  ])
  func outputsThatShareANameOnlyForSmallPhotosAreAllowed(first: Int, second: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("packshot: 1\noutputs:\n" + width(first) + width(second), to: "recipe.yaml")
    #expect(throws: Never.self) { try RecipeOutline(recipeFile: folder.path("recipe.yaml")) }
  }

  @Test func aMissingViewRemovesOneSeparator() throws {
    let shop = try shop(
      "  - { file: \"{sku}-{view}.png\" }\n  - { file: \"x/{view}_{sku}.{extension}.jpg\" }",
      #"catalog: { sku: '(?<sku>[a-z]+)(_(?<view>\w+))?' }"#)
    try TestPicture.write(to: shop.photos + "/mug_front.png", width: 6, height: 6, .white)
    #expect(
      try shop.run().reports.map { $0.outputs.map(\.path) } == [
        ["large.png", "x/large.png.jpg"], ["mug-front.png", "x/front_mug.png.jpg"], ["small.png", "x/small.png.jpg"],
      ])
  }

  @Test func aPhotoWithAHiddenOutputNameFailsAlone() throws {
    let shop = try shop(
      "  - { file: \"{view}.jpg\" }", #"catalog: { sku: '(?<sku>[a-z]+)(_(?<view>\w+))?' }"#)
    try TestPicture.write(to: shop.photos + "/mug_front.png", width: 6, height: 6, .white)
    let run = try shop.run()
    #expect(run.reports.map(\.failure?.code) == [.badName, nil, .badName])
    #expect(run.reports[0].failure?.message.contains("{view}") == true)
    let written = try FileManager.default.contentsOfDirectory(atPath: shop.output)
    #expect(written.filter { $0.hasSuffix(".jpg") } == ["front.jpg"])
  }

  @Test func aFieldThatIsNeverFilledIsRefusedAtItsPlace() throws {
    for (file, catalog, remedy) in [
      ("{sku}-800.jpg", "", "catalog: { sku:"), ("{stem}-{view}.jpg", "", "catalog: { sku:"),
      ("{stem}-{view}.jpg", "catalog: { sku: '(?<sku>.+)' }", "(?<view>"),
    ] {
      let error = try recipeError("packshot: 1\noutputs:\n  - file: \"\(file)\"\n\(catalog)\n")
      #expect(error?.location == Location(line: 3, column: 11))
      #expect(error?.path == "outputs[0].file")
      #expect(error?.message.contains(remedy) == true)
    }
  }
}
