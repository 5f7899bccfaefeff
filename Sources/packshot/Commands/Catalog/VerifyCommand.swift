import ArgumentParser
import PackshotKit

/// The `catalog verify` command.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the catalog for damage and inconsistencies.",
    discussion: """
      EXAMPLE
        packshot catalog verify --files
        packshot catalog verify --repair --dry-run

      Checks the file, every value against its rule, every relationship, stock against its ledger, and stored data \
      against its hash. With --files, also reads the recorded pictures. Exits with 1 if it finds a problem, apart \
      from wasted space. Exits with 66 if the file is too damaged to be read as a catalog; restore a backup then.

      --repair lists the repair of each problem, and asks for confirmation. It recalculates derived values, such as \
      stock, and removes links to missing records. It first copies the catalog to catalog.sqlite.before-repair, \
      because `packshot catalog undo` cannot undo a repair. Exits with 1 if problems remain.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Also check the picture files.") var files = false
  @Flag(help: "Repair the problems that can be repaired.") var repair = false
  @Flag(name: [.short, .long], help: "Show what --repair would do without doing it.") var dryRun = false
  @OptionGroup var confirmation: Confirmation
  @Flag(help: "Print one JSON object per problem.") var json = false

  func validate() throws {
    if dryRun || confirmation.isGiven, !repair { throw ValidationError("--dry-run and --yes need --repair") }
  }

  func run() throws {
    let left: [Problem]
    do {
      let catalog = try repair && !dryRun ? catalog.open() : catalog.openToRead()
      let problems = try catalog.verify(checkingFiles: files)
      let repairs = catalog.store.repairs(of: problems)
      for repair in repairs { print(repair) }
      left = repair && !dryRun ? try mend(repairs, in: catalog) : problems
    } catch let error as Confirmation.Missing {
      throw ValidationError(error.messageWithRemedy)
    }
    if left.contains(where: { !$0.isNote }) { throw ExitCode(ExitStatus.someFailed) }
    if !json { Console.note("no problems found") }
  }

  private func print(_ repair: Repair) {
    if json { return Swift.print(ProblemResult(repair, words: self.repair ? repair.words : nil).json) }
    Swift.print(Console.printable(repair.problem.message))
    if self.repair { Swift.print(Console.printable("  " + repair.words)) }
  }

  /// Repairs the problems after confirmation, and returns the remaining ones.
  private func mend(_ repairs: [Repair], in catalog: Catalog) throws -> [Problem] {
    let count = repairs.count { $0.action != nil }
    if count == 0 { return repairs.map(\.problem) }
    let action = "repair \(count == 1 ? "this problem" : "\(count) problems")"
    try confirmation.ask(whetherTo: action, otherwise: "nothing was repaired")
    let kept = try catalog.store.repair(repairs)
    if !json, let kept { Console.note("the old catalog is kept in \(Console.printable(kept))") }
    let left = try catalog.verify(checkingFiles: files)
    let harm = left.filter { !$0.isNote }
    if !json, !harm.isEmpty { Console.note("\(harm.count) problem\(harm.count == 1 ? "" : "s") left:") }
    if !json { for problem in harm { Console.note("  " + Console.printable(problem.message)) } }
    return left
  }
}
