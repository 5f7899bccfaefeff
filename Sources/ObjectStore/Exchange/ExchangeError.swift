public import Errors
import Text

/// Why records were not exported or imported.
public enum ExchangeError: DescribedError, Hashable {
  /// There is no file to be imported at `path`.
  case missing(path: String)
  /// A file to be imported could not be read: what the system says.
  case unreadable(path: String, why: String)
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
  case present(subject: String, id: String)
  /// A folder to be imported has no CSV file.
  case emptyFolder(path: String)
  /// Records of several entities do not go into one CSV file.
  case severalKinds(path: String)
  /// Something is at the place that an export is to be written to already, and was left as it is.
  case exists(path: String)
  /// An export was to be written over the store itself.
  case ownFile(path: String)
  /// An export could not be written; what was there before is there still. What the system says.
  case cannotWrite(path: String, why: String)
  /// Rows are wrong or could not be read, and nothing was imported. The problems are the first of `count`, of which `unread`
  /// could not be read.
  case refused([ImportProblem], count: Int, unread: Int)
  /// An import that was under way could go no further, and was undone except for records that were edited since and what those need.
  /// These are the newest edit of the history, called `label`.
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
      .init(.option, "the name of \(path) does not tell what kind of record it holds", remedy: .giveEntity(known))
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
        "the import stopped: \(fault.message)\nand it was undone, except for what was edited since or is needed by that: "
          + kept.prefix(StoreError.namedCount).joined(separator: ", ")
          + (kept.count > StoreError.namedCount ? " and \(kept.count - StoreError.namedCount) more" : ""),
        reason: "import-stopped", remedy: .continueOrUndo(label: label))
    }
  }
}

extension ExchangeError {
  /// The refusal of an import of which rows are wrong.
  static func refused(_ summary: ImportSummary) -> ExchangeError {
    .refused(summary.problems, count: summary.leftOut, unread: summary.unread)
  }
}

extension Remedy {
  /// Say which format the file has.
  public static var giveFormat: Remedy { .init("say which format it has") }
  /// Say which of these kinds of records the rows are.
  public static func giveEntity(_ known: [String]) -> Remedy {
    .init("say which it is: \(known.joined(separator: ", "))", ["known": known])
  }
  /// Say in which encoding the file is.
  public static var giveEncoding: Remedy {
    .init("or say which encoding it has, such as \(TextEncoding.windows1252.rawValue)")
  }
  /// Say which kind of record to export, or export all of them into a folder.
  public static var giveEntityOrFolder: Remedy { .init("say which kind, or give a folder to export them all") }
  /// Allow the file to be replaced.
  public static var allowOverwriting: Remedy { .init("allow it to be replaced") }
  /// Say which decimal separator the numbers of the file have.
  public static var declareDecimal: Remedy { .init("or declare the file's decimal separator") }
  /// Import the same file again, which goes on with it, or undo what was imported once nothing is in the way.
  public static func continueOrUndo(label: String) -> Remedy {
    .init(
      "what remains is the newest edit of the history, “\(label)”; importing the same file again continues it, and it can be "
        + "undone once nothing is in the way", ["label": label])
  }
}
