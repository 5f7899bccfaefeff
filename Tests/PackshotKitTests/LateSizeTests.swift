import Foundation
import ImageCodecs
import PackshotKit
import Pipeline
import PixelCore
import Recipes
import TestSupport
import Testing
import TrialFilters

/// A filter whose output size depends on the photo's content, wherever filters run.
@Suite struct LateSizeTests {
  /// A photo of 12 × 9 pixels: a block of 5 × 3 on white.
  private struct Setting {
    let folder: TemporaryFolder
    var photo: String { folder.path("photos/mug.png") }

    init() throws {
      folder = try TemporaryFolder()
      _ = try folder.folder("photos")
      try LateSizeTests.write(LateSizeTests.framed, to: photo)
    }

    func recipe(_ text: String) throws -> Recipe {
      try Recipe(yaml: "packshot: 1\nname: trial\n" + text, file: folder.path("recipe.yaml"), filters: .withTrial)
    }

    func written(_ text: String) throws -> String {
      try folder.write("packshot: 1\nname: trial\n" + text, to: "recipe.yaml")
      return folder.path("recipe.yaml")
    }
  }

  private static func color(_ x: Int, _ y: Int) -> Color {
    Color(red: UInt8(40 * x + 10), green: UInt8(60 * y + 20), blue: UInt8(30 + 7 * x * y))
  }

  /// The pixels of the block.
  private static let block = (0..<3).map { y in (0..<5).map { color($0, y) } }

  private static let framed: [[Color]] = (0..<9).map { y in
    (0..<12).map { x in 4..<9 ~= x && 2..<5 ~= y ? color(x - 4, y - 2) : .white }
  }

  private static func write(_ pixels: [[Color]], to path: String) throws {
    try Data(TestPicture.png(pixels).withBytes { Array($0) }).write(to: URL(fileURLWithPath: path))
  }

  /// The pixels of a file, row by row.
  private func pixels(_ path: String) throws -> [[Color]] {
    let image = try PackshotKit.Photo(contentsOf: path).image(in: .encodedStraight)
    return (0..<image.size.height).map { y in
      (0..<image.size.width).map { x in
        let row = image.row(y).assumingMemoryBound(to: UInt8.self) + 4 * x
        return Color(red: row[0], green: row[1], blue: row[2], alpha: row[3])
      }
    }
  }

