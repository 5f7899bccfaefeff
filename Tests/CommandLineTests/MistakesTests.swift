import Foundation
import Testing

/// Errors on the command line: the likely intention is named before missing arguments.
@Suite struct MistakesTests {
  private func error(_ arguments: [String], in packshot: Packshot) throws -> String {
    let run = try packshot.run(arguments)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
    return run.errors
  }

  @Test(arguments: [
    (["run", "recipe.yaml", "photos", "--ouput", "out"], "unknown option --ouput; did you mean --output?", "run"),
    (["thumb", "photos", "--widht=3", "-o", "out"], "unknown option --widht; did you mean --width?", "thumb"),
    (
      ["sheet", "photos", "--output", "a.png", "--colums", "3"], "unknown option --colums; did you mean --columns?",
      "sheet"
    ),
    (["render", "recipe.yaml", "--form", "png"], "unknown option --form; did you mean --format?", "render"),
    (["run", "recipe.yaml", "--zoom", "3"], "unknown option --zoom", "run"),
    (["run", "recipe.yaml", "photos", "-output", "out"], "unknown option -output; did you mean --output?", "run"),
    (["recipe", "check", "--sandbx"], "unknown option --sandbx; did you mean --sandbox?", "recipe check"),
  ])
  func aMistypedOptionIsNamed(arguments: [String], says: String, command: String) throws {
    let errors = try error(arguments, in: .shop())
    #expect(errors.hasPrefix("error: \(says)\nUsage: packshot \(command) "), "\(errors)")
    #expect(errors.hasSuffix("\n  See 'packshot \(command) --help' for more information.\n"), "\(errors)")
  }

  @Test func anUnknownCommandPrintsItsGroupsUsage() throws {
    let errors = try error(["recipe", "chekc"], in: Packshot())
    #expect(
      errors == "error: there is no command `chekc` (did you mean `check`?); the commands are check, show, schema\n"
        + "Usage: packshot recipe <subcommand>\n  See 'packshot recipe --help' for more information.\n")
  }

  @Test(arguments: [
    ["render", "recipe.yaml", "photos", "a.png"], ["recipe", "show", "recipe.yaml", "--photo", "photos"],
  ])
  func aFolderInPlaceOfAPhotoIsReported(arguments: [String]) throws {
    let run = try Packshot.shop().run(arguments)
    #expect(run.status == 66 && run.errors == "error: photos cannot be read: it is a folder\n", "\(run.errors)")
  }

  /// Values may begin with hyphens, and so may arguments after a lone `--`.
  @Test func valuesAndArgumentsAfterTwoHyphensAreNotOptions() throws {
    let packshot = try Packshot.shop()
    #expect(try packshot.run("sheet", "photos", "--exclude", "--x", "--output", "a.png").status == 0)
    for arguments in [["run", "--exclude", "--x", "recipe.yaml", "photos"], ["run", "recipe.yaml", "--", "--x"]] {
      #expect(try error(arguments, in: packshot).hasPrefix("error: missing expected argument '--output <folder>'\n"))
    }
  }

  @Test(arguments: [
    (
      ["run", "photos", "recipe.yaml", "--output", "out"],
      "photos is a folder, not a recipe; the recipe comes first: packshot run recipe.yaml photos --output out\n"
    ),
    (
      ["run", "photos/MUG-1_side.jpg", "photos/vases", "recipe.yaml", "--output", "my out"],
      "photos/MUG-1_side.jpg is a picture, not a recipe; the recipe comes first: "
        + "packshot run recipe.yaml photos/MUG-1_side.jpg photos/vases --output 'my out'\n"
    ),
    (
      ["run", "photos", "--output", "out"],
      "photos is a folder, not a recipe; the recipe comes first: packshot run RECIPE.yaml photos --output out "
        + "(`packshot init RECIPE.yaml` writes one to start from)\n"
    ),
    (
      ["render", "photos", "recipe.yaml", "out.png"],
      "photos is a folder, not a recipe; the recipe comes first: packshot render recipe.yaml photos out.png\n"
    ),
    (["recipe", "check", "photos"], "photos: this is a folder, not a recipe\n"),
    (["recipe", "show", "photos"], "photos: this is a folder, not a recipe\n"),
  ])
  func aWrongArgumentInPlaceOfTheRecipeIsReported(arguments: [String], says: String) throws {
    let errors = try error(arguments, in: .shop())
    #expect(errors.hasPrefix("error: " + says), "\(errors)")
  }

  /// Whether ArgumentParser or a command finds them.
  @Test(arguments: [
    ["run"], ["run", "recipe.yaml", "--output", "out"], ["thumb", "photos", "--width", "broad"], ["rander"],
    ["photos", "lst"], ["render", "recipe.yaml", "photos/MUG-1_side.jpg"], ["run", "none.yaml", "photos", "-o", "out"],
    ["run", "recipe.yaml", "photos", "-o", "out", "-x"], ["golden", "approve", "suite"], ["run", "--output"],
  ])
  func allMistakesAreReportedInOneFormat(arguments: [String]) throws {
    let run = try Packshot.shop().run(arguments)
    #expect(run.status == 64 || run.status == 66)
    let first = try #require(run.errors.split(separator: "\n").first)
    #expect(first.hasPrefix("error: ") && !first.hasSuffix("."), "\(first)")
    #expect(first.dropFirst("error: ".count).first?.isUppercase == false, "\(first)")
    #expect(!run.errors.contains("Error:"))
  }

  @Test func errorsAreColoredOnATerminal() throws {
    let run = try Packshot().runOnTerminal("run", environment: ["TERM": "xterm-256color"], withErrors: true)
    #expect(run.output.hasPrefix("\u{1b}[1;31merror:\u{1b}[0m missing expected argument"), "\(run.output)")
  }

  /// As in a bare chroot.
  @Test(.enabled(if: (try? Packshot().shell("\(withoutProc) true").status) == 0, "mounting needs root"))
  func aMissingProcIsReported() throws {
    let run = try Packshot().shell("\(Self.withoutProc) '\(Packshot.executable.path)' run recipe.yaml photos")
    #expect(run.status == 70 && run.output.isEmpty)
    #expect(run.errors.contains("/proc is not mounted"), "\(run.errors)")
  }

  private static let withoutProc = "unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh"
}
