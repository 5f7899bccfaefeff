import Errors
import ImageCodecs
import Parameters
import PixelCore
import Platform
import Recipes
import Rendering

/// An error that stops a use case. An error in a single photo is a ``PhotoFailure`` instead.
public enum PackshotError: DescribedError, Equatable {
  // MARK: Files

  /// An error from rendering: a file can't be used, or no photo can be read at all.
  case rendering(RenderingError)
  /// The inputs contain no photo. Patterns excluded `leftOut` files and folders.
  case noPicture(inputs: [String], leftOut: Int)
  /// A picture was given where a list of pictures is expected.
  case pictureForList(path: String)
  /// A file or folder can't be written.
  case cannotWrite(path: String, why: String)
  /// An undo or redo would restore the record of a photo whose file has other bytes now, and the recorded bytes are lost.
  case formerFileLost(path: String)
  /// Two photos would write the same output file, and `more` further photos would collide as well. `fields` are
  /// template fields that tell the file names apart. `fields` is empty if the photos were given one by one.
  case sameOutput(path: String, other: String, more: Int, fields: [String])
  /// An output would replace a file that the run needs.
  case replacesInput(path: String, role: String)
  /// A contact sheet would replace one of its pictures.
  case replacesPictureOfSheet(path: String)
  /// Another run is using the output folder.
  case lockedFolder(path: String)
  /// A run that used the catalog was killed, or is active.
  case unfinishedRun(catalog: String)
  /// The folders can't be watched.
  case cannotWatch(why: String)

  // MARK: Golden pictures

  /// The golden suite has no case of this name. The remedy suggests the most similar name.
  case noGoldenCase(name: String, suite: String, Remedy?)
  /// The folder of the golden suite doesn't exist.
  case missingSuite(path: String)
  /// A golden case of this name already exists.
  case caseExists(path: String)
  /// The folder contains no golden case.
  case noSuite(path: String)
  /// The folder is a golden case, not a suite.
  case caseForSuite(path: String, suite: String, name: String)
  /// The folder contains no results of a check.
  case noResults(path: String, file: String)
  /// The file isn't the results of a check.
  case notResults(path: String, SuiteReport.NotAReport)

  /// No recorded picture matches all of the conditions.
  case noRecordedPicture(conditions: [String])
  /// A recorded picture can't be reproduced as it is.
  case notRepeatable(path: String, why: String, Remedy)

  // MARK: Settings

  /// A setting's value is not allowed.
  case refusedSetting(SettingName, found: String, allowed: Allowed)
  /// Two settings exclude each other, for this reason.
  case notTogether(SettingName, with: SettingName, why: String?)
  /// A setting doesn't apply to the chosen format, for example because the format is lossless.
  case onlyForFormats(SettingName, formats: [String], String?)
  /// A pattern that selects products isn't valid.
  case pattern(SettingName, PatternRefusal)
  /// A value that isn't a setting is not allowed, such as one in a case's file. The first value is the subject of the
  /// message "… is".
  case refusedValue(of: String, found: String, allowed: String)
  /// The difference picture would have more pixels than the limit.
  case differenceTooLarge(size: PixelSize, limit: Int)

  /// The picture can't be shown in this terminal.
  case noPreview(why: String)
}

extension PackshotError {
  public var descriptor: ErrorDescriptor { described { $0.name } }

