import Foundation
import PixelCore
import TestSupport
import Testing

@testable import PackshotKit

/// Outputs that show several photos of a product, rendered in this process and in a sandboxed one.
@Suite struct PhotoGroupTests {
  private static let photos = ["MUG-1_back.png", "MUG-1_front.png", "MUG-1_side.png", "VASE-7_front.png"]
  private static let pair = "{ by: sku, photos: [front, side], cell: [20, 10], gap: 4, background: white }"
  private static let red = Color(red: 200, green: 0, blue: 0)
  private static let green = Color(red: 0, green: 180, blue: 0)

  /// A shop with 20 × 10 photos of one colour each, and a recipe with one output for each photo and one for each group.
  private func shop(_ group: String = pair, steps: String = "[]", rest: String = "") throws -> Shop {
    let shop = try Shop(photos: [])
    for name in Self.photos { try photo(shop, name, name.contains("side") ? Self.green : Self.red) }
    shop.recipe = """
      packshot: 1
      name: shop
      steps: \(steps)
      outputs:
        - { file: "{stem}.png" }
        - { file: "{sku}-views.png", group: \(group)\(rest) }
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """
    return shop
  }

  private func photo(_ shop: Shop, _ name: String, _ color: Color, _ width: Int = 20, _ height: Int = 10) throws {
    try TestPicture.write(to: shop.photos + "/" + name, width: width, height: height, color)
  }

  private func remove(_ shop: Shop, _ name: String) throws {
    try FileManager.default.removeItem(atPath: shop.photos + "/" + name)
  }

  private func image(_ shop: Shop, _ name: String = "MUG-1-views.png") throws -> Image {
    try PackshotKit.Photo(contentsOf: shop.output + "/" + name).image(in: .encodedStraight)
  }

  /// The outputs that a run rendered or would render, with the reasons.
  private func rendered(
    _ shop: Shop, _ change: (inout BatchOptions) -> Void = { _ in }
  ) throws -> [String: [RenderReason]] {
    let outputs = try shop.run(change).reports.flatMap(\.outputs).filter { !$0.reasons.isEmpty }
    return Dictionary(uniqueKeysWithValues: outputs.map { ($0.path, $0.reasons) })
  }

  /// The names of the photos that a picture was made from, according to the catalog.
  private func inputs(of name: String, _ shop: Shop) throws -> [String] {
    let catalog = try shop.catalog()
    let details = try catalog.details(ofPhoto: catalog.photo(matching: name).id)
    let paths = [details.source?.path].compactMap(\.self) + details.ingredients.map(\.path)
    return paths.map { String($0.split(separator: "/").last!) }
  }

  // MARK: Pixels

  @Test(arguments: LateSizeTests.programs)
  func `photos are side by side, in the order of the views`(program: String?) throws {
    let shop = try shop()
    let run = try shop.run { ($0.sandboxProgram, $0.isSandboxRequired) = (program, program != nil) }
    #expect(run.summary.failed == 0)
    let image = try image(shop)
    #expect(image.size == PixelSize(width: 44, height: 10))
    #expect(image.pixel(0, 0) == [200, 0, 0, 255] && image.pixel(19, 9) == [200, 0, 0, 255])
    #expect(image.pixel(20, 5) == [255, 255, 255, 255] && image.pixel(23, 5) == [255, 255, 255, 255])
    #expect(image.pixel(24, 0) == [0, 180, 0, 255] && image.pixel(43, 9) == [0, 180, 0, 255])
  }

  /// A photo of 10 × 10 in a frame of 20 × 10 has 5 pixels of background on both sides.
  @Test func `each photo is fitted into its frame, upright and after the shared steps`() throws {
    let shop = try shop(steps: "[ orient: 6 ]")
    try photo(shop, "MUG-1_side.png", Self.green, 10, 10)
    try photo(shop, "MUG-1_front.png", Self.red, 10, 20)
    try #require(try shop.run().summary.failed == 0)
    let image = try image(shop)
    #expect(image.pixel(0, 0) == [200, 0, 0, 255] && image.pixel(19, 9) == [200, 0, 0, 255])
    #expect(image.pixel(28, 5) == [255, 255, 255, 255] && image.pixel(29, 5) == [0, 180, 0, 255])
    #expect(image.pixel(38, 5) == [0, 180, 0, 255] && image.pixel(39, 5) == [255, 255, 255, 255])
  }

