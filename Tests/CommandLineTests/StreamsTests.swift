import Foundation
import Testing

/// Recipes and lists of photos read through pipes.
@Suite struct StreamsTests {
  private let packshot: Packshot
  private static let program = "'\(Packshot.executable.path)'"

  init() throws { packshot = try .shop() }

  private func renders(_ script: String) throws -> String {
    let run = try packshot.shell("set -o pipefail; " + script.replacing("packshot ", with: Self.program + " "))
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test func aListIsReadFromAnyReadablePath() throws {
    let found = "would render VASE-2.png from photos/vases/VASE-2.png"
    for list in ["<(printf 'photos/vases/VASE-2.png\\n')", "<(sleep 0; printf photos/vases/VASE-2.png)"] {
      #expect(
        try renders("packshot run recipe.yaml --files-from \(list) --output out --dry-run").contains(found), "\(list)")
    }
    let piped = try renders(
      "printf photos/vases/VASE-2.png | packshot run recipe.yaml --files-from /dev/stdin -o out --dry-run")
    #expect(piped.contains(found))
  }

  /// An empty list selects no photos.
  @Test func anUnreadableListIsReportedWithTheReason() throws {
    for (list, says) in [
      ("/dev/null", "no JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP or PSD found in /dev/null"),
      ("photos", "photos cannot be read: it is a folder"),
      ("none.txt", "no such file or folder: none.txt"),
    ] {
      let run = try packshot.run("run", "recipe.yaml", "--files-from", list, "--output", "out")
      #expect(run.status == 66 && run.errors == "error: \(says)\n", "\(run.errors)")
    }
  }

  @Test func aRecipeIsReadFromAPipe() throws {
    let recipe = try packshot.read("recipe.yaml")
    let check = try packshot.run("recipe", "check", "-", input: recipe)
    #expect(check.status == 0 && check.errors == "standard input is valid: 0 sources, 1 step, 2 outputs\n")
    let show = try packshot.run("recipe", "show", "-", input: recipe)
    #expect(show.status == 0 && show.output.hasPrefix("recipe thumbs, a photo of 4000 × 3000\n"), "\(show.errors)")
    let render = try packshot.run("render", "-", "photos/vases/VASE-2.png", "a.png", input: recipe)
    #expect(render.status == 0, "\(render.errors)")
    let run = try packshot.run("run", "-", "photos", "--output", "out", input: recipe)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try packshot.read("out/vases/VASE-2.png") == packshot.read("a.png"))
    // The recipe is known by its name, so the cache keys are the same.
    let again = try renders("packshot run <(cat recipe.yaml) photos --output out --json")
    #expect(again.contains(#""unchanged":3,"#))
    _ = try renders("packshot recipe check <(cat recipe.yaml)")
  }

  @Test func errorsInAPipedRecipeAreReported() throws {
    let wrong = Data("packshot: 1\noutputs: [ { file: a.gif } ]".utf8)
    let check = try packshot.run("recipe", "check", "-", input: wrong)
    #expect(
      check.status == 64 && check.errors.hasPrefix("error: standard input:2:20: outputs[0].file: "), "\(check.errors)")
    for (arguments, says) in [
      (["run", "-", "--files-from", "-", "--output", "out"], "the recipe and the list cannot both come from"),
      (["render", "-", "-", "a.png"], "the recipe and the photo cannot both come from"),
      (
        ["golden", "new", "suite", "mug", "--recipe", "-", "--input", "photos/MUG-1_side.jpg"], "neither can come from"
      ),
    ] {
      let run = try packshot.run(arguments, input: wrong)
      #expect(run.status == 64 && run.errors.contains("\(says) standard input\n"), "\(run.errors)")
    }
    let terminal = try packshot.runInteractively("recipe", "check", "-", typing: "")
    #expect(terminal.status == 66 && terminal.output.contains("it is a terminal; redirect a recipe into it"))
  }
}
