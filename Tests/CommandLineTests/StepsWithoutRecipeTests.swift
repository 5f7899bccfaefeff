import Foundation
import PackshotKit
import Testing

/// The first filters of a Core Image tutorial, from the command line without a recipe file: a sepia tone of intensity 0.5, and
/// one picture over another.
@Suite struct StepsWithoutRecipeTests {
  private static let photo = "photos/MUG-1_front.jpg"

  private let packshot: Packshot

  init() throws {
    packshot = try Packshot.shop()
    try packshot.writePhoto("b.png", width: 80, height: 70, shade: 240)
  }

  /// The picture that a recipe with these lines renders from the photo.
  private func byRecipe(_ lines: String) throws -> Data {
    try packshot.write("packshot: 1\n\(lines)\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "one.yaml")
    try packshot.succeed("render", "one.yaml", Self.photo, "by-recipe.png")
    return try packshot.read("by-recipe.png")
  }

  @Test func aSepiaStepEqualsARecipeWithThatStep() throws {
    try packshot.succeed("render", "--step", "sepiaTone: 0.5", Self.photo, "out.png")
    #expect(try packshot.read("out.png") == byRecipe("steps: [ { sepiaTone: 0.5 } ]"))
  }

  @Test func aPhotoIsCompositedOverABackgroundGivenByPath() throws {
    for step in ["sourceOver: { background: b.png }", "sourceOver: { background: \"./b.png\", at: topLeft }"] {
      try packshot.succeed("render", "--step", step, Self.photo, "out.png")
      let recipe = "sources: { ./b.png: b.png, b.png: b.png }\nsteps: [ { \(step) } ]"
      #expect(try packshot.read("out.png") == byRecipe(recipe))
      #expect(
        try Photo(contentsOf: packshot.folder + "/out.png").size == PixelSize(width: 80, height: 70))
    }
  }

  @Test func stepsAreAppliedInOrder() throws {
    try packshot.succeed(
      "render", Self.photo, "--step", "crop: { width: 20, height: 10 }", "out.png", "--step", "pad: 5")
    #expect(try packshot.read("out.png") == byRecipe("steps: [ { crop: { width: 20, height: 10 } }, { pad: 5 } ]"))
    #expect(try Photo(contentsOf: packshot.folder + "/out.png").size == PixelSize(width: 30, height: 20))
  }

  @Test func standardStreamsWorkAndTheExtensionSetsTheFormat() throws {
    let piped = try packshot.run("render", "--step", "sepiaTone: 0.5", "-", "-", input: packshot.read(Self.photo))
    #expect(try piped.status == 0 && piped.bytes == byRecipe("steps: [ { sepiaTone: 0.5 } ]"))
    try packshot.succeed("render", "--step", "sepiaTone: 0.5", Self.photo, "out.jpg")
    #expect(try packshot.read("out.jpg").starts(with: [0xff, 0xd8, 0xff]))
  }

  @Test(arguments: [
    ("sepiaTone: 2", "step 2:1:1: steps[1].sepiaTone: `intensity` is 2; "),
    ("sepiaTon: 0.5", "step 2:1:1: steps[1].sepiaTon: "),
    ("sepiaTone: { intensty: 0.5 }", "step 2:1:14: steps[1].sepiaTone: "),
    ("- sepiaTone: 0.5", "step 2:1:1: steps[1]: "),
    ("sourceOver: {", "step 2:"), ("", "step 2:1:1: steps[1]: "),
    ("sourceOver: { background: none.png }", "none.png"),
    ("crop: { width: 61, height: 10 }", "\(photo): step 2:1:1: steps[1].crop: `crop` keeps 61 × 10 pixels"),
  ])
  func anInvalidStepIsReportedAtItsPlaceInTheText(step: String, words: String) throws {
    let run = try packshot.run("render", "--step", "pad: 0", "--step", step, Self.photo, "out.png")
    #expect(run.status == 64 || step.contains("none.png") && run.status == 66, "\(run.status)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/out.png"))
  }

  @Test func aRecipeAndStepsExcludeEachOther() throws {
    for arguments in [
      ["recipe.yaml", Self.photo, "out.png"], ["recipe.yaml", Self.photo], ["recipe", Self.photo, "out.png"],
    ] {
      let run = try packshot.run(["render", "--step", "sepiaTone: 0.5"] + arguments)
      #expect(run.status == 64)
      #expect(
        run.errors.contains("--step takes the place of a recipe; leave out \(arguments[0])"), "\(run.errors)")
    }
    let alone = try packshot.run("render", "recipe.yaml", "--preview")
    #expect(alone.status == 64 && alone.errors.contains("give the photo after the recipe"), "\(alone.errors)")
  }

  @Test func aPictureUsedByAStepIsNotOverwritten() throws {
    let before = try packshot.read("b.png")
    let run = try packshot.run("render", "--step", "sourceOver: { background: b.png }", Self.photo, "b.png")
    #expect(run.status != 0 && run.errors.contains("b.png"), "\(run.errors)")
    #expect(try packshot.read("b.png") == before)
  }

  /// In a recipe, paths are relative to the recipe's folder. A step on the command line has no such folder.
  @Test func picturePathsAreRelativeToTheCurrentFolder() throws {
    try packshot.succeed("render", "--step", "sourceOver: { foreground: photos/vases/VASE-2.png }", Self.photo, "a.png")
    try packshot.succeed(
      "render", "--step", "sourceOver: { foreground: \(packshot.folder)/photos/vases/VASE-2.png }", Self.photo, "b.png")
    #expect(try packshot.read("a.png") == packshot.read("b.png"))
  }
}
