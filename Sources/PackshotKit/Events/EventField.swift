import ImageCodecs

/// A key of an event, for the page that describes them.
package struct EventField: Sendable {
  package let name: String
  /// What its value is: `text`, `number`, `array of text` and the like.
  package let type: String
  /// Whether the key may be left out.
  package let isOptional: Bool
  package let meaning: String

  init(_ name: String, _ type: String, _ meaning: String, isOptional: Bool = false) {
    (self.name, self.type, self.meaning, self.isOptional) = (name, type, meaning, isOptional)
  }
}

/// A word that an event may have for a value, with what it means.
package protocol EventWord: CaseIterable, RawRepresentable<String> {
  var meaning: String { get }
}

extension BatchEvent.Kind {
  package var summary: String {
    switch self {
    case .start: "The first line: what the run is about to do."
    case .found: "The folders have been walked."
    case .warning: "Something a person should know, which is no failure."
    case .skipped: "A file or folder was come upon and not taken. What is in a folder like that is not looked at."
    case .photo: "A photo is done: its outputs are in their places and on record. Photos come in the order of the walk."
    case .orphan: "With `--prune`: a picture that nobody makes any more."
    case .error:
      "What kept the run from beginning or from going on. No summary follows. Mistakes on a command line with `--json` are "
        + "such lines too."
    case .summary: "The last line: how the run went."
    }
  }

  package var fields: [EventField] {
    let own =
      switch self {
      case .start: RunStart.fields
      case .found: [EventField("photos", "number", "Photos found, and files that should have been some.")]
      case .warning: [EventField("message", "text", "For people.")]
      case .skipped: SkippedFile.fields
      case .photo: PhotoReport.fields
      case .orphan: Orphan.fields
      case .error: [EventField("error", "object", "A `code` and a `message`, see [errors](#Errors).")]
      case .summary: BatchSummary.fields
      }
    return [EventField("event", "text", "`\(rawValue)`")] + own
  }
}

extension RunStart {
  static let fields = [
    EventField("schema", "number", "The version of these events, \(BatchEvent.schema). New keys do not raise it."),
    EventField("version", "text", "The program's version."),
    EventField(
      "run", "UUID", "The id of the run's record in the catalog, if it comes to have one; not in a dry run.",
      isOptional: true),
    EventField("started", "time", "When the run began."),
    EventField("recipe", "object", "The [recipe](#recipe)."),
    EventField("inputs", "array of text", "What was named on the command line; a list by the name of its file."),
    EventField("output", "text", "The output folder, as named."),
    EventField("catalog", "text", "The catalog's file, as named."),
    EventField("dryRun", "boolean", "Whether nothing is written."),
  ]
}

extension RunStart.Recipe {
  package static let fields = [
    EventField("name", "text", "The recipe's name."),
    EventField("hash", "text", "The SHA-256 of the canonical recipe, as the catalog has it."),
    EventField("file", "text", "The recipe's file, as named; none for `thumb`.", isOptional: true),
  ]
}

extension SkippedFile {
  static let fields = [
    EventField("input", "text", "Its path: what was named, and what lies below."),
    EventField("reason", "word", "Why it was skipped: see [reasons](#Why-a-file-is-skipped)."),
    EventField(
      "format", "word",
      "Of a picture that is not read: [what it seems to be](#Formats-that-are-not-read). Otherwise null."),
  ]
}

extension PhotoReport {
  static let fields = [
    EventField("input", "text", "The photo's path: what was named, and what lies below."),
    EventField("status", "word", "What became of it: see [statuses](#Statuses). That of its worst output."),
    EventField(
      "reason", "array of words", "Why outputs were rendered, or would be: see [reasons](#Why-an-output-is-rendered).",
      isOptional: true),
    EventField("outputs", "array of objects", "Its [outputs](#output), in the recipe's order; none where it failed."),
    EventField(
      "seconds", "number", "How long it was at work; not where its files needed no look inside.", isOptional: true),
    EventField("warnings", "array of text", "For people.", isOptional: true),
    EventField("error", "object", "Why it failed: a `code` and a `message`, see [errors](#Errors).", isOptional: true),
  ]
}