  /// Three photos: two above, one below, and an empty frame. The back comes first by its path.
  @Test(arguments: [
    ("row", PixelSize(width: 66, height: 10), [PixelPoint(x: 0, y: 0), .init(x: 23, y: 0), .init(x: 46, y: 0)]),
    ("column", PixelSize(width: 20, height: 36), [.init(x: 0, y: 0), .init(x: 0, y: 13), .init(x: 0, y: 26)]),
    ("grid", PixelSize(width: 43, height: 23), [.init(x: 0, y: 0), .init(x: 23, y: 0), .init(x: 0, y: 13)]),
  ])
  func `without views, the product's first photos are shown`(
    arrangement: String, size: PixelSize, corners: [PixelPoint]
  ) throws {
    let shop = try shop("{ by: sku, max: 3, arrange: \(arrangement), cell: [20, 10], gap: 3 }")
    try photo(shop, "MUG-1_z.png", .black)
    try photo(shop, "MUG-1_back.png", Color(red: 1, green: 2, blue: 3))
    try #require(try shop.run().summary.failed == 0)
    let image = try image(shop)
    #expect(image.size == size)
    #expect(corners.map { image.pixel($0.x, $0.y) } == [[1, 2, 3, 255], [200, 0, 0, 255], [0, 180, 0, 255]])
    #expect(try arrangement != "grid" || image.pixel(30, 20) == [0, 0, 0, 0])
  }

  /// Cropped to its middle, each photo fills its frame; the whole picture is then halved.
  @Test(arguments: LateSizeTests.programs)
  func `shared steps apply to each photo, and the steps of the output to the whole picture`(program: String?) throws {
    let shop = try shop(
      steps: "[ { crop: { width: 4, height: 2, at: center } } ]", rest: ", steps: [ { resize: { width: 22 } } ]")
    try photo(shop, "MUG-1_side.png", Self.green, 40, 30)
    let run = try shop.run { ($0.sandboxProgram, $0.isSandboxRequired) = (program, program != nil) }
    try #require(run.summary.failed == 0)
    let image = try image(shop)
    #expect(image.size == PixelSize(width: 22, height: 5))
    #expect(image.pixel(2, 2) == [200, 0, 0, 255] && image.pixel(20, 2) == [0, 180, 0, 255])
  }

  @Test func `several sizes and formats of a group are one picture`() throws {
    let shop = try shop(
      rest: ", each: { width: [44, 22] }, formats: [png, webp], steps: [ { resize: { width: \"{each.width}\" } } ]")
    shop.recipe = shop.recipe.replacing("{sku}-views.png", with: "{sku}-{width}.png")
    try #require(try shop.run().summary.failed == 0)
    let pictures = try shop.catalog().photos(kind: .rendition).filter { $0.path.hasPrefix("MUG-1-") }
    #expect(pictures.count == 4 && Set(pictures.map(\.picture)).count == 1)
    #expect(pictures.allSatisfy { $0.view == nil })
    #expect(try rendered(shop) == [:])
  }

  // MARK: What is rendered again

  @Test(arguments: LateSizeTests.programs)
  func `a photo that changes, comes or goes renders its pictures and the group's again`(program: String?) throws {
    let shop = try shop("{ by: sku, cell: [20, 10], background: white }")
    let inProgram = { (options: inout BatchOptions) in
      (options.sandboxProgram, options.isSandboxRequired) = (program, program != nil)
    }
    #expect(try rendered(shop, inProgram).count == 5)
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_back.png", "MUG-1_front.png", "MUG-1_side.png"])
    #expect(try rendered(shop, inProgram) == [:])

    try photo(shop, "MUG-1_side.png", .black)
    let changed: [String: [RenderReason]] = ["MUG-1_side.png": [.content], "MUG-1-views.png": [.group]]
    let dry = try shop.run { $0.isDryRun = true }
    #expect(dry.summary.wouldRender == 2 && dry.summary.unchanged == 2)
    #expect(try rendered(shop) { $0.isDryRun = true } == changed)
    #expect(try rendered(shop, inProgram) == changed)
    #expect(try image(shop).pixel(45, 5) == [0, 0, 0, 255])

    // The first photo.
    try photo(shop, "MUG-1_back.png", Self.green)
    #expect(try rendered(shop, inProgram) == ["MUG-1_back.png": [.content], "MUG-1-views.png": [.content]])
    #expect(try image(shop).pixel(5, 5) == [0, 180, 0, 255])

    try photo(shop, "MUG-1_top.png", Self.green)
    #expect(try rendered(shop, inProgram) == ["MUG-1_top.png": [.new], "MUG-1-views.png": [.group]])
    #expect(try image(shop).size.width == 80)

    try remove(shop, "MUG-1_side.png")
    #expect(try rendered(shop, inProgram) == ["MUG-1-views.png": [.group]])
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_back.png", "MUG-1_front.png", "MUG-1_top.png"])

    // The first photo goes: the picture is made from the next one.
    try remove(shop, "MUG-1_back.png")
    #expect(try rendered(shop, inProgram).keys.sorted() == ["MUG-1-views.png"])
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_front.png", "MUG-1_top.png"])
    #expect(try rendered(shop, inProgram) == [:])
    #expect(try shop.catalog().verify().isEmpty)
  }

