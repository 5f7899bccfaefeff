import Foundation
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// The findings for pictures that follow a marketplace's rules, and for pictures that break them.
@Suite struct MarketplaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A dark product in the middle of a canvas.
  private func picture(
    _ name: String = "picture.jpg", canvas: (Int, Int) = (600, 600), product: (Int, Int) = (540, 300),
    backdrop: Color = .white
  ) throws -> String {
    let size = PixelSize(width: canvas.0, height: canvas.1)
    var rows = PixelBuffer(shape: ImageShape(size: size, format: .encodedStraight))
    let (left, top) = ((canvas.0 - product.0) / 2, (canvas.1 - product.1) / 2)
    for y in 0..<canvas.1 {
      backdrop.pixel(in: .encodedStraight).fill(rows.mutableRow(y), count: canvas.0)
      if top..<top + product.1 ~= y {
        Color(red: 30, green: 60, blue: 90).pixel(in: .encodedStraight).fill(
          rows.mutableRow(y) + 4 * left, count: product.0)
      }
    }
    let path = folder.path(name)
    let file = try Image(rows).encoded(name.hasSuffix("png") ? .png() : .jpeg(quality: 90))
    try Data(file).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func found(_ marketplace: Marketplace, _ path: String, advice: Bool = false) throws -> [String] {
    try PictureCheck(for: marketplace).findings(in: path).filter { $0.rule.isAdvice == advice }.map(\.found)
  }

  @Test func aPictureByTheRulesHasNoFinding() throws {
    #expect(try found(.amazonMain, picture()) == [])
    #expect(try found(.amazonMain, picture(), advice: true) == ["it has 600 pixels along its longer side"])
    #expect(try found(.zalando, picture(canvas: (900, 1296))) == [])
  }

  @Test func aGrayBackdropIsNotWhite() throws {
    let grey = Color(red: 236, green: 236, blue: 236)
    #expect(try found(.amazonMain, picture(backdrop: grey)) == ["it is #ececec behind the product"])
    #expect(
      try found(.amazonMain, picture("clear.png", backdrop: .transparent)) == ["it is transparent behind the product"])
  }

  /// 420 of 600 pixels. The box may be a pixel or two larger at a JPEG's edges.
  @Test func aSmallProductDoesNotFillThePicture() throws {
    #expect(try found(.amazonMain, picture(product: (420, 300))) == ["the product fills 70 % of its width"])
  }

  @Test func sizeShapeAndFormatAreChecked() throws {
    #expect(
      try found(.amazonMain, picture(canvas: (499, 400), product: (450, 200))) == [
        "it has 499 pixels along its longer side"
      ])
    #expect(try found(.instagram, picture(canvas: (300, 500))) == ["it has 300 × 500 pixels", "it is 300 pixels wide"])
    #expect(try found(.zalando, picture("a.png", canvas: (800, 1152))) == ["it is a PNG file"])
    #expect(try found(.shopify, picture(canvas: (5001, 40), product: (20, 20))) == ["it has 5001 × 40 pixels"])
  }

  @Test func anEmptyPictureIsReported() throws {
    let words = try found(.amazonMain, picture(product: (0, 0)))
    #expect(words.count == 2 && words.allSatisfy { $0.hasSuffix("(there is nothing but the backdrop)") }, "\(words)")
  }

  /// Each marketplace's recipe, and the check of its pictures.
  @Test(arguments: Marketplace.allCases) func theMarketplacesRecipeFollowsItsRules(_ marketplace: Marketplace) throws {
    try marketplace.writeRecipe(to: folder.path("recipe.yaml"))
    for (photo, product) in [("wide", (900, 300)), ("tall", (270, 750))] {
      let input = try picture("\(photo)_front.jpg", canvas: (1500, 1500), product: product)
      let made = try SingleRendering(recipeFile: folder.path("recipe.yaml")).render(
        .file(input), to: folder.path("made.jpg"))
      #expect(made.warnings == [])
      #expect(try PictureCheck(for: marketplace).findings(in: folder.path("made.jpg")).isEmpty)
    }
  }

  /// Amazon requires pure white, and photos have the studio's backdrop.
  @Test func theMarketplacesRecipeWhitensAPlainBackdrop() throws {
    try Marketplace.amazonMain.writeRecipe(to: folder.path("recipe.yaml"))
    let grey = Color(red: 242, green: 242, blue: 240)
    let input = try picture("grey_front.jpg", canvas: (1500, 1500), product: (900, 500), backdrop: grey)
    let made = try SingleRendering(recipeFile: folder.path("recipe.yaml")).render(
      .file(input), to: folder.path("made.jpg"))
    #expect(made.warnings == [])
    #expect(try PictureCheck(for: .amazonMain).findings(in: folder.path("made.jpg")).isEmpty)
  }

  /// A run warns about its pictures, and the check doesn't change the outputs.
  @Test func aRunWithACheckWarns() throws {
    let recipe = { (check: String) in
      "packshot: 1\nname: a\noutputs: [ { file: \"{stem}.jpg\", quality: 90\(check) } ]\n"
    }
    _ = try picture("photos.jpg", product: (300, 200))
    try folder.write(recipe(", check: amazon"), to: "recipe.yaml")
    var options = BatchOptions(inputs: [folder.path("photos.jpg")], outputFolder: folder.path("checked"))
    options.sandboxProgram = nil
    var warnings: [String] = []
    let run = {
      try Batch(recipeFile: folder.path("recipe.yaml"), options: options) { event in
        if case .photo(let report) = event { warnings += report.warnings }
      }.run()
    }
    _ = try run()
    #expect(
      warnings.contains { $0.hasPrefix("photos.jpg: the product fills 50 % of its width; Amazon") }, "\(warnings)")
    warnings = []
    try folder.write(recipe(""), to: "recipe.yaml")
    let again = try run()
    #expect(again.unchanged == 1 && warnings.isEmpty)
  }
}
