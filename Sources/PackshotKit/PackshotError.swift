import Errors
import ImageCodecs
import Pipeline
import PixelCore
import Rendering

/// What keeps a use case from going on. What goes wrong with a single photo is a ``PhotoFailure`` instead.
public enum PackshotError: DescribedError, Equatable {
  // MARK: Files

  /// A file or folder that was named is not there.
  case missing(path: String)
  /// There is no photo in what was named, apart from files and folders that patterns left out.
  case noPicture(inputs: [String], leftOut: Int)
  /// A file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// A picture was given for a list of pictures.
  case pictureForList(path: String)
  /// A file has more bytes than may be held; how many is not known of a stream. The setting allows more.
  case tooLarge(path: String, byteCount: Int?, limit: Int, setting: Limit)
  /// A profile for CMYK cannot be used.
  case unusableProfile(path: String, reason: String)
  /// A file or folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A photo's output would be the same file as another photo's, and as that of so many more. The fields tell the names of the two
  /// apart; without any, they are given one by one.
  case sameOutput(path: String, other: String, more: Int, fields: [String])
  /// An output would replace a file that the run needs.
  case replacesInput(path: String, role: String)
  /// A contact sheet would replace one of its pictures.
  case replacesPictureOfSheet(path: String)
  /// Another run is at work in the output folder.
  case locked(folder: String)
  /// Folders cannot be watched.
  case cannotWatch(reason: String)

  // MARK: Golden pictures

  /// A golden suite has no case of this name; the hint says what was probably meant.
  case noGoldenCase(name: String, suite: String, hint: GoldenRemedy?)
  /// The folder of a golden suite is not there.
  case missingSuite(path: String)
  /// There is a golden case of this name already.
  case caseExists(path: String)
  /// A folder has no golden case.
  case noSuite(path: String)
  /// A folder is a golden case, not a suite of them.
  case caseForSuite(path: String, suite: String, name: String)
  /// A folder has no results of a check.
  case noResults(path: String, file: String)
  /// A file is no results of a check.
  case notResults(path: String, SuiteReport.NotAReport)

  /// No picture on record is as all of these conditions say.
  case noRecordedPicture(conditions: [String])
  /// A picture on record cannot be made again as it is.
  case notRepeatable(path: String, reason: String, RecordedRemedy)

  // MARK: Settings

  /// A setting's value is not allowed.
  case option(SettingName, found: String, allowed: Allowed)
  /// A setting does not go with another one, which is as the reason says.
  case notTogether(SettingName, with: SettingName, why: String?)
  /// A setting is for some formats, and the one that was chosen is none of them.
  case onlyForFormats(SettingName, [String], notLossless: String?)
  /// A pattern that finds products.
  case pattern(SettingName, PatternRefusal)
  /// A value that no setting has: of a case's file, or of a picture. What it is of stands before "is".
  case value(of: String, found: String, allowed: String)
  /// The picture of a difference would have more pixels than the limit.
  case differenceTooLarge(size: PixelSize, limit: Int)

  // MARK: The machine

  /// The process that photos are read in cannot be started.
  case noWorker(reason: String)
  /// A picture cannot be shown here.
  case noPreview(reason: String)
}

extension PackshotError {
  /// What keeps a file from being rendered, as what keeps a use case from going on.
  public init(_ error: RenderingError) {
    switch error {
    case .missing(let path): self = .missing(path: path)
    case .unreadable(let path, let reason): self = .unreadable(path: path, reason: reason)
    case .tooLarge(let path, let byteCount, let limit, let setting):
      self = .tooLarge(path: path, byteCount: byteCount, limit: limit, setting: setting)
    case .unusableProfile(let path, let reason): self = .unusableProfile(path: path, reason: reason)
    case .noWorker(let reason): self = .noWorker(reason: reason)
    }
  }

  /// The error of rendering that it is.
  fileprivate var ofRendering: RenderingError? {
    switch self {
    case .missing(let path): .missing(path: path)
    case .unreadable(let path, let reason): .unreadable(path: path, reason: reason)
    case .tooLarge(let path, let byteCount, let limit, let setting):
      .tooLarge(path: path, byteCount: byteCount, limit: limit, setting: setting)
    case .unusableProfile(let path, let reason): .unusableProfile(path: path, reason: reason)
    case .noWorker(let reason): .noWorker(reason: reason)
    default: nil
    }
  }
}

