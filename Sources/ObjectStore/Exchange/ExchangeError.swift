public import Errors
import Text

/// The reason why records were not exported or imported.
public enum ExchangeError: DescribedError, Hashable {
  /// The file at `path` doesn't exist.
  case missing(path: String)
  /// The file at `path` could not be read, with the system's message.
  case unreadable(path: String, why: String)
  /// The file's name doesn't tell whether it is JSON or CSV.
  case unknownFormat(path: String)
  /// The model has no entity with the name; `known` lists the existing ones.
  case unknownEntity(name: String, known: [String])
  /// The entity of a CSV file's rows is neither given nor the file's name; `known` lists the possible ones.
  case entityNotGiven(path: String, known: [String])
  /// The entity of an object is neither given nor in the object; `known` lists the possible ones.
  case entityMissing(known: [String])
  /// An earlier row has the same record; `name` is the record's name in the row.
  case repeated(entity: String, name: String, place: String)
  /// A row without an ID would create a record that, as far as the row tells, exists already.
  case present(subject: String, id: String)
  /// The folder to be imported has no CSV file.
  case emptyFolder(path: String)
  /// One CSV file can't hold records of several entities.
  case severalKinds(path: String)
  /// A file exists at the export's path. It was not changed.
  case exists(path: String)
  /// The export would replace the store itself.
  case ownFile(path: String)
  /// The export could not be written, with the system's message. Existing files were not changed.
  case cannotWrite(path: String, why: String)
  /// Rows are wrong or could not be read, and nothing was imported. The problems are the first of `count`, of which
  /// `unread` could not be read.
  case refused([ImportProblem], count: Int, unread: Int)
  /// The import failed part of the way. It was undone, except for records that were edited since and the records they
  /// need. These are the newest edit in the history, with the label `label`.
  indirect case stopped(label: String, ImportFault, kept: [String])

  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing(let path): .init(.missing, "no such file or folder: \(path)", reason: "missing-file")
    case .repeated(let entity, let name, let place): .init(.refused, "\(entity) “\(name)” is already in \(place)")
    case .present(let subject, let id): .init(.refused, "the catalog already has this row: \(subject) (\(id))")
    case .unreadable(let path, let reason): .init(.unreadable, "\(path) cannot be read: \(reason)")
    case .unknownFormat(let path):
      .init(.option, "the name of \(path) does not end in .json, .ndjson or .csv", remedy: .giveFormat)
    case .unknownEntity(let name, let known):
      .init(.option, "“\(name)” is not a kind of record; the kinds are \(known.joined(separator: ", "))")
    case .entityNotGiven(let path, let known):
      .init(.option, "the name of \(path) does not name a kind of record", remedy: .giveEntity(known))
    case .entityMissing(let known):
      .init(
        .option, "this object has no “entity”; add one of \(known.joined(separator: ", "))", reason: "entity-not-given")
    case .emptyFolder(let path): .init(.unreadable, "the folder \(path) has no file whose name ends in .csv")
    case .severalKinds(let path):
      .init(.option, "\(path) is a single CSV file, which holds one kind of record", remedy: .giveEntityOrFolder)
    case .exists(let path): .init(.exists, "\(path) already exists", remedy: .allowOverwriting)
    case .ownFile(let path):
      .init(
        .cannotWrite, "\(path) cannot be written: it belongs to the catalog being exported", remedy: .nameAnotherFile)
    case .cannotWrite(let path, let reason): .init(.cannotWrite, "\(path) cannot be written: \(reason)")
    case .refused(let problems, let count, _):
      .init(
        .refused,
        problems.map(\.description).joined(separator: "\n")
          + (count > problems.count ? "\nand \(count - problems.count) more rows have errors" : ""),
        ["problems": problems.map(\.description)], reason: "rows-refused")
    case .stopped(let label, let fault, let kept):
      .init(
        fault.code == .cannotWrite ? .cannotWrite : .refused,
        "the import stopped: \(fault.message)\nIt was undone, except for records that were edited since, and records that these need: "
          + kept.prefix(StoreError.namedCount).joined(separator: ", ")
          + (kept.count > StoreError.namedCount ? " and \(kept.count - StoreError.namedCount) more" : ""),
        reason: "import-stopped", remedy: .continueOrUndo(label: label))
    }
  }
}

extension ExchangeError {
  /// The error for an import with wrong rows.
  static func refused(_ summary: ImportSummary) -> ExchangeError {
    .refused(summary.problems, count: summary.leftOut, unread: summary.unread)
  }
}

extension Remedy {
  /// Give the format of the file.
  public static var giveFormat: Remedy { .init("set its format") }
  /// Give the kind of record of the rows, one of `known`.
  public static func giveEntity(_ known: [String]) -> Remedy {
    .init("name the kind: \(known.joined(separator: ", "))", ["known": known])
  }
  /// Give the encoding of the file.
  public static var giveEncoding: Remedy {
    .init("or give its encoding, such as \(TextEncoding.windows1252.rawValue)")
  }
  /// Give the kind of record to export, or export all of them to a folder.
  public static var giveEntityOrFolder: Remedy { .init("name the kind, or give a folder to export all kinds") }
  /// Allow the file to be replaced.
  public static var allowOverwriting: Remedy { .init("allow it to be replaced") }
  /// Declare the decimal separator of the file's numbers.
  public static var declareDecimal: Remedy { .init("or declare the file's decimal separator") }
  /// Import the same file again, which continues the import, or undo the imported part when nothing prevents it any
  /// more.
  public static func continueOrUndo(label: String) -> Remedy {
    .init(
      "the remaining rows are the newest edit of the history, “\(label)”; import the same file again to continue, or undo "
        + "that edit", ["label": label])
  }
}
