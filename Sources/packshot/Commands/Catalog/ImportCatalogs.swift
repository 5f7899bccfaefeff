import ArgumentParser
import Foundation
import Interface
import PackshotKit

extension ImportCatalog {
  /// Takes over what runs recorded in other catalogs, and what workers did in files.
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
    } catch let error as ValidationError {
      counter.clear()
      throw error
    } catch {
      counter.clear()
      ExitStatus.fail(error, json: json)
    }
  }

  private func checkCatalogs() throws {
    if let other = files.first(where: { !Self.isOfRuns($0) }) {
      throw ValidationError(
        "\(Console.printable(other)) is no catalog and no file of records, and other files are; it has to be imported by itself"
      )
    }
    if dryRun || entity != nil || format != nil || decimal != nil || keepGoing || allowRepeats || key != nil
      || updateOnly
    {
      throw ValidationError(
        "--dry-run, --entity, --format, --decimal, --key, --update-only, --keep-going and --allow-repeats are for JSON and CSV; "
          + "catalogs and records are imported whole"
      )
    }
  }

  /// Whether a file holds what runs recorded: a catalog, or a worker's records.
  static func isOfRuns(_ file: String) -> Bool { !isPipe(file) && (Catalog.isCatalog(file) || RecordFile.isOne(file)) }
}

extension Catalog {
  fileprivate var realPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}

extension MergeSummary {
  /// For people.
  fileprivate var line: String {
    let text = { (count: Int, noun: String) in "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let news = [text(photos, "photo"), text(pictures, "picture"), text(failures, "failure"), text(runs, "run")]
    return "Imported \(news.joined(separator: ", ")); \(text(known, "file")) already known"
  }
}
