import Foundation
import PackshotKit
import TestSupport
import Testing
import TrialFilters

/// Custom filters of a host program, wherever recipes are read.
@Suite struct OwnFilterTests {
  private struct Dim: Filter {
    static let name = "dim"
    static let summary = "Halves the colours."
    static let example = "dim"
    static let parameters = [Parameter<Self>("by", \.factor, in: 0...1, "What colours are multiplied by.")]
    var factor = 0.5

    func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
      let factor = Float(factor)
      return FilterPlan(eachPixelOf: input) { pixel, _ in pixel * SIMD4(factor, factor, factor, 1) }
    }
  }

  /// The same name with other pixels and another version.
  private struct NewDim: Filter {
    static let name = "dim"
    static let version = 2
    static let summary = "Blackens the colours."
    static let example = "dim"
    static let parameters = [Parameter<Self>("by", \.factor, in: 0...1, "Nothing.")]
    var factor = 0.5

    func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
      FilterPlan(eachPixelOf: input) { pixel, _ in SIMD4(0, 0, 0, pixel.w) }
    }
  }

  /// The trial filter's name with a version that its worker program lacks.
  private struct NewTrialTrim: Filter {
    static let name = "trialTrim"
    static let version = 7
    static let summary = "Does nothing."
    static let example = "trialTrim"
    static let parameters: [Parameter<Self>] = []
    func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan { FilterPlan(output: input, work: .nothing) }
  }

  private struct OtherResize: Filter {
    static let name = "resize"
    static let summary = ""
    static let example = "resize"
    static let parameters: [Parameter<Self>] = []
    func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan { FilterPlan(output: input, work: .nothing) }
  }

  private struct Nameless: Filter {
    static let name = "two words"
    static let summary = ""
    static let example = ""
    static let parameters: [Parameter<Self>] = []
    func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan { FilterPlan(output: input, work: .nothing) }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("photos")
    try TestPicture.write(to: folder.path("photos/mug.png"), width: 3, height: 2, .init(red: 200, green: 100, blue: 50))
  }

  private func recipe(_ step: String, _ filters: FilterList) throws -> Recipe {
    try Recipe(
      yaml: "packshot: 1\nname: own\nsteps: [ \(step) ]\noutputs: [ { file: \"{stem}.png\" } ]",
      file: folder.path("recipe.yaml"), filters: filters)
  }

  private func run(
    _ step: String, _ filters: FilterList, program: String? = nil, isRequired: Bool = false
  ) throws -> (summary: BatchSummary, warnings: [String]) {
    var options = BatchOptions(inputs: [folder.path("photos")], outputFolder: folder.path("shop"))
    (options.sandboxProgram, options.isSandboxRequired) = (program, isRequired)
    var warnings: [String] = []
    let summary = try Batch(recipe(step, filters), options: options) {
      if case .warning(let warning) = $0 { warnings.append(warning.message) }
    }.run()
    return (summary, warnings)
  }

  private var firstPixel: [UInt8] {
    get throws {
      try Array(Photo(contentsOf: folder.path("shop/mug.png")).image(in: .encodedStraight).pixels.prefix(4))
    }
  }

  @Test func aRunRendersWithACustomFilter() throws {
    let filters = try FilterList.standard + [Dim.self]
    #expect(try run("dim", filters).summary.rendered == 1)
    #expect(try firstPixel == [100, 50, 25, 255])
    #expect(try run("dim", filters).summary.unchanged == 1)
    #expect(try run("{ dim: { by: 0.1 } }", filters).summary.rendered == 1)
    #expect(try firstPixel == [20, 10, 5, 255])
    #expect(
      try Photo(contentsOf: folder.path("photos/mug.png")).applying(Dim(factor: 1)).image().pixels.prefix(3) == [
        200, 100, 50,
      ])
  }

  @Test func anotherVersionMakesPicturesStale() throws {
    _ = try run("dim", FilterList.standard + [Dim.self])
    let summary = try run("dim", FilterList.standard + [NewDim.self]).summary
    #expect(summary.rendered == 1)
    #expect(try firstPixel == [0, 0, 0, 255])
  }

  @Test func aTakenOrInvalidFilterNameIsAnError() throws {
    #expect(throws: FilterListError.sameFilterName(name: "dim")) { try FilterList.standard + [Dim.self, NewDim.self] }
    let taken = #expect(throws: FilterListError.self) { try FilterList.standard + [OtherResize.self] }
    #expect(taken?.message.contains("`resize`") == true)
    #expect(throws: FilterListError.unusableFilterName(name: "two words")) { try FilterList.standard + [Nameless.self] }
  }

  @Test func theSchemaAndErrorsIncludeCustomFilters() throws {
    let filters = try FilterList.standard + [Dim.self]
    #expect(Recipe.schema(for: filters).prettyJSON.contains("Halves the colours."))
    #expect(!Recipe.schema().prettyJSON.contains("Halves the colours."))
    let unknown = #expect(throws: RecipeError.self) { try recipe("dimm", filters) }
    #expect(unknown?.description.contains("`dim`") == true)
    let refused = #expect(throws: RecipeError.self) { try recipe("{ dim: { by: 7 } }", filters) }
    #expect(refused?.description.contains("0 to 1") == true)
  }

  // MARK: In the sandbox

  private static let worker: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("TrialWorker").path
  }()

  /// Whether the sandbox is required or not, nothing is rendered in process instead.
  @Test(arguments: [false, true]) func aWorkerWithoutAFilterEndsTheRun(isRequired: Bool) throws {
    let error = #expect(throws: WorkerProgramError.self) {
      try run("dim", FilterList.standard + [Dim.self], program: Self.worker, isRequired: isRequired)
    }
    #expect(error?.message.contains("TrialWorker has no filter `dim`") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("shop/mug.png")))
  }

  @Test func aWorkerWithAnotherFilterVersionEndsTheRun() throws {
    let error = #expect(throws: WorkerProgramError.self) {
      try run("trialTrim", FilterList.standard + [NewTrialTrim.self], program: Self.worker, isRequired: false)
    }
    #expect(error?.message.contains("version 1 of the filter `trialTrim`") == true)
    #expect(error?.message.contains("version 7") == true)
  }

  @Test func aProgramThatIsNoWorkerIsReported() throws {
    let filters = try FilterList.standard + [Dim.self]
    let error = #expect(throws: (any Error).self) { try run("dim", filters, program: "/bin/true", isRequired: true) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("PhotoWorker(arguments:filters:)"))
    let (summary, warnings) = try run("dim", filters, program: "/bin/true")
    #expect(summary.rendered == 1 && warnings.contains { $0.contains("PhotoWorker(arguments:filters:)") })
    #expect(try firstPixel == [100, 50, 25, 255])
  }

  @Test func aGoldenSuiteRendersWithACustomFilter() throws {
    _ = try folder.folder("suite")
    try folder.write("packshot: 1\nsteps: [ dim ]\noutputs: [ { file: a.png } ]\n", to: "dim.yaml")
    var new = try NewGoldenCase(
      suite: folder.path("suite"), name: "mug", recipe: folder.path("dim.yaml"), input: folder.path("photos/mug.png"))
    #expect(throws: RecipeError.self) { try new.make() }
    new.filters = try FilterList.standard + [Dim.self]
    _ = try new.make()
    var check = GoldenCheck.Options()
    check.filters = try FilterList.standard + [NewDim.self]
    let states = { (options: GoldenCheck.Options) in
      try GoldenCheck(GoldenSuite(folder: folder.path("suite")), options: options).run { _ in }.counts
    }
    #expect(try states(check)[.failed] == 1)
    check.filters = new.filters
    #expect(try states(check)[.passed] == 1)
  }
}