extension PackshotError {
  /// What kind of failure it is.
  public var code: ErrorCode {
    switch self {
    case .missing, .noPicture, .noGoldenCase, .missingSuite, .noRecordedPicture: .missing
    case .caseExists: .exists
    case .unreadable, .pictureForList, .noSuite, .caseForSuite, .noResults, .notResults, .notRepeatable: .unreadable
    case .tooLarge: .overLimit
    case .replacesInput, .replacesPictureOfSheet: .replacesInput
    case .cannotWrite: .cannotWrite
    case .sameOutput: .badName
    case .option, .notTogether, .onlyForFormats, .pattern, .value, .differenceTooLarge, .cannotWatch, .unusableProfile:
      .option
    case .locked: .locked
    case .noPreview: .noPreview
    case .noWorker: .noWorker
    }
  }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .noPicture: "no-picture"
    case .pictureForList: "picture-for-list"
    case .cannotWrite: "cannot-write"
    case .sameOutput: "same-output"
    case .replacesInput: "replaces-input"
    case .replacesPictureOfSheet: "replaces-picture-of-sheet"
    case .locked: "locked-folder"
    case .cannotWatch: "cannot-watch"
    case .noGoldenCase: "no-golden-case"
    case .missingSuite: "missing-suite"
    case .caseExists: "case-exists"
    case .noSuite: "no-suite"
    case .caseForSuite: "case-for-suite"
    case .noResults: "no-results"
    case .notResults(_, let error): error.reason
    case .noRecordedPicture: "no-recorded-picture"
    case .notRepeatable: "not-repeatable"
    case .option: "refused-setting"
    case .notTogether: "not-together"
    case .onlyForFormats: "only-for-formats"
    case .pattern(_, let error): error.reason
    case .value: "refused-value"
    case .differenceTooLarge: "difference-too-large"
    case .noPreview: "no-preview"
    case .missing, .unreadable, .tooLarge, .unusableProfile, .noWorker: ofRendering?.reason ?? ""
    }
  }

  /// Paths, settings, what was found, and what is allowed.
  public var facts: Facts {
    switch self {
    case .noPicture(let inputs, let leftOut): ["inputs": .texts(inputs), "leftOut": .count(leftOut)]
    case .pictureForList(let path), .noSuite(let path), .missingSuite(let path), .caseExists(let path),
      .replacesPictureOfSheet(let path):
      ["path": .text(path)]
    case .noRecordedPicture(let conditions): ["conditions": .texts(conditions)]
    case .cannotWrite(let path, let why), .notRepeatable(let path, let why, _):
      ["path": .text(path), "why": .text(why)]
    case .sameOutput(let path, let other, let more, let fields):
      ["path": .text(path), "other": .text(other), "more": .count(more), "fields": .texts(fields)]
    case .replacesInput(let path, let role): ["path": .text(path), "role": .text(role)]
    case .locked(let folder): ["path": .text(folder)]
    case .cannotWatch(let why), .noPreview(let why): ["why": .text(why)]
    case .noGoldenCase(let name, let suite, _): ["name": .text(name), "suite": .text(suite)]
    case .caseForSuite(let path, let suite, let name):
      ["path": .text(path), "suite": .text(suite), "name": .text(name)]
    case .noResults(let path, let file): ["path": .text(path), "file": .text(file)]
    case .notResults(let path, let error): (["path": .text(path)] as Facts).with(error.facts)
    case .option(let setting, let found, let allowed):
      ([
        "setting": .text(setting.name), "value": setting.value.map(FactValue.text), "found": .text(found),
      ] as Facts).with(allowed.facts)
    case .notTogether(let setting, let other, _): ["setting": .text(setting.name), "other": .text(other.name)]
    case .onlyForFormats(let setting, let formats, _): ["setting": .text(setting.name), "formats": .texts(formats)]
    case .pattern(let setting, let error): (["setting": .text(setting.name)] as Facts).with(error.facts)
    case .value(let subject, let found, let allowed):
      ["of": .text(subject), "found": .text(found), "allowed": .text(allowed)]
    case .differenceTooLarge(let size, let limit):
      ["width": .count(size.width), "height": .count(size.height), "limit": .count(limit)]
    case .missing, .unreadable, .tooLarge, .unusableProfile, .noWorker: ofRendering?.facts ?? [:]
    }
  }

  /// What can be done about it, where the sentence does not say so.
  public var remedy: (any Remedy)? {
    switch self {
    case .pictureForList: BatchRemedy.giveAsInput
    case .sameOutput(_, _, _, []): BatchRemedy.giveCommonFolder
    case .sameOutput(_, _, _, let fields): BatchRemedy.tellNamesApart(fields: fields)
    case .replacesPictureOfSheet: BatchRemedy.leaveOutOldSheet
    case .locked: BatchRemedy.waitOrChooseFolder
    case .cannotWatch: BatchRemedy.allowMoreWatches
    case .noGoldenCase(_, _, let hint): hint
    case .missingSuite(let path) where !path.isEmpty: GoldenRemedy.giveSuiteFirst
    case .caseExists: GoldenRemedy.approveOrNameAnother
    case .noSuite(let path): GoldenRemedy.addCase(suite: path)
    case .noResults, .notResults(_, .other): GoldenRemedy.writeResults
    case .notRepeatable(_, _, let remedy): remedy
    case .differenceTooLarge: LimitRemedy.raise(.maxPixels)
    case .notTogether("prune", with: "shard", _): BatchRemedy.importShards
    default: ofRendering?.remedy
    }
  }

  /// What was found, and what is allowed. Settings have the names that they have in Swift.
  public var message: String { message { $0.name } }
}

extension PackshotError: PhotoFailureConvertible {
  package var codeOfPhoto: ErrorCode {
    switch self {
    case .cannotWrite: .cannotWrite
    case .tooLarge: .overLimit
    case .noWorker: .fault
    case .replacesInput, .sameOutput: .badName
    default: .unreadable
    }
  }
}
