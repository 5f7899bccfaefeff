import ArgumentParser
import PackshotKit

/// Patterns that select photos, and lists of further photos.
struct InputArguments: ParsableArguments {
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Take only what matches; repeatable.", valueName: "pattern"))
  var include: [String] = []
  @Option(
    help: ArgumentHelp("Read photos and folders from a list, one a line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Names in the list end with a zero byte, as `find -print0` writes them.")
  var null = false

  func validate() throws {
    if null, filesFrom == nil {
      throw ValidationError("--null is about the list that --files-from gives; add --files-from")
    }
  }

  /// Throws if no inputs are given.
  func validate(_ inputs: [String]) throws {
    try LocalPath.check(inputs + [filesFrom].compactMap(\.self))
    if inputs.isEmpty, filesFrom == nil {
      throw ValidationError("give photos or folders of photos, or a list of them with --files-from")
    }
  }

  func set(_ options: inout BatchOptions) throws {
    (options.excluded, options.included) = (exclude, include)
    options.list = try filesFrom.map { try InputList(contentsOf: $0, separatedByZeros: null) }
  }

  /// A section for the help of commands.
  static let patterns = """
    PATTERNS
      --exclude and --include take patterns as in a .gitignore:
        mugs, *.png    files and folders with that name, at any depth
        *.{jpg,png}    either
        mugs/old       a path from an input folder; or a path as packshot prints it
        mugs/          only folders
        mugs/**/x.png  any folders in between
        !MUG-1*        cancels earlier patterns for what it matches
      Excluded files are skipped, and excluded folders are not searched. Of the
      rest, --include takes what matches or is inside a folder that matches.
    """
}

extension ArgumentHelp {
  static let exclude = ArgumentHelp(
    "Leave out what matches, as in .gitignore; repeatable.", valueName: "pattern")
}
