public import Errors
import Text

/// Why records were not exported or imported.
public enum ExchangeError: Error, Hashable {
  /// There is no file to be imported at `path`.
  case missing(path: String)
  /// A file to be imported could not be read: what the system says.
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
  case cannotWrite(path: String, reason: String)
  /// Rows are wrong or could not be read, and nothing was imported. `problems` are the first of `count`, of which `unread`
  /// could not be read.
  case refused(problems: [ImportProblem], count: Int, unread: Int)
  /// An import that was under way could go no further, and was undone except for records that were edited since and what those need.
  /// These are the newest edit of the history, called `label`.
  indirect case stopped(label: String, by: ImportFault, kept: [String])
}

extension ExchangeError {
  /// The refusal of an import of which rows are wrong.
  static func refused(_ summary: ImportSummary) -> ExchangeError {
    .refused(problems: summary.problems, count: summary.leftOut, unread: summary.unread)
  }
}

/// What can be done about an error of an export or import.
public enum ExchangeRemedy: Remedy, Hashable {
  /// Say which format the file has.
  case giveFormat
  /// Say which of these kinds of records the rows are.
  case giveEntity([String])
  /// Say in which encoding the file is.
  case giveEncoding
  /// Say which kind of record to export, or export all of them into a folder.
  case giveEntityOrFolder
  /// Allow the file to be replaced.
  case allowOverwriting
  /// Name another file.
  case nameAnotherFile
  /// Say which decimal separator the numbers of the file have.
  case declareDecimal
  /// Import the same file again, which goes on with it, or undo what was imported once nothing is in the way.
  case continueOrUndo(label: String)

  public var name: String {
    switch self {
    case .giveFormat: "give-format"
    case .giveEntity: "give-entity"
    case .giveEncoding: "give-encoding"
    case .giveEntityOrFolder: "give-entity-or-folder"
    case .allowOverwriting: "allow-overwriting"
    case .nameAnotherFile: "name-another-file"
    case .declareDecimal: "declare-decimal"
    case .continueOrUndo: "continue-or-undo"
    }
  }

  public var facts: Facts {
    switch self {
    case .giveEntity(let known): ["known": .texts(known)]
    case .continueOrUndo(let label): ["label": .text(label)]
    case .giveFormat, .giveEncoding, .giveEntityOrFolder, .allowOverwriting, .nameAnotherFile, .declareDecimal: [:]
    }
  }

  public var suggestion: String {
    switch self {
    case .giveFormat: "say which format it has"
    case .giveEntity(let known): "say which it is: \(known.joined(separator: ", "))"
    case .giveEncoding: "or say which encoding it has, such as \(TextEncoding.windows1252.rawValue)"
    case .giveEntityOrFolder: "say which kind, or give a folder to export them all"
    case .allowOverwriting: "allow it to be replaced"
    case .nameAnotherFile: "give another name"
    case .declareDecimal: "or declare the file's decimal separator"
    case .continueOrUndo(let label):
      "what remains is the newest edit of the history, “\(label)”; importing the same file again continues it, and it can be "
        + "undone once nothing is in the way"
    }
  }
}

extension ExchangeError: DescribedError {
  public var code: ErrorCode {
    switch self {
    case .missing: .missing
    case .unreadable, .emptyFolder: .unreadable
    case .unknownFormat, .unknownEntity, .entityNotGiven, .entityMissing, .severalKinds: .option
    case .exists: .exists
    case .cannotWrite, .ownFile: .cannotWrite
    case .stopped(_, .store(let error), _) where error.code == .cannotWrite: .cannotWrite
    case .refused, .repeated, .present, .stopped: .refused
    }
  }

  public var reason: String {
    switch self {
    case .missing: "missing-file"
    case .unreadable: "unreadable"
    case .unknownFormat: "unknown-format"
    case .unknownEntity: "unknown-entity"
    case .entityNotGiven, .entityMissing: "entity-not-given"
    case .repeated: "repeated"
    case .present: "present"
    case .emptyFolder: "empty-folder"
    case .severalKinds: "several-kinds"
    case .exists: "exists"
    case .ownFile: "own-file"
    case .cannotWrite: "cannot-write"
    case .refused: "rows-refused"
    case .stopped: "import-stopped"
    }
  }

  public var facts: Facts {
    switch self {
    case .missing(let path), .unknownFormat(let path), .emptyFolder(let path), .severalKinds(let path),
      .exists(let path), .ownFile(let path):
      ["path": .text(path)]
    case .unreadable(let path, let reason), .cannotWrite(let path, let reason):
      ["path": .text(path), "why": .text(reason)]
    case .unknownEntity(let name, let known): ["name": .text(name), "known": .texts(known)]
    case .entityNotGiven(let path, let known): ["path": .text(path), "known": .texts(known)]
    case .entityMissing(let known): ["known": .texts(known)]
    case .repeated(let entity, let name, let place):
      ["entity": .text(entity), "name": .text(name), "place": .text(place)]
    case .present(let subject, let id): ["subject": .text(subject), "id": .text(id)]
    case .refused(let problems, let count, let unread):
      ["count": .count(count), "unread": .count(unread), "problems": .texts(problems.map(\.description))]
    case .stopped(let label, _, let kept): ["label": .text(label), "kept": .texts(kept)]
    }
  }

  public var remedy: (any Remedy)? {
    switch self {
    case .unknownFormat: ExchangeRemedy.giveFormat
    case .entityNotGiven(_, let known): ExchangeRemedy.giveEntity(known)
    case .severalKinds: ExchangeRemedy.giveEntityOrFolder
    case .exists: ExchangeRemedy.allowOverwriting
    case .ownFile: ExchangeRemedy.nameAnotherFile
    case .stopped(let label, _, _): ExchangeRemedy.continueOrUndo(label: label)
    case .missing, .unreadable, .unknownEntity, .entityMissing, .repeated, .present, .emptyFolder, .cannotWrite,
      .refused:
      nil
    }
  }

  /// What happened; of refused rows each on a line of its own.
  public var message: String {
    switch self {
    case .missing(let path): "no such file or folder: \(path)"
    case .repeated(let entity, let name, let place): "\(entity) “\(name)” is already in \(place)"
    case .present(let subject, let id): "the catalog already has this row: \(subject) (\(id))"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unknownFormat(let path): "the name of \(path) does not end in .json, .ndjson or .csv"
    case .unknownEntity(let name, let known):
      "“\(name)” is not a kind of record; the kinds are \(known.joined(separator: ", "))"
    case .entityNotGiven(let path, _): "the name of \(path) does not tell what kind of record it holds"
    case .entityMissing(let known): "this object has no “entity”; add one of \(known.joined(separator: ", "))"
    case .emptyFolder(let path): "the folder \(path) has no file whose name ends in .csv"
    case .severalKinds(let path): "\(path) is a single CSV file, which holds one kind of record"
    case .exists(let path): "\(path) already exists"
    case .ownFile(let path): "\(path) cannot be written: it belongs to the catalog being exported"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .refused(let problems, let count, _):
      problems.map(\.description).joined(separator: "\n")
        + (count > problems.count ? "\nand \(count - problems.count) more rows have errors" : "")
    case .stopped(_, let fault, let kept):
      "the import stopped: \(fault.message)\nand it was undone, except for what was edited since or is needed by that: "
        + kept.prefix(StoreError.namedCount).joined(separator: ", ")
        + (kept.count > StoreError.namedCount ? " and \(kept.count - StoreError.namedCount) more" : "")
    }
  }
}
