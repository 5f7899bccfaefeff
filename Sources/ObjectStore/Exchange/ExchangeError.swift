import Foundation

/// Why records were not exported or imported.
public enum ExchangeError: Error, Hashable {
  /// There is no file to be imported at `path`.
  case missing(path: String)
  /// A file to be imported could not be read.
  case unreadable(path: String, reason: String)
  /// A file's name does not say whether it is JSON or CSV.
  case unknownFormat(path: String)
  /// An entity is named that the model does not have; `known` are those it has.
  case unknownEntity(name: String, known: [String])
  /// Neither its name nor anybody says what the rows of a CSV file are; `known` is what they may be.
  case entityNotGiven(path: String, known: [String])
  /// An object does not say of which entity it is, and nobody else does; `known` is what it may be.
  case entityMissing(known: [String])
  /// A row is about the record that an earlier one was about; `name` is what the row calls it.
  case repeated(entity: String, name: String, place: String)
  /// A row without an id would make a record again that is there, as far as the row tells.
  case present(subject: String, id: UUID)
  /// A folder to be imported has no CSV file.
  case emptyFolder(path: String)
  /// Records of several entities do not go into one CSV file.
  case severalKinds(path: String)
  /// Something is at the place that an export is to be written to already, and was left as it is.
  case exists(path: String)
  /// An export could not be written; what was there before is there still.
  case cannotWrite(path: String, reason: String)
  /// Rows are wrong or could not be read, and nothing was imported. `problems` are the first of `count`, of which `unread`
  /// could not be read.
  case refused(problems: [ImportProblem], count: Int, unread: Int)
  /// An import that was under way could go no further for a `reason`, and not all of it could be taken back, for what is in
  /// the way: `obstacle`. What is left of it is the newest edit of the history, called `label`.
  case stopped(label: String, reason: String, obstacle: String)
  /// Sample data goes into an empty catalog only, and this one has so many products.
  case notEmpty(path: String, products: Int)

  /// What happened and what to do, for the person at the terminal; of refused rows each on a line of its own.
  public var message: String {
    switch self {
    case .missing(let path): "no such file or folder: \(path)"
    case .repeated(let entity, let name, let place): "\(entity) “\(name)” is already in \(place)"
    case .present(let subject, let id): "the catalog already has this row: \(subject) (\(id.text))"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unknownFormat(let path):
      "the name of \(path) does not end in .json, .ndjson or .csv; give its format with --format"
    case .unknownEntity(let name, let known):
      "“\(name)” is not a kind of record; the kinds are \(known.joined(separator: ", "))"
    case .entityNotGiven(let path, let known):
      "the name of \(path) does not tell what kind of record it holds; give --entity with one of \(known.joined(separator: ", "))"
    case .entityMissing(let known):
      "this object has no “entity”; add one of \(known.joined(separator: ", "))"
    case .emptyFolder(let path): "the folder \(path) has no file whose name ends in .csv"
    case .severalKinds(let path):
      "\(path) is a single CSV file, which holds one kind of record; name it with --entity, or give a folder to export them all"
    case .exists(let path): "\(path) already exists; --overwrite replaces it"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .refused(let problems, let count, _):
      problems.map(\.description).joined(separator: "\n")
        + (count > problems.count ? "\nand \(count - problems.count) more rows have errors" : "")
    case .stopped(let label, let reason, let obstacle):
      "the import stopped: \(reason)\nand it could not be undone completely: \(obstacle)\n"
        + "What remains is the newest edit in `packshot catalog history`, “\(label)”. "
        + "Importing the same file again continues it; `packshot catalog undo` undoes it once nothing is in the way"
    case .notEmpty(let path, let products):
      "\(path) already has \(products) \(products == 1 ? "product" : "products"); sample data can only be loaded into an empty catalog"
    }
  }
}

extension ExchangeError {
  /// The refusal of an import of which rows are wrong.
  static func refused(_ summary: ImportSummary) -> ExchangeError {
    .refused(problems: summary.problems, count: summary.leftOut, unread: summary.unread)
  }
}