  @Test func `only the group's settings decide its pictures`() throws {
    let shop = try shop()
    try shop.run()
    shop.recipe = shop.recipe.replacing("gap: 4", with: "gap: 5")
    #expect(try rendered(shop) == ["MUG-1-views.png": [.recipe]])
    // No photo of the picture.
    try photo(shop, "MUG-1_back.png", .black)
    #expect(try rendered(shop) == ["MUG-1_back.png": [.content]])
    // The same photos under other names.
    for name in ["front", "side"] {
      let folder = try shop.folder.folder("photos/new")
      try FileManager.default.moveItem(
        atPath: shop.photos + "/MUG-1_\(name).png", toPath: folder + "/MUG-1_\(name).png")
    }
    #expect(try rendered(shop) == [:])
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_front.png", "MUG-1_side.png"])
  }

  @Test func `a link made by hand moves a photo to another group, and undo moves it back`() throws {
    let shop = try shop("{ by: sku, cell: [20, 10] }")
    try shop.run()
    let catalog = try shop.catalog()
    let side = try #require(try catalog.photos(kind: .original).first { $0.path.hasSuffix("MUG-1_side.png") })
    let vase = try catalog.product(matching: "VASE-7")
    try catalog.edit("Link") { try $0.update(Catalog.Photo.self, side.id) { $0.productId = vase.id } }
    #expect(Set(try rendered(shop).keys).isSuperset(of: ["MUG-1-views.png", "VASE-7-views.png"]))
    #expect(try inputs(of: "VASE-7-views.png", shop) == ["MUG-1_side.png", "VASE-7_front.png"])
    try catalog.store.undo()
    #expect(try rendered(shop)["MUG-1-views.png"] == [.group])
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_back.png", "MUG-1_front.png", "MUG-1_side.png"])
  }

  // MARK: Groups that aren't whole

  @Test func `a product with too few photos gets no picture, and the run says why`() throws {
    let shop = try shop()
    let run = try shop.run()
    #expect(try shop.files()["VASE-7-views.png"] == nil)
    #expect(run.warnings.contains { $0.contains("not made for 1 product") && $0.contains("VASE-7 with view side") })
    let vase = try #require(run.reports.first { $0.input.contains("VASE") })
    #expect(vase.notMade.first?.reason.contains("VASE-7 with view side") == true)
    shop.recipe = shop.recipe.replacing("cell:", with: "min: 1, cell:")
    #expect(try rendered(shop).keys.contains("VASE-7-views.png"))
    #expect(try image(shop, "VASE-7-views.png").size == PixelSize(width: 20, height: 10))
  }

