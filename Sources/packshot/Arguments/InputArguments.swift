import ArgumentParser
import PackshotKit

/// Which of the photos that were named are taken, and where more of them are named.
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
      throw ValidationError("--null says how the names in a list end; give the list with --files-from")
    }
  }

  /// Checks that something is named.
  func validate(_ inputs: [String]) throws {
    if inputs.isEmpty, filesFrom == nil {
      throw ValidationError("give photos or folders of photos, or a list of them with --files-from")
    }
  }

  func set(_ options: inout BatchOptions) throws {
    (options.excluded, options.included) = (exclude, include)
    options.list = try filesFrom.map { try InputList(contentsOf: $0, separatedByZeros: null) }
  }

  /// For the help of commands.
  static let patterns = """
    PATTERNS
      Those of --exclude and --include are as in a .gitignore:
        mugs, *.png    files and folders of that name, at any depth
        *.{jpg,png}    either
        mugs/old       from a named folder on; or a path as packshot prints it
        mugs/          folders alone
        mugs/**/x.png  any folders between
        !MUG-1*        takes back what patterns before it matched
      What is excluded is not taken, and excluded folders are not looked into.
      Of the rest --include takes what matches, or lies in a folder that does.
    """
}

extension ArgumentHelp {
  static let exclude = ArgumentHelp(
    "Leave out what matches, as in .gitignore; repeatable.", valueName: "pattern")
}
