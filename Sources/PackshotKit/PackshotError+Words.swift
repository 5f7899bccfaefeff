import ImageCodecs
import Parameters
import Rendering

extension PackshotError {
  /// What was found, and what is allowed, for people who know settings by other names than Swift's.
  ///
  /// - Parameter called: What they call a setting.
  public func message(_ called: (SettingName) -> String) -> String {
    switch self {
    case .missing(let path): RenderingError.missing(path: path).message
    case .unreadable(let path, let reason): RenderingError.unreadable(path: path, reason: reason).message
    case .tooLarge(let path, let byteCount, let limit, let setting):
      RenderingError.tooLarge(path: path, byteCount: byteCount, limit: limit, setting: setting).message
    case .unusableProfile(let path, let reason): "\(called("cmyk")) \(path) cannot be used: \(reason)"
    case .noWorker(let reason): RenderingError.noWorker(reason: reason).message
    case .noPicture(let inputs, let leftOut):
      "no \(FormatList.names("or")) found in "
        + inputs.prefix(5).joined(separator: ", ") + (inputs.count > 5 ? " and \(inputs.count - 5) more" : "")
        + (leftOut > 0 ? ", except what \(called("excluded")) and \(called("included")) leave out" : "")
    case .pictureForList(let path): "\(path) cannot be read: it is a picture, not a list"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .sameOutput(let path, let other, let more, let fields):
      "\(other)\(more == 0 ? "" : more == 1 ? " and 1 more photo" : " and \(more) more photos") would be written to \(path), too"
        + (fields.isEmpty
          ? "; {relative} tells them apart only if both are found in one folder: it is empty for photos given one by one, "
            + "and begins below each folder given" : "")
    case .replacesInput(let path, let role):
      "an output would replace \(path), which is \(role); write it to another folder or give it another name"
    case .replacesPictureOfSheet(let path):
      "an output would replace \(path), which is one of the pictures; write it to another folder or give it another name"
    case .locked(let folder): "another run is using \(folder)"
    case .cannotWatch(let reason): "the folders cannot be watched: \(reason)"
    case .noGoldenCase(let name, let suite, _): "there is no case \(name) in \(suite)"
    case .missingSuite(let path): RenderingError.missing(path: path).message
    case .caseExists(let path): "there is a case \(path) already"
    case .noRecordedPicture(let conditions): "no picture on record matches \(conditions.joined(separator: " and "))"
    case .noSuite(let path): "\(path) cannot be read: it has no golden case"
    case .caseForSuite(let path, let suite, let name):
      "\(path) cannot be read: it is a case, not a suite; give the suite's folder and then the case's name, such as "
        + "`\(suite) \(name)`"
    case .noResults(let path, let file): "\(path) cannot be read: it has no \(file)"
    case .notRepeatable(let path, let reason, _): "\(path) cannot be read: \(reason)"
    case .notResults(let path, let error): "\(path) cannot be read: \(error.message)"
    case .option(let setting, let found, let allowed):
      "\(setting.told(as: called(setting))) is \(found); it must be \(allowed.text)"
    case .notTogether(let setting, let other, let why):
      "\(called(setting)) cannot be used with \(called(other))" + (why.map { ", which \($0)" } ?? "")
    case .onlyForFormats(let setting, let formats, let lossless):
      "\(called(setting)) is for \(Spelling.list(formats, "and")) files only"
        + (lossless.map { ", because \($0) is lossless" } ?? "") + "; leave it out"
    case .pattern(let setting, let error): error.message(calling: called(setting))
    case .value(let subject, let found, let allowed): "\(subject) is \(found); it must be \(allowed)"
    case .differenceTooLarge(let size, let limit):
      "the picture of the difference would have \(size) pixels; the limit is \(limit)"
    case .noPreview(let reason): "the picture cannot be shown: \(reason)"
    }
  }
}
