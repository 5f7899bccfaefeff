import Foundation
import Testing

/// A folder mounted read-only, which stops root too.
private enum ReadOnlyDisk {
  /// A script that runs its arguments with the folder “out” read-only.
  static let script =
    "\(geteuid() == 0 ? "unshare -m" : "unshare -rm") sh -c "
    + "'mount --bind out out && mount -o remount,ro,bind out || exit 99; exec \"$@\"' sh "
  static let canBeMade = (try? Packshot().shell("mkdir out && \(script) sh -c '! touch out/x 2>&-'").status) == 0
}

@Suite(.enabled(if: ReadOnlyDisk.canBeMade, "the kernel does not allow unshare and mount"))
struct ReadOnlyDiskTests {
  private let packshot: Packshot

  /// A shop with one picture that is stale.
  init() throws {
    packshot = try .shop()
    #expect(try packshot.run("run", "recipe.yaml", "photos", "--output", "out").status == 0)
    try packshot.remove("out/MUG-1_side.png")
  }

  private func run(_ command: String) throws -> Packshot.Result {
    try packshot.shell("\(ReadOnlyDisk.script) '\(Packshot.executable.path)' \(command)")
  }

  @Test func readingCommandsWork() throws {
    for (command, output) in [
      (
        "run recipe.yaml photos --output out --dry-run",
        "would render MUG-1_side.png from photos/MUG-1_side.jpg: the file is gone\n"
      ),
      ("products list --json --catalog out/catalog.sqlite", #""sku":"MUG-1""#),
      ("photos show out/MUG-1_front.png --catalog out/catalog.sqlite", "MUG-1_front.png"),
      ("catalog backup copy.sqlite --catalog out/catalog.sqlite", "copy.sqlite"),
    ] {
      let run = try run(command)
      #expect(run.status == 0 && run.output.contains(output), "\(command): \(run.errors)")
    }
    let list = try packshot.run("products", "list", "--catalog", "copy.sqlite")
    #expect(list.status == 0 && list.output.contains("VASE-2"), "\(list.errors)")
  }

  @Test(arguments: [
    ("run recipe.yaml photos --output out", "/out cannot be written: Read-only file system"),
    ("run recipe.yaml photos --output out/below", "/out/below cannot be written: Read-only file system"),
    ("run recipe.yaml photos --output other --catalog out/catalog.sqlite", "because its disk is read-only; `packshot"),
    (
      "run recipe.yaml photos --output other --catalog out/new.sqlite",
      "/out/new.sqlite cannot be opened or written: the folder "
    ),
    ("thumb photos --width 9 --output out", "/out cannot be written: Read-only file system"),
    ("render recipe.yaml photos/MUG-1_side.jpg out/a.png", "error: out/a.png cannot be written: Read-only file system"),
    ("sheet photos --output out/a.png", "error: out/a.png cannot be written: Read-only file system"),
    ("products edit MUG-1 note=new --catalog out/catalog.sqlite", "because its disk is read-only; `packshot"),
    ("products add Cup --catalog out/new.sqlite", "/out is on a read-only disk\n"),
  ])
  func writingCommandsReportTheReason(command: String, says: String) throws {
    let run = try run(command)
    #expect(run.status == 74 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains(says) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(try !packshot.names(in: "out").contains("new.sqlite"))
  }
}
