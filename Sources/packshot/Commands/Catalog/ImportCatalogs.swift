import ArgumentParser
import Foundation
import PackshotKit
import Text

extension ImportCatalog {
  /// Imports what runs recorded in other catalogs, and what workers recorded in files.
  func importCatalogs() throws {
    let counter = RowCounter()
    do {
      try checkCatalogs()
      let destination = try catalog.openToAdd()
      var summary = MergeSummary()
      for file in files {
        guard Catalog.isCatalog(file) else {
          summary = summary + (try destination.importRecords(from: file, progress: counter.show))
          continue
        }
        let other = try Catalog(reading: file)
        if other.realPath == destination.realPath {
          throw ValidationError(
            "\(Console.printable(file)) is the catalog to import into; name another file, or another --catalog")
        }
        summary = summary + (try destination.merge(other, progress: counter.show))
      }
      counter.clear()
      print(json ? "\(summary.json)" : summary.line)
      if !json { summary.tellLeft() }
    } catch {
      counter.clear()
      throw error
    }
  }

  private func checkCatalogs() throws {
    if let other = files.first(where: { !Self.isOfRuns($0) }) {
      throw ValidationError(
        "\(Console.printable(other)) is not a catalog or a file of records, unlike the other files; import it separately"
      )
    }
    if dryRun || entity != nil || encoding != nil || format != nil || decimal != nil || keepGoing || allowDuplicates
      || key != nil || !column.isEmpty || ignoreUnknown || updateOnly
    {
      throw ValidationError(
        "--dry-run, --entity, --encoding, --format, --decimal, --key, --column, --ignore-unknown, --update-only, "
          + "--keep-going and --allow-duplicates are for JSON and CSV; catalogs and records are imported whole"
      )
    }
  }

  /// Whether a file contains records of runs: a catalog, or a worker's records.
  static func isOfRuns(_ file: String) -> Bool { !isPipe(file) && (Catalog.isCatalog(file) || RecordFile.isOne(file)) }
}

extension Catalog {
  fileprivate var realPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}

extension MergeSummary {
  /// Maximum number of records left out for the same reason that are named.
  private static let namedCount = 100

  /// Reports the records that weren't imported, with the reasons.
  fileprivate func tellLeft() {
    var groups: [Left: [RecordNotMerged]] = [:]
    var order: [Left] = []
    for record in left {
      let group = Left(catalog: record.catalog, entity: record.entity, why: record.why)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(record)
    }
    for group in order {
      let records = groups[group] ?? []
      let names = records.prefix(Self.namedCount).map(\.name).joined(separator: ", ")
      let rest =
        records.count > Self.namedCount ? ", and \(records.count - Self.namedCount) more, which --json lists" : ""
      let kind = Entity.words(of: group.entity) + (records.count == 1 ? "" : "s")
      Console.note(
        Console.printable(
          "not imported from \(group.catalog): \(records.count) \(kind), \(group.why.words): \(names)\(rest)"))
    }
    for catalog in Set(left.filter(\.why.isOfPeople).map(\.catalog)).sorted() {
      Console.note(
        Console.printable(
          "to import everything from \(catalog), run `packshot catalog export all.json --catalog \(shellWord(catalog))`, "
            + "and then `packshot catalog import all.json`"))
    }
  }

  /// The properties shared by records that are reported together.
  private struct Left: Hashable {
    let catalog: String
    let entity: String
    let why: RecordNotMerged.Reason
  }

  /// The summary as text.
  fileprivate var line: String {
    let text = { (count: Int, noun: String) in "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let news = [text(photos, "photo"), text(pictures, "picture"), text(failures, "failure"), text(runs, "run")]
    return "Imported \(news.joined(separator: ", ")); \(text(known, "file")) already known"
  }
}

extension RecordNotMerged.Reason {
  /// Whether exporting and importing records would transfer them.
  fileprivate var isOfPeople: Bool { self == .entered || self == .notShown || self == .values }

  /// The reason as text.
  fileprivate var words: String {
    switch self {
    case .entered: "because people entered them, and only what runs recorded is imported"
    case .notShown: "because no photo of a run shows them"
    case .values: "of which only the SKU is imported, and not the name, price and other values that people entered"
    case .older: "because this catalog has a later record of the file"
    case .unknownProduct: "because its product is not recorded"
    case .unknownRun: "because its run is not recorded"
    case .noOriginal: "because the photo it was made from is not recorded"
    }
  }
}