  /// The worker program with the filter, built beside the tests.
  private static let worker: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("TrialWorker").path
  }()

  /// In process and in a sandboxed worker.
  static let programs: [String?] = [nil, worker]

  private func workers(_ program: String?) -> WorkerPool {
    WorkerPool(program: program, isRequired: program != nil)
  }

  /// Trimmed in the trunk, and in an output's own steps.
  static let recipes = [
    """
    steps: [ trialTrim ]
    outputs:
      - { file: "{stem}.png" }
      - { file: "{stem}-turned.png", steps: [ { orient: 6 } ] }
      - { file: "{stem}-framed.png", steps: [ { pad: { all: 1, background: black } } ] }
      - { file: "{stem}-{width}.png", steps: [ { fit: { width: 8, height: 8 } } ] }
    """,
    """
    outputs:
      - { file: "{stem}.png", steps: [ trialTrim ] }
      - { file: "{stem}-turned.png", steps: [ { orient: 6 }, trialTrim ] }
      - { file: "{stem}-framed.png", steps: [ trialTrim, { pad: { all: 1, background: black } } ] }
      - { file: "{stem}-{width}.png", steps: [ trialTrim, { fit: { width: 8, height: 8 } } ] }
    """,
  ]

  @Test(arguments: programs, recipes)
  func aRunRecordsTheResultingSize(_ program: String?, _ recipe: String) throws {
    let setting = try Setting()
    var options = BatchOptions(inputs: [setting.folder.path("photos")], outputFolder: setting.folder.path("shop"))
    (options.sandboxProgram, options.isSandboxRequired) = (program, program != nil)
    var reports: [PhotoReport] = []
    func run() throws -> BatchSummary {
      reports = []
      return try Batch(setting.recipe(recipe), options: options) {
        if case .photo(let report) = $0 { reports.append(report) }
      }.run()
    }
    #expect(try run().rendered == 1)
    try #require(reports.count == 1 && reports[0].failure == nil, "\(reports.map { $0.failure?.message ?? "" })")
    let sizes = ["mug.png": [5, 3], "mug-turned.png": [3, 5], "mug-framed.png": [7, 5], "mug-8.png": [8, 8]]
    #expect(
      Dictionary(uniqueKeysWithValues: reports[0].outputs.map { ($0.path, [$0.width, $0.height]) }) == sizes)

    let shop = setting.folder.path("shop")
    #expect(try pixels(shop + "/mug.png") == Self.block)
    #expect(try pixels(shop + "/mug-turned.png") == (0..<5).map { x in (0..<3).map { Self.block[2 - $0][x] } })
    let border = [[Color]](repeating: [.black], count: 3)
    let bar = [[Color](repeating: .black, count: 7)]
    #expect(try pixels(shop + "/mug-framed.png") == bar + zip(border, Self.block).map { $0 + $1 + $0 } + bar)

    let catalog = try Catalog(at: shop + "/catalog.sqlite", createIfMissing: false)
    let photos = try catalog.read { try $0.fetch(Fetch<Catalog.Photo>()) }
    for (name, size) in sizes {
      let photo = try #require(photos.first { $0.kind == .rendition && $0.path == name })
      #expect([photo.width, photo.height].map { Int($0) } == size, "\(name)")
    }
    #expect(try run().unchanged == 1)
  }

  @Test(arguments: programs) func aSingleRenderingWritesTheTrimmedPicture(_ program: String?) throws {
    let setting = try Setting()
    let recipe = try setting.written("steps: [ trialTrim ]\noutputs: [ { file: \"{stem}.png\" } ]")
    let rendering = try SingleRendering(recipeFile: recipe, workers: workers(program), filters: .withTrial)
    let output = setting.folder.path("out.png")
    #expect(try rendering.render(.file(setting.photo), to: output).warnings.isEmpty)
    #expect(try pixels(output) == Self.block)
    let (file, _) = try rendering.render(.file(setting.photo), format: .jpeg)
    #expect(try ImageCodec.probe(file).size == PixelSize(width: 5, height: 3))
  }

  @Test(arguments: programs) func aGoldenCaseHasTheResultingSize(_ program: String?) throws {
    let setting = try Setting()
    let place = try setting.folder.folder("suite/mug")
    try setting.folder.write(
      "packshot: 1\nsteps: [ trialTrim ]\noutputs: [ { file: a.png } ]\n", to: "suite/mug/recipe.yaml")
    try FileManager.default.copyItem(atPath: setting.photo, toPath: place + "/input.png")
    try Self.write(Self.block, to: place + "/expected.png")
    var options = GoldenCheck.Options()
    (options.workers, options.filters) = (workers(program), .withTrial)
    func states() throws -> [GoldenOutcome.State] {
      var outcomes: [GoldenOutcome] = []
      _ = try GoldenCheck(GoldenSuite(folder: setting.folder.path("suite")), options: options).run {
        outcomes.append($0)
      }
      return outcomes.map(\.state)
    }
    #expect(try states() == [.passed])
    try Self.write(Self.framed, to: place + "/expected.png")
    #expect(try states() == [.failed])
  }

  /// The plan of the steps after the filter, for the photo of 12 × 9 pixels.
  @Test(arguments: [
    ("", "at most 12 × 9"),
    ("{ orient: 6 }", "at most 9 × 12"),
    ("{ pad: 2 }", "at most 16 × 13"),
    ("{ sepiaTone: 1 }", "at most 12 × 9"),
    ("{ sourceOver: { foreground: badge } }", "at most 12 × 9"),
    ("{ sourceOver: { background: badge } }", "30 × 20"),
    ("{ fit: { width: 8, height: 7 } }", "8 × 7"),
    ("{ crop: { width: 3, height: 2 } }", "3 × 2"),
    ("{ resize: { width: 6, height: 4 } }", "at most 6 × 4"),
    ("{ resize: { width: 6, height: 4, mode: cover } }", "6 × 4"),
    ("{ resize: { width: 6, height: 4, mode: stretch } }", "6 × 4"),
    ("{ resize: { width: 20, height: 4, mode: cover, enlarge: false } }", "at most 12 × 4"),
    ("{ resize: { width: 20, enlarge: false } }", "at most 12 × 9"),
    // A picture one pixel wide would be 9 × 24 high.
    ("{ resize: { width: 24 } }", "at most 24 × 216"),
    ("{ resize: { height: 10 } }", "at most 120 × 10"),
    ("{ resize: { width: 24 } }, { fit: { width: 5, height: 5 } }", "5 × 5"),
  ])
  func laterStepsArePlannedOnTheBound(_ steps: String, _ expected: String) throws {
    let list = steps.isEmpty ? "trialTrim" : "trialTrim, \(steps)"
    let recipe = try Setting().recipe(
      """
      sources: { badge: { circle: { size: [30, 20] } } }
      steps: [ \(list) ]
      outputs: [ { file: a.png } ]
      """)
    let sources = try SourceSet(of: recipe) { _ in EncodedImage([]) }
    let plan = try RenderPlan(
      recipe, photo: .init(size: PixelSize(width: 12, height: 9)), sources: sources.shapes(forPhotos: .eight))
    #expect(plan.outputs[0].written.description == expected)
    #expect(plan.trunk.output.description == expected)
    // The whole picture is held.
    #expect(plan.workingBytes > 12 * 9 * 4)
  }

  /// Each filter after the trial gives the same result as on the block alone.
  @Test(
    arguments: [
      Orient(orientation: .fixed(Orientation(rawValue: 8)!)), Pad(all: 3), SepiaTone(intensity: 0.7),
      Fit(width: 9, height: 7), Crop(width: 3, height: 2, at: .bottomRight), Resize(width: 11),
      Resize(width: 5, height: 3),
      Resize(width: 4, height: 4, mode: .cover), Opacity(amount: 0.5), Flatten(background: .black),
    ] as [any Filter])
  func laterStepsGetTheTrimmedPicture(_ filter: any Filter) throws {
    let photo = { (pixels: [[Color]]) in try PackshotKit.Photo(TestPicture.png(pixels), name: "photo") }
    let late = try photo(Self.framed).applying(TrialTrim()).applying(filter).image(in: .encodedStraight)
    let alone = try photo(Self.block).applying(filter).image(in: .encodedStraight)
    #expect(late.size == alone.size)
    for y in 0..<alone.size.height {
      let count = alone.shape.bytesPerRow
      #expect(
        UnsafeRawBufferPointer(start: late.row(y), count: count)
          .elementsEqual(UnsafeRawBufferPointer(start: alone.row(y), count: count)), "row \(y)")
    }
  }

  @Test(arguments: programs) func anUnsuitableResultIsThePhotosFailure(_ program: String?) throws {
    let setting = try Setting()
    let recipe = try setting.written(
      "steps: [ trialTrim, { crop: { width: 10, height: 8 } } ]\noutputs: [ { file: a.png } ]")
    let rendering = try SingleRendering(recipeFile: recipe, workers: workers(program), filters: .withTrial)
    let error = try #require(throws: PhotoFailure.self) {
      try rendering.render(.file(setting.photo), to: setting.folder.path("out.png"))
    }
    #expect(error.message.contains("the image has 5 × 3"))
    #expect(!FileManager.default.fileExists(atPath: setting.folder.path("out.png")))
  }

  @Test(arguments: ["width", "height"]) func aNameWithALateSizeIsRefused(_ field: String) throws {
    let setting = try Setting()
    let recipe = { (steps: String) in
      try setting.written(
        "steps: [ \(steps) ]\nsources: { disc: { circle: { size: [9, 9] } } }\noutputs:\n"
          + "  - { file: \"{stem}-{\(field)}.png\" }\n")
    }
    for steps in [
      "trialTrim", "trialTrim, { resize: { width: 6, height: 4 } }", "trialTrim, { sourceOver: { foreground: disc } }",
    ] {
      let file = try recipe(steps)
      let error = try #require(throws: RecipeError.self) { try RecipeOutline(recipeFile: file, filters: .withTrial) }
      #expect(
        error.description.hasPrefix(
          "\(file):6:5: outputs[0].file: the name \"{stem}-{\(field)}.png\" uses {\(field)}, "))
      #expect(error.message.contains("`trialTrim`") && error.message.contains("`fit: { width: 800, height: 800 }`"))
      let options = BatchOptions(inputs: [setting.photo], outputFolder: setting.folder.path("shop"))
      #expect(throws: RecipeError.self) {
        try Batch(Recipe(contentsOf: file, filters: .withTrial), options: options) { _ in }
      }
    }
    for steps in ["trialTrim, { fit: { width: 6, height: 4 } }", "trialTrim, { sourceOver: { background: disc } }"] {
      _ = try RecipeOutline(recipeFile: recipe(steps), filters: .withTrial)
    }
  }

  @Test func theOutlineHasTheKnownBounds() throws {
    let setting = try Setting()
    let recipe = try setting.written(
      "steps: [ trialTrim, { resize: { width: 6, height: 4 } } ]\noutputs: [ { file: a.png } ]")
    let plan = try RecipeOutline(recipeFile: recipe, filters: .withTrial).plan(for: PixelSize(width: 12, height: 9))
    let text = plan.text
    #expect(text.contains("  trialTrim → at most 12 × 9, opaque, needs the whole image (barrier)\n"))
    #expect(text.contains("→ at most 6 × 4, opaque\n"))
    #expect(text.contains("encode png, compression 6: at most 6 × 4, opaque, 8 bits per channel"))
  }
}