  /// Returns the error's description with settings named as the caller's users know them, such as by option.
  ///
  /// - Parameter called: Returns the name that users know a setting by.
  public func described(_ called: (SettingName) -> String) -> ErrorDescriptor {
    switch self {
    case .rendering(.unusableProfile(let path, let why)):
      return ErrorDescriptor(RenderingError.unusableProfile(path: path, why: why))
        .with(message: "\(called("cmyk")) \(path) cannot be used: \(why)")
    case .rendering(let error): return ErrorDescriptor(error)
    case .noPicture(let inputs, let leftOut):
      return .init(
        .missing,
        "no \(FormatList.names("or")) found in "
          + inputs.prefix(5).joined(separator: ", ") + (inputs.count > 5 ? " and \(inputs.count - 5) more" : "")
          + (leftOut > 0 ? ", apart from files that \(called("excluded")) and \(called("included")) skip" : ""))
    case .pictureForList(let path):
      return .init(.unreadable, "\(path) cannot be read: it is a picture, not a list", remedy: .giveAsInput)
    case .cannotWrite(let path, let why): return .init(.cannotWrite, "\(path) cannot be written: \(why)")
    case .formerFileLost(let path):
      return .init(
        .missing,
        "\(path) was replaced by another file, and the former file is gone, so the catalog would describe a file that doesn’t exist",
        remedy: .putFileBack(path: path))
    case .sameOutput(let path, let other, let more, let fields):
      return .init(
        .badName,
        "\(other)\(more == 0 ? "" : more == 1 ? " and 1 more photo" : " and \(more) more photos") would also be written to \(path)"
          + (fields.isEmpty
            ? "; {relative} does not tell them apart, because it is empty for photos given one by one and starts below each "
              + "given folder" : ""),
        remedy: fields.isEmpty ? .giveCommonFolder : .tellNamesApart(fields: fields))
    case .replacesInput(let path, let role):
      return .init(
        .replacesInput,
        "an output would replace \(path), which is \(role); write it to another folder or give it another name")
    case .replacesPictureOfSheet(let path):
      return .init(
        .replacesInput,
        "an output would replace \(path), which is one of the pictures; write it to another folder or give it another name",
        remedy: .leaveOutOldSheet)
    case .lockedFolder(let path): return .init(.locked, "another run is using \(path)", remedy: .waitOrChooseFolder)
    case .unfinishedRun(let path):
      return .init(.locked, "the catalog \(path) has the journal of a run that did not end", remedy: .runAgain)
    case .cannotWatch(let why):
      return .init(.option, "the folders cannot be watched: \(why)", remedy: .allowMoreWatches)
    case .noGoldenCase(let name, let suite, let remedy):
      return .init(.missing, "there is no case \(name) in \(suite)", remedy: remedy)
    case .missingSuite(let path):
      return .init(.missing, RenderingError.missing(path: path).message, remedy: path.isEmpty ? nil : .giveSuiteFirst)
    case .caseExists(let path):
      return .init(.exists, "the case \(path) already exists", remedy: .approveOrNameAnother)
    case .noSuite(let path):
      return .init(.unreadable, "\(path) cannot be read: it has no golden case", remedy: .addCase(suite: path))
    case .caseForSuite(let path, let suite, let name):
      return .init(
        .unreadable,
        "\(path) cannot be read: it is a case, not a suite; give the suite's folder and then the case's name, such as "
          + "`\(suite) \(name)`")
    case .noResults(let path, let file):
      return .init(.unreadable, "\(path) cannot be read: it has no \(file)", remedy: .writeResults)
    case .notResults(let path, let error):
      return ErrorDescriptor(error).with(message: "\(path) cannot be read: \(error.message)", code: .unreadable)
    case .noRecordedPicture(let conditions):
      return .init(.missing, "no recorded picture matches \(conditions.joined(separator: " and "))")
    case .notRepeatable(let path, let why, let remedy):
      return .init(.unreadable, "\(path) cannot be read: \(why)", remedy: remedy)
    case .refusedSetting(let setting, let found, let allowed):
      return .init(.option, "\(setting.text(as: called(setting))) is \(found); it must be \(allowed.text)")
    case .notTogether(let setting, let other, let why):
      return .init(
        .option, "\(called(setting)) cannot be used with \(called(other))" + (why.map { ", which \($0)" } ?? ""),
        ["other": other.name], remedy: (setting, other) == ("prune", "shard") ? .importShards : nil)
    case .onlyForFormats(let setting, let formats, let lossless):
      return .init(
        .option,
        "\(called(setting)) is for \(Spelling.list(formats, "and")) files only"
          + (lossless.map { ", because \($0) is lossless" } ?? "") + "; leave it out")
    case .pattern(let setting, let error):
      return ErrorDescriptor(error).with(message: error.described(calling: called(setting)).message, code: .option)
    case .refusedValue(let subject, let found, let allowed):
      return .init(.option, "\(subject) is \(found); it must be \(allowed)")
    case .differenceTooLarge(let size, let limit):
      return .init(
        .option, "the picture of the difference would have \(size) pixels; the limit is \(limit)",
        remedy: .raiseLimit(.maxPixels))
    case .noPreview(let why): return .init(.noPreview, "the picture cannot be shown: \(why)")
    }
  }
}

extension PackshotError {
  /// Returns the error for a named file or folder that doesn't exist.
  public static func missing(path: String) -> PackshotError { .rendering(.missing(path: path)) }

  /// Returns the error for a file or folder that can't be read.
  public static func unreadable(path: String, why: String) -> PackshotError {
    .rendering(.unreadable(path: path, why: why))
  }
}

extension PackshotError: PhotoFailureConvertible {}