  @Test func `a run that leaves out photos of a picture keeps the picture`() throws {
    let shop = try shop("{ by: sku, min: 1, cell: [20, 10] }")
    try shop.run()
    let before = try shop.files()
    let only = { (options: inout BatchOptions) in
      options.inputs = [shop.photos + "/MUG-1_front.png"]
      options.prune = true
    }
    let run = try shop.run(only)
    #expect(run.orphans.isEmpty && run.warnings.contains { $0.contains("kept") && $0.contains("MUG-1_back.png") })
    #expect(try shop.files() == before)
    let excluding = try shop.run {
      $0.excluded = ["*side*"]; $0.prune = true
    }
    #expect(excluding.orphans.isEmpty && excluding.warnings.contains { $0.contains("MUG-1_side.png") })
    #expect(try shop.files() == before)
    try #require(
      try shop.run {
        $0.excluded = ["*side*"]; $0.force = true
      }.summary.failed == 0)
    #expect(try image(shop).size.width == 40)
  }

  @Test func `a picture that lost its photos is an orphan`() throws {
    let shop = try shop()
    try shop.run()
    try remove(shop, "MUG-1_side.png")
    #expect(try shop.run { $0.prune = true }.orphans.map(\.path) == ["MUG-1-views.png", "MUG-1_side.png"])
    #expect(try shop.catalog().verify().isEmpty)
  }

  /// The damaged photo fails by itself, too. The others are rendered.
  @Test(arguments: LateSizeTests.programs)
  func `a damaged photo fails the photo that the picture is made from, and is named`(program: String?) throws {
    let shop = try shop()
    try shop.folder.write("no picture", to: "photos/MUG-1_side.png")
    let run = try shop.run { ($0.sandboxProgram, $0.isSandboxRequired) = (program, program != nil) }
    #expect(run.summary.failed == 2 && run.summary.rendered == 2)
    let front = try #require(run.reports.first { $0.input.hasSuffix("front.png") && $0.status == .failed })
    #expect(front.failure?.message.contains("MUG-1_side.png") == true, "\(front)")
    try photo(shop, "MUG-1_side.png", Self.green)
    #expect(try rendered(shop).keys.contains("MUG-1-views.png"))
  }

  @Test func `a condition on the product decides for the whole group`() throws {
    let shop = try shop(rest: ", when: { product: { sku: MUG-1 } }")
    shop.recipe = shop.recipe.replacing("photos: [front, side]", with: "min: 1")
    let run = try shop.run()
    #expect(run.summary.failed == 0)
    #expect(try Set(shop.files().keys.filter { $0.contains("views") }) == ["MUG-1-views.png"])
  }

  // MARK: Parts of a run

  @Test func `shards render each group once, and their catalogs name all of its photos`() throws {
    let shop = try shop()
    for index in 0..<3 {
      let run = try shop.run {
        $0.shard = Shard(index, of: 3)
        $0.catalog = shop.output + "/catalog-\(index)-of-3.sqlite"
      }
      #expect(run.summary.failed == 0)
    }
    let whole = try self.shop()
    try whole.run()
    #expect(try shop.files() == whole.files())
    let catalog = try Catalog(at: shop.output + "/catalog.sqlite", createIfMissing: true)
    for index in 0..<3 {
      try catalog.merge(try Catalog(at: shop.output + "/catalog-\(index)-of-3.sqlite", createIfMissing: false))
    }
    #expect(try inputs(of: "MUG-1-views.png", shop) == ["MUG-1_front.png", "MUG-1_side.png"])
    #expect(try catalog.photo(matching: "MUG-1-views.png").view == nil)
    #expect(try catalog.photos(kind: .original).count == 4)
    #expect(try catalog.verify().isEmpty)
    #expect(try rendered(shop) == [:])
  }

  @Test func `the photos of a picture can't be removed from the catalog without it`() throws {
    let shop = try shop()
    shop.recipe = shop.recipe.replacing("- { file: \"{stem}.png\" }", with: "")
    try shop.run()
    let catalog = try shop.catalog()
    let side = try #require(try catalog.photos(kind: .original).first { $0.path.hasSuffix("MUG-1_side.png") })
    #expect(throws: StoreError.self) { try catalog.removePhotos([side.id]) }
    #expect(try catalog.removePhotos([side.id], withPictures: true) == 1)
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("{ cell: [20, 10] }", "", "", "by: sku"),
    ("{ by: sku }", "", "", "cell: [600, 600]"),
    ("{ by: view, cell: [20, 10] }", "", "", "sku (photos of the same product)"),
    ("{ by: sku, cell: [20, 10], photos: [front, front] }", "", "", "twice"),
    ("{ by: sku, cell: [20, 10], photos: [front], max: 3 }", "", "", "`max`"),
    ("{ by: sku, cell: [20, 10], max: 26 }", "", "", "from 1 to 25"),
    ("{ by: sku, cell: [20, 10], max: 3, min: 4 }", "", "", "from 1 to 3"),
    ("{ by: sku, cell: [20, 10], background: \"#ffffff80\" }", "", "", "opaque CSS colour, or transparent"),
    ("{ by: sku, cell: [20, 10] }", ", when: { view: front }", "", "choose views with `photos`"),
    ("{ by: sku, cell: [20, 10] }", ", when: { orientation: portrait }", "", "ask only about `product`"),
    ("{ by: sku, cell: [20, 10] }", "", "{ blur: 1, when: { width: { min: 9 } } }", "outputs[1] shows several photos"),
    ("{ by: sku, cell: [20, 10] }", "", "{ sourceOver: { foreground: own } }", "`own` belongs to a single photo"),
  ])
  func `mistakes are explained`(group: String, rest: String, step: String, words: String) throws {
    let shop = try shop(group, steps: step.isEmpty ? "[]" : "[ \(step) ]", rest: rest)
    shop.recipe = shop.recipe.replacing("outputs:\n", with: "sources: { own: \"masks/{stem}.png\" }\noutputs:\n")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(([error] + error.others).contains { $0.message.contains(words) }, "\(error.message)")
  }

  @Test func `a group needs a pattern that finds the product`() throws {
    let shop = try shop("{ by: sku, cell: [20, 10] }")
    shop.recipe = shop.recipe.split(separator: "\n").filter { !$0.contains("catalog:") }.joined(separator: "\n")
      .replacing("{sku}-", with: "{stem}-")
    #expect(
      try #require(throws: RecipeError.self) { try shop.run() }.message.contains("`group` needs to know the product"))
    shop.recipe += "\ncatalog: { sku: '(?<sku>[A-Z0-9-]+)_.*' }"
    #expect(try shop.run().summary.failed == 0)
    shop.recipe = shop.recipe.replacing("by: sku,", with: "by: sku, photos: [front],")
    #expect(try #require(throws: RecipeError.self) { try shop.run() }.message.contains("the view"))
  }
}
