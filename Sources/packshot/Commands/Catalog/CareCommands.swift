import ArgumentParser
import PackshotKit

/// `catalog verify`
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Looks through the catalog for what is not as it should be.",
    discussion: """
      It checks the file, every value against its rule, every relationship, stock
      against its ledger, and stored data against its hash; with --files also the
      pictures on record, which it reads whole. It ends with 1 where it finds
      anything but what only takes space, and with 66 where the file is cut short or
      so damaged that it cannot be read as a catalog; a backup is what helps then.

      EXAMPLE
        packshot catalog verify --files
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Check the pictures' files too.") var files = false
  @Flag(help: "Print one JSON object a problem.") var json = false

  func run() throws {
    let problems: [Problem]
    do {
      problems = try catalog.open().verify(checkingFiles: files)
    } catch {
      ExitStatus.fail(error, json: json)
    }
    for problem in problems {
      if json { print(problem.json) } else { print(Console.printable(problem.message)) }
    }
    if problems.contains(where: { !$0.isNote }) { throw ExitCode(ExitStatus.someFailed) }
    if !json { Console.note("the catalog is as it should be") }
  }
}

extension Problem {
  fileprivate var json: JSONValue {
    .object([
      .init("kind", .string(kind)),
      .init("entity", subject.map { .string($0.entity) } ?? .null),
      .init("id", subject.map { .string($0.id.text) } ?? .null),
      .init("message", .string(message)),
      .init("isNote", .boolean(isNote)),
    ])
  }
}

/// `catalog backup`
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies the catalog while it is in use.",
    discussion: """
      Large data, which lies in a folder beside the catalog, is copied beside the
      copy. The shop's pictures are not: they stay where they are.

      EXAMPLE
        packshot catalog backup backups/monday.sqlite
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Replace a file that is there already.") var replace = false
  @Argument(help: "The copy.", completion: .catalogs) var file: String

  func run() throws {
    do {
      try catalog.open().store.backup(to: file, replacing: replace)
      print("Copied to \(Console.printable(file))")
    } catch {
      ExitStatus.fail(error)
    }
  }
}

/// `catalog migrate`
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings a catalog of an older packshot up to date.",
    discussion: """
      Every command does so when it opens one. What the catalog was is kept beside
      it first.

      EXAMPLE
        packshot catalog migrate
      """)

  @OptionGroup var catalog: CatalogOption

  func run() throws {
    do {
      let store = try catalog.open().store
      let was = store.versionFound
      print(
        was == store.version
          ? "The catalog has version \(was), which is the newest"
          : Console.printable(
            "The catalog has version \(store.version) now; \(store.path).before-v\(store.version) is what it was"))
    } catch {
      ExitStatus.fail(error)
    }
  }
}

/// `catalog gc`
struct CollectGarbage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gc",
    abstract: "Removes stored data that no record and no undo needs any more.",
    discussion: """
      EXAMPLE
        packshot catalog gc
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print what was removed as one JSON object.") var json = false

  func run() throws {
    do {
      let garbage = try catalog.open().store.collectGarbage()
      if json {
        let counts = [("files", garbage.fileCount), ("bytes", garbage.byteCount)]
        print(JSONValue.object(counts.map { .init($0.0, .integer(Int64($0.1))) }))
      } else {
        print("Removed \(garbage.fileCount) file\(garbage.fileCount == 1 ? "" : "s"), \(garbage.byteCount) bytes")
      }
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}
