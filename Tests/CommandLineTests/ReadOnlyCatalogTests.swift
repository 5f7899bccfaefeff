import Foundation
import Testing

/// Runs the program as a user without write permission, which root always has.
private enum UnprivilegedUser {
  private static let setpriv = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
  static let program = setpriv + "'\(Packshot.executable.path)'"
  static let isAvailable = (try? Packshot().shell("\(program) --version").status) == 0
}

/// Catalogs that the user may not write to.
@Suite(.enabled(if: UnprivilegedUser.isAvailable, "as root, this needs setpriv and a build that other users may run"))
struct ReadOnlyCatalogTests {
  private let packshot: Packshot

  init() throws {
    packshot = try .catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "2")
  }

  private func lock() throws {
    #expect(try packshot.shell("chmod a-w catalog.sqlite* && chmod 555 .").status == 0)
  }

  private func run(_ command: String) throws -> Packshot.Result {
    try packshot.shell("\(UnprivilegedUser.program) \(command)")
  }

  @Test func readingCommandsWork() throws {
    let commands = [
      "products list", "products show MUG-1", "products search sea", "sales list", "catalog history",
      "catalog verify --files", "catalog export -", "products list --where 'price>10' --json",
    ]
    let before = try commands.map { try packshot.shell("'\(Packshot.executable.path)' \($0)").output }
    let names = try packshot.names(in: ".")
    try lock()
    for (command, output) in zip(commands, before) {
      let result = try run(command)
      #expect(result.status == 0 && result.output == output, "\(command): \(result.errors)")
    }
    #expect(try packshot.names(in: ".") == names, "nothing is left beside it")
  }

  @Test func writingCommandsReportAReadOnlyCatalog() throws {
    try lock()
    for command in [
      "products edit MUG-1 rating=2", "products add Cup", "sales record Ben MUG-1", "catalog undo", "catalog gc",
      "customers remove Ben --yes",
    ] {
      let result = try run(command)
      #expect(result.status == 74, "\(command): \(result.output)")
      #expect(
        result.errors.contains("catalog.sqlite is read-only, because the file is write-protected;"),
        "\(result.errors)")
    }
  }

  @Test func anUnreadLogIsNotIgnored() throws {
    try packshot.write("the last changes", to: "catalog.sqlite-wal")
    try lock()
    let list = try run("products list")
    #expect(
      list.status == 74 && list.errors.contains("catalog.sqlite-wal cannot be read"), "\(list.errors)")
  }
}
