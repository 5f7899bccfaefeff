import PackshotKit

/// What kept a command from doing what it was told, as a word for programs. It decides what the program ends with.
enum ErrorCode: String, CaseIterable {
  case usage
  case option
  case recipe
  case filter
  case condition
  case unknownName = "unknown-name"
  case unconfirmed
  case environment
  case exists
  case sameOutput = "same-output"
  case replacesInput = "replaces-input"
  case noPreview = "no-preview"
  case overLimit = "over-limit"
  case damaged
  case refused
  case missing
  case unreadable
  case catalog
  case locked
  case cannotWrite = "cannot-write"
  case noWorker = "no-worker"
  case fault

  var status: Int32 {
    switch self {
    case .usage, .option, .recipe, .filter, .condition, .unknownName, .unconfirmed, .environment, .exists, .sameOutput,
      .replacesInput, .noPreview:
      ExitStatus.wrongUsage
    case .refused: ExitStatus.refused
    case .missing, .unreadable, .overLimit, .damaged, .catalog: ExitStatus.missing
    case .locked: ExitStatus.locked
    case .cannotWrite: ExitStatus.cannotWrite
    case .noWorker, .fault: ExitStatus.ownFault
    }
  }

  /// For the page that describes events.
  var meaning: String {
    switch self {
    case .usage: "The command line is wrong."
    case .option: "An option has a value that it does not take, or does not go with the others."
    case .recipe: "The recipe is wrong. The message has a line for each mistake, with its place."
    case .filter: "A filter cannot do what it is told."
    case .condition: "A `--where` cannot be read."
    case .unknownName: "There is no entity, attribute or relationship of this name."
    case .unconfirmed: "What deletes something asks, and nobody is there to answer; `--yes` does."
    case .environment: "An environment variable has a value that it does not take."
    case .exists: "What is to be made is there already."
    case .sameOutput: "Two photos, or two outputs of one, would write the same file."
    case .replacesInput: "An output would replace a file that the run needs."
    case .noPreview: "A picture cannot be shown here."
    case .overLimit: "A file is larger than the limits allow."
    case .damaged: "A picture's data is truncated or wrong."
    case .refused: "The catalog refuses it: a value that is not allowed, or a record that others hold."
    case .missing: "An input, a catalog or a record is not there; or there is no photo in what was named."
    case .unreadable: "A file or folder cannot be read."
    case .catalog: "The file is no catalog, a damaged one, or one of a newer version."
    case .locked: "Another run is at work in the output folder, or the catalog is busy."
    case .cannotWrite: "The output or the catalog cannot be written."
    case .noWorker: "No process can be started to read photos in, and `--sandbox` asks for one."
    case .fault: "A fault of packshot's own."
    }
  }
}

extension PhotoFailure.Code {
  /// What a command ends with that is about this photo and can do nothing without it. A batch goes on, and ends with 1.
  var status: Int32 {
    switch self {
    case .notAnImage, .damaged, .overLimit, .unreadable, .crashed, .notUTF8: ExitStatus.missing
    case .recipe, .badName: ExitStatus.wrongUsage
    case .cannotWrite: ExitStatus.cannotWrite
    case .fault: ExitStatus.ownFault
    }
  }
}