extension PhotoReport.Output {
  package static let fields = [
    EventField("path", "text", "Below the output folder."),
    EventField("status", "word", "See [statuses](#Statuses)."),
    EventField(
      "renamedFrom", "text", "Where it is renamed, or would be: its former path below the output folder.",
      isOptional: true),
    EventField("reason", "array of words", "Why it was rendered, or would be.", isOptional: true),
    EventField("width", "number", "In pixels."),
    EventField("height", "number", "In pixels."),
    EventField("bytes", "number", "The file's size; null where there is none of ours."),
    EventField("sha256", "text", "The hash of its bytes; null where there is none of ours."),
    EventField(
      "conflict", "object",
      "In conflict, with what: the `code` is `changed`, or `other-recipe` with the `recipe`'s name.",
      isOptional: true),
  ]
}

extension Orphan {
  static let fields = [
    EventField("path", "text", "Below the output folder."),
    EventField(
      "status", "word",
      "`removed`; `would-remove` in a dry run; `kept` where nobody agreed to its removal; `conflict` where it is not as "
        + "it was made, and stays."),
  ]
}

extension BatchSummary {
  static let fields = [
    EventField(
      "run", "UUID", "The id of the run's record in the catalog, if there was something to record.", isOptional: true),
    EventField("rendered", "number", "Photos of which outputs were rendered."),
    EventField("wouldRender", "number", "Photos of which a dry run would render outputs."),
    EventField("unchanged", "number", "Photos whose outputs are up to date."),
    EventField("failed", "number", "Photos that failed."),
    EventField("conflict", "number", "Photos with an output that is not ours to replace."),
    EventField("skipped", "number", "`skipped` events."),
    EventField("skippedPictures", "number", "Those of them that are pictures of a format that is not read."),
    EventField("renamed", "number", "Output files renamed with their photos."),
    EventField("wouldRename", "number", "Those that a dry run would rename."),
    EventField("removed", "number", "Pictures that nobody makes any more, and that were removed."),
    EventField("wouldRemove", "number", "Those that a dry run would remove."),
    EventField("kept", "number", "Those that stay: `orphan` events with the status `kept` or `conflict`."),
    EventField("files", "number", "Output files written."),
    EventField("stopped", "boolean", "Whether the run was stopped before its end."),
    EventField("finished", "time", "When the run ended."),
    EventField("seconds", "number", "How long it took."),
  ]
}

extension PhotoReport.Status: EventWord {
  package var meaning: String {
    switch self {
    case .rendered: "Made anew, and in its place."
    case .unchanged: "Up to date."
    case .failed: "Not made; `error` says why."
    case .conflict: "Not made: what lies there is not ours to replace."
    case .wouldRender: "A dry run would render it."
    case .renamed: "Of an output alone: renamed, as its photo was."
    case .wouldRename: "Of an output alone: a dry run would rename it."
    }
  }
}

extension RenderReason: EventWord {
  package var meaning: String {
    switch self {
    case .new: "The catalog does not know the photo."
    case .content: "The photo's content changed."
    case .recipe: "Its part of the recipe is new or changed."
    case .source: "A picture of the recipe changed."
    case .engine: "Another version of packshot, or of its libraries, made it."
    case .missing: "The file is gone."
    case .edited: "It was not as packshot made it, and `--overwrite` was given."
    case .forced: "It was up to date, and `--force` was given."
    }
  }
}

extension SkippedFile.Reason: EventWord {
  package var meaning: String {
    switch self {
    case .unsupportedFormat: "It looks like a picture of a format that is not read."
    case .notAPicture: "Neither its name nor its first bytes are those of a picture."
    case .unreadable: "It has no name of a picture, and cannot be opened."
    case .notAFile: "It is neither a file nor a folder."
    case .hidden: "Its name begins with a dot."
    case .excluded: "An `--exclude` pattern matches it."
    case .notIncluded: "There are `--include` patterns, and none matches it."
    }
  }
}

extension UnsupportedFormat: EventWord {
  package var meaning: String { description.prefix(1).uppercased() + description.dropFirst() + "." }
}

extension PhotoFailure.Code: EventWord {
  package var meaning: String {
    switch self {
    case .notAnImage: "No picture, or of a format that is not read."
    case .damaged: "A picture whose data is truncated or wrong."
    case .overLimit: "More pixels, bytes, scans or time than the limits allow."
    case .unreadable: "The file is not there, or cannot be read."
    case .recipe: "The recipe does not suit the photo."
    case .badName: "The output's name would lead out of the output folder, or is none."
    case .crashed: "Reading it ended the process that did."
    case .notUTF8: "The file's name is not UTF-8. In `input`, `\\xFF` stands for a byte that is no part of a character."
    case .fault: "A fault of packshot's own."
    case .cannotWrite: "The output cannot be written; the run then ends with 74."
    }
  }
}
