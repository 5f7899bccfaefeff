import ArgumentParser
import PackshotKit

/// Patterns that select photos, and lists of further photos.
struct InputArguments: ParsableArguments {
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Process only files that match; repeatable.", valueName: "pattern"))
  var include: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also read photos and folders from this list, one per line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Separate the list by zero bytes, like `find -print0`.")
  var null = false

  func validate() throws {
    if null, filesFrom == nil {
      throw ValidationError("--null needs --files-from")
    }
  }

  /// Throws if no inputs are given.
  func validate(_ inputs: [String]) throws {
    try LocalPath.check(inputs + [filesFrom].compactMap(\.self))
    if inputs.isEmpty, filesFrom == nil {
      throw ValidationError("no photos given; name photos or folders, or a list with --files-from")
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
        *.{jpg,png}    either extension
        mugs/old       a path below an input folder, or a path as packshot prints it
        mugs/          only folders
        mugs/**/x.png  any number of folders in between
        !MUG-1*        an exception to the patterns before it
      Excluded folders are not searched. --include selects among the other files:
      a file matches if its name or a folder above it does.
    """
}

extension ArgumentHelp {
  static let exclude = ArgumentHelp(
    "Skip files that match, as in .gitignore; repeatable.", valueName: "pattern")
}