extension Remedy {
  /// Put a photo's former file back.
  public static func putFileBack(path: String) -> Remedy { .init("put the former file back first", ["path": path]) }
  /// Wait for the run that uses the output folder, or choose another folder.
  public static var waitOrChooseFolder: Remedy {
    .init("wait for it to finish, or choose another output folder")
  }
  /// Repeat the run that was killed, so that it removes its journal.
  public static var runAgain: Remedy {
    .init("run the same recipe into the same folder again, and try again when it ends")
  }
  /// Move the catalog out of the output folder.
  public static func moveCatalog(_ path: String) -> Remedy {
    .init("move the catalog out of the folder", ["catalog": path])
  }
  /// List the photos on record in a catalog that are copies of each other.
  public static func listCopies(_ catalog: String) -> Remedy {
    .init("list the photos that are copies of each other", ["catalog": catalog])
  }
  /// Skip photos that are reached by symbolic links.
  public static var leaveOut: Remedy { .init("exclude them with a pattern") }
  /// Name all photos of a picture of several photos, or show only the named ones.
  public static var nameAllPhotos: Remedy { .init("name all photos, or force rendering to show only those named") }
  /// Run for all photos, not only for photos of changed products.
  public static var runForAll: Remedy { .init("run for all photos to render them") }
  /// Add fields to the outputs' names so that each photo's name is different.
  public static func tellNamesApart(fields: [String]) -> Remedy {
    .init(
      "use \(fields.joined(separator: " and ")) in the output's `file`, such as \"{relative}/{stem}-{extension}.png\", "
        + "or leave one of the photos out", ["fields": fields])
  }
  /// Name the folder that contains the photos, because photos named one by one have the same relative path.
  public static var giveCommonFolder: Remedy {
    .init("give the folder that contains both, or leave one of the photos out")
  }
  /// Give a picture as an input.
  public static var giveAsInput: Remedy { .init("to render it, give it as an input") }
  /// Exclude an older contact sheet from the pictures.
  public static var leaveOutOldSheet: Remedy { .init("if it is an older sheet, leave it out of the pictures") }
  /// Raise the system's limit on the number of watches.
  public static var allowMoreWatches: Remedy {
    .init("raise the system's limit \(System.folderChangesLimits.queues), or run without watching")
  }
  /// Import the shards first, because a single shard can't tell which pictures are no longer produced.
  public static var importShards: Remedy { .init("run for all photos, after the shards' catalogs were imported") }
  /// Use an output folder for each recipe, or allow the other recipe's picture to be replaced.
  public static var separateFolders: Remedy {
    .init("use a separate output folder for each recipe, or allow overwriting")
  }
}

extension Remedy {
  /// Delete the golden case, whose recipe is missing, or add the recipe.
  public static func deleteOrGiveRecipe(folder: String, expected: String) -> Remedy {
    .init(
      "it is obsolete: it has an \(expected) and no recipe; delete the folder \(folder), or give it a recipe",
      ["folder": folder])
  }
  /// Omit the digits after a case's name.
  public static var leaveOutDigits: Remedy { .init("the digits after @ are for approving a case") }
  /// Use the digits that a check prints after the @.
  public static var useDigits: Remedy {
    .init("after @, give the eight digits that a check reports, such as @1f2e3d4c")
  }
  /// Name a case without its suite's folder.
  public static func nameWithoutFolder(_ name: String) -> Remedy {
    .init("cases are named without the suite's folder: \(name)", ["name": name])
  }
  /// Use the case with the most similar name.
  public static func takeNearest(_ name: String) -> Remedy { .init("did you mean \(name)?", ["name": name]) }
  /// Name the suite before the cases.
  public static var giveSuiteFirst: Remedy { .init("give the suite's folder first, then the cases") }
  /// Approve the picture that the case renders now, or give the new case another name.
  public static var approveOrNameAnother: Remedy {
    .init("approve its current picture, or choose another name")
  }
  /// Add a case to a suite that has none.
  public static func addCase(suite: String) -> Remedy {
    .init("add a case with a recipe and a photo", ["suite": suite])
  }
  /// Render the picture again, because it or its photo changed.
  public static var renderAgain: Remedy { .init("render it again") }
  /// Render the picture again, because it was modified.
  public static var renderAndReplace: Remedy { .init("render it again, and allow it to be replaced") }
  /// Tell the catalog where a photo was moved to.
  public static var relink: Remedy { .init("update its recorded path if it was moved") }
  /// Render the picture again, or use a dry run to see why it would be rendered.
  public static var renderAgainOrAskWhy: Remedy { .init("render it again, or use a dry run to see what changed") }
  /// Name the folder that the recipe's relative paths start from.
  public static var nameRecipeFolder: Remedy { .init("name the folder that the recipe's paths are relative to") }
}
