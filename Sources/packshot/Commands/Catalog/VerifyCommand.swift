import ArgumentParser
import PackshotKit

/// The `catalog verify` command.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks the catalog for damage and inconsistencies.",
    discussion: """
      It checks the file, every value against its rule, every relationship, stock
      against its ledger, and stored data against its hash; with --files also the
      pictures on record, which it reads whole. It ends with 1 where it finds
      anything but what only takes space, and with 66 where the file is cut short or
      so damaged that it cannot be read as a catalog; a backup is what helps then.

      --repair says what it would do about each problem, and asks before it does it:
      what follows from records, such as stock from its ledger, is recalculated, and
      links to records that are not there are taken away. It ends with 1 where
      problems are left. `packshot catalog undo` does not take a repair back; the
      catalog as it was is kept beside it first, as catalog.sqlite.before-repair.

      EXAMPLE
        packshot catalog verify --files
        packshot catalog verify --repair --dry-run
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Also check the picture files.") var files = false
  @Flag(help: "Repair what can be repaired.") var repair = false
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
      throw ValidationError(error.told)
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
    if !json, let kept { Console.note("the catalog as it was is kept in \(Console.printable(kept))") }
    let left = try catalog.verify(checkingFiles: files)
    let harm = left.filter { !$0.isNote }
    if !json, !harm.isEmpty { Console.note("\(harm.count) problem\(harm.count == 1 ? "" : "s") left:") }
    if !json { for problem in harm { Console.note("  " + Console.printable(problem.message)) } }
    return left
  }
}
