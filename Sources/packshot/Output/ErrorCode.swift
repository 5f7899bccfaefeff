import Errors
import PackshotKit

/// The exit status for each error, and its description on the page “JSON output”.
extension ErrorCode {
  var status: Int32 {
    switch self {
    case .usage, .option, .recipe, .filter, .condition, .unknownName, .unconfirmed, .environment, .replacesInput,
      .noPreview, .badName:
      ExitStatus.wrongUsage
    case .refused: ExitStatus.refused
    case .missing, .unreadable, .overLimit, .damaged, .catalog, .notAnImage, .crashed, .notUTF8: ExitStatus.missing
    case .locked: ExitStatus.locked
    case .exists, .cannotWrite: ExitStatus.cannotWrite
    case .noWorker, .fault: ExitStatus.ownFault
    }
  }

  /// Whether the error occurs only for a photo.
  var isOfPhotosAlone: Bool {
    switch self {
    case .notAnImage, .badName, .crashed, .notUTF8: true
    default: false
    }
  }

  /// The description for the page “JSON output”.
  var meaning: String {
    switch self {
    case .usage: "The command line is invalid."
    case .option: "An option has an invalid value, or cannot be combined with the others."
    case .recipe: "The recipe is invalid. The message has a line for each mistake, with its position."
    case .filter: "A filter cannot be applied as requested."
    case .condition: "A condition of `--where` is invalid."
    case .unknownName: "There is no entity, attribute or relationship with this name."
    case .unconfirmed: "A command that deletes something needs confirmation, and cannot ask; `--yes` confirms it."
    case .environment: "An environment variable has an invalid value."
    case .exists: "The file to be created already exists."
    case .replacesInput: "An output would replace a file that the run needs."
    case .noPreview: "The terminal cannot show the picture."
    case .overLimit: "A file is larger than the limits allow."
    case .damaged: "A picture's data is truncated or corrupt."
    case .refused: "The catalog refused the change: a value is not allowed, or other records refer to a record."
    case .missing: "An input, a catalog or a record does not exist, or the inputs contain no photo."
    case .unreadable: "A file or folder cannot be read."
    case .catalog: "The file is not a catalog, or is damaged, or was made by a newer version."
    case .locked: "Another run is using the output folder, or the catalog is busy."
    case .cannotWrite: "The output or the catalog cannot be written."
    case .noWorker: "No sandboxed process could be started to read photos, and `--sandbox` requires one."
    case .fault: "An internal error in packshot."
    case .notAnImage, .badName, .crashed, .notUTF8: meaningOfPhoto
    }
  }
}
