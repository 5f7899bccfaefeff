import Errors
import ImageCodecs
import Rendering

/// A key of an event or a manifest, for the generated page that describes them.
package struct EventField: Sendable {
  package let name: String
  /// The type of its value, such as `text`, `number` or `array of text`.
  package let type: String
  /// Whether the key may be left out.
  package let isOptional: Bool
  package let meaning: String

  init(_ name: String, _ type: String, _ meaning: String, isOptional: Bool = false) {
    (self.name, self.type, self.meaning, self.isOptional) = (name, type, meaning, isOptional)
  }
}

/// An enumerated value of an event, with its meaning.
package protocol EventWord: CaseIterable, RawRepresentable<String> {
  var meaning: String { get }
}

extension BatchEvent.Kind {
  package var summary: String {
    switch self {
    case .start: "The first line: what the run is about to do."
    case .found: "The input folders have been searched."
    case .warning: "A message for people that isn't a failure."
    case .skipped: "A file or folder was found but not used. Skipped folders are not searched."
    case .engine:
      "Finished pictures were made by another version of packshot or of its libraries. One line for each such version, before "
        + "anything is rendered. Only pictures whose files are as they were recorded are counted."
    case .photo:
      "A photo is done: its outputs are published and recorded. Photos come in the order in which they were found."
    case .orphan: "With `--prune`: a picture that the recipe no longer produces."
    case .error:
      "An error that stopped the run or prevented it from starting. No summary follows. Mistakes on a command line with "
        + "`--json` are reported this way, too."
    case .summary: "The last line: how the run went. With `--watch`, the last line of each run."
    case .watching:
      "With `--watch`: the first run is done, and the folders are being watched. After each change, another run follows, from "
        + "`start` to `summary`, with new results only. The event is repeated when a missing folder is back."
    }
  }

  package var fields: [EventField] {
    let own: [EventField] =
      switch self {
      case .start: RunStart.fields
      case .found: [EventField("photos", "number", "Photos found, including files that look like photos but are not.")]
      case .warning: Warning.fields
      case .skipped: SkippedFile.fields
      case .engine: EngineChange.fields
      case .photo: PhotoReport.fields
      case .orphan: Orphan.fields
      case .error: [EventField("error", "object", "What went wrong, see [errors](#Errors).")]
      case .summary: BatchSummary.fields
      case .watching: []
      }
    return [EventField("event", "text", "`\(rawValue)`")] + own
  }
}

extension Warning {
  static let fields = [
    EventField("message", "text", "For people."),
    EventField(
      "kind", "text", "The message without names and figures that vary, if it has any.", isOptional: true),
    EventField("reason", "text", "The cause, in the same words for all warnings with this cause.", isOptional: true),
    EventField("remedy", "object", "What can be done about it: a [remedy](#remedy).", isOptional: true),
  ]
}

extension WarningGroup {
  package static let fields = [
    EventField("kind", "text", "What happened, such as `cutout: backdrop kept`."),
    EventField("reason", "text", "Why, such as `too noisy`.", isOptional: true),
    EventField("photos", "number", "How many photos have the warning."),
    EventField("remedy", "object", "What can be done about it: a [remedy](#remedy).", isOptional: true),
  ]
}

extension ErrorDescriptor {
  package static let fields = [
    EventField("code", "word", "What kind of failure it is."),
    EventField(
      "reason", "word", "The specific failure. There are many, and new ones don't change the version.",
      isOptional: true),
    EventField("message", "text", "For people."),
    EventField(
      "details", "object",
      "Named values, such as a `path` or a `limit`: texts, numbers, booleans, and arrays of them.",
      isOptional: true),
    EventField("remedy", "object", "What can be done about it: a [remedy](#remedy).", isOptional: true),
  ]

  package static let remedyFields = [
    EventField("name", "word", "The remedy's name."),
    EventField("details", "object", "What the remedy needs, such as the `limit` to raise.", isOptional: true),
    EventField("suggestion", "text", "For people, without options of the command line."),
  ]
}

extension RunStart {
  static let fields = [
    EventField(
      "schema", "number", "The version of these events, \(BatchEvent.schema). It stays the same when keys are added."),
    EventField("version", "text", "The program's version."),
    EventField(
      "run", "UUID", "The id of the run's record in the catalog, if one is made; never in a dry run.",
      isOptional: true),
    EventField("started", "time", "When the run began."),
    EventField("recipe", "object", "The [recipe](#recipe)."),
    EventField("inputs", "array of text", "The inputs given on the command line; a list by its file name."),
    EventField("output", "text", "The output folder, as given."),
    EventField("catalog", "text", "The catalog's file, as given."),
    EventField("shard", "text", "The part of the photos that this run does, such as `2/8`.", isOptional: true),
    EventField("dryRun", "boolean", "Whether this is a dry run, which writes nothing."),
  ]
}

extension RunStart.Recipe {
  package static let fields = [
    EventField("name", "text", "The recipe's name."),
    EventField("hash", "text", "The SHA-256 of the canonical recipe, as recorded in the catalog."),
    EventField("file", "text", "The recipe's file, as given; none for `thumb`.", isOptional: true),
  ]
}

extension SkippedFile {
  static let fields = [
    EventField("input", "text", "Path of the file: the input as given, followed by the path relative to it."),
    EventField("reason", "word", "Why it was skipped: see [reasons](#Why-a-file-is-skipped)."),
    EventField(
      "format", "word",
      "For a picture in an unsupported format: [what it seems to be](#Formats-that-are-not-read). Otherwise null."),
  ]
}

extension EngineChange {
  static let fields = [
    EventField("from", "text", "The versions that made them: packshot's engine and the libraries."),
    EventField("to", "text", "The current versions of both."),
    EventField("photos", "number", "Photos with such pictures."),
    EventField("pictures", "number", "Such pictures."),
    EventField("kept", "boolean", "Whether they are kept (`--keep-engine`), or rendered again."),
  ]
}

extension PhotoReport {
  static let fields = [
    EventField("input", "text", "The photo's path: the input as given, followed by the path relative to it."),
    EventField(
      "status", "word", "Its outcome: see [statuses](#Statuses). With several outputs, the worst of their outcomes."),
    EventField(
      "reason", "array of words", "Why outputs were rendered, or would be: see [reasons](#Why-an-output-is-rendered).",
      isOptional: true),
    EventField("outputs", "array of objects", "Its [outputs](#output), in the recipe's order; none if it failed."),
    EventField(
      "notMade", "array of objects",
      "The recipe's outputs that aren't made of this photo: the `file` as in the recipe, and the `reason`, such as why its "
        + "`when` doesn't hold.", isOptional: true),
    EventField(
      "seconds", "number", "How long the photo took; missing if no file had to be read.", isOptional: true),
    EventField(
      "leftOut", "array of text",
      "The recipe's sources without a per-photo image for this photo, whose steps were left out (`missing: skip`).",
      isOptional: true),
    EventField(
      "newProduct", "text", "The SKU of a product that was added because of the photo.", isOptional: true),
    EventField("warnings", "array of text", "For people.", isOptional: true),
    EventField("error", "object", "Why it failed, see [errors](#Errors).", isOptional: true),
  ]
}

extension PhotoReport.Output {
  package static let fields = [
    EventField("path", "text", "Below the output folder."),
    EventField("status", "word", "See [statuses](#Statuses)."),
    EventField(
      "renamedFrom", "text", "If it is renamed, or would be: its former path below the output folder.",
      isOptional: true),
    EventField("reason", "array of words", "Why it was rendered, or would be.", isOptional: true),
    EventField("width", "number", "In pixels."),
    EventField("height", "number", "In pixels."),
    EventField("bytes", "number", "The file's size; null if packshot's file doesn't exist."),
    EventField("sha256", "text", "The SHA-256 of its bytes; null if packshot's file doesn't exist."),
    EventField(
      "photos", "array of text", "If it shows several photos: their paths, in order, as in `input`.", isOptional: true),
    EventField(
      "content", "object",
      "Where the product was found, if a step looked for it: see [content](#content).",
      isOptional: true),
    EventField(
      "conflict", "object",
      "The conflict: the `code` is `changed`, `foreign` (not recorded), `folder`, or `other-recipe` with the name of that "
        + "`recipe`.",
      isOptional: true),
  ]
}

extension Content {
  package static let fields = [
    EventField("size", "array of numbers", "Width and height of the step's input."),
    EventField("box", "array of numbers", "The product's rectangle there: x and y from the top left, width, height."),
    EventField(
      "boxWithShadow", "array of numbers", "The rectangle including its soft shadow; missing if it is the same.",
      isOptional: true),
    EventField(
      "backdrop", "word", "`flat`: of one colour; `uneven`: with light that falls off; `clear`: transparent."),
    EventField("color", "text", "The backdrop's colour, or its most frequent colour.", isOptional: true),
    EventField("support", "number", "The percentage of the border that matches the backdrop."),
    EventField(
      "confidence", "number",
      "The percentage of the product's contour that stands out from the backdrop, if it was cut out.",
      isOptional: true),
  ]
}

extension Orphan {
  static let fields = [
    EventField("path", "text", "Below the output folder."),
    EventField(
      "status", "word",
      "`removed`; `would-remove` in a dry run; `kept` if the removal was not confirmed; `conflict` if it was modified "
        + "since it was made, so it is kept."),
  ]
}

extension BatchSummary {
  static let fields = [
    EventField(
      "run", "UUID", "The id of the run's record in the catalog, if there was something to record.", isOptional: true),
    EventField("rendered", "number", "Photos with outputs that were rendered."),
    EventField("wouldRender", "number", "Photos with outputs that a dry run would render."),
    EventField("unchanged", "number", "Photos whose outputs are up to date."),
    EventField("failed", "number", "Photos that failed."),
    EventField("conflict", "number", "Photos with an output that packshot must not replace."),
    EventField("skipped", "number", "`skipped` events."),
    EventField(
      "skippedPictures", "number", "How many of the skipped files are pictures in an unsupported format, or archives."),
    EventField("renamed", "number", "Output files renamed with their photos."),
    EventField("wouldRename", "number", "Output files that a dry run would rename."),
    EventField("removed", "number", "Pictures removed because the recipe no longer produces them."),
    EventField("wouldRemove", "number", "Pictures that a dry run would remove."),
    EventField("kept", "number", "Such pictures that are kept: `orphan` events with the status `kept` or `conflict`."),
    EventField("files", "number", "Output files written."),
    EventField("withoutOutputs", "number", "Photos without outputs, because no output's `when` holds."),
    EventField("newProducts", "number", "Products that the run added to the catalog."),
    EventField(
      "warnings", "array of objects",
      "The photos' warnings, counted by kind and reason: see [warning counts](#warning-counts)."),
    EventField("stopped", "boolean", "Whether the run was stopped before its end."),
    EventField("finished", "time", "When the run ended."),
    EventField("seconds", "number", "How long it took."),
  ]
}

extension PhotoReport.Status: EventWord {
  package var meaning: String {
    switch self {
    case .rendered: "Rendered and published."
    case .unchanged: "Up to date."
    case .failed: "Failed; `error` says why."
    case .conflict: "Not made, because packshot must not replace the existing file."
    case .wouldRender: "A dry run would render it."
    case .renamed: "Outputs only: renamed along with its photo."
    case .wouldRename: "Outputs only: a dry run would rename it."
    }
  }
}

extension RenderReason: EventWord {
  package var meaning: String {
    switch self {
    case .new: "The catalog does not know the photo."
    case .content: "The photo's content changed."
    case .recipe: "Its part of the recipe is new or changed."
    case .product: "A value of the photo's product changed, such as its price."
    case .focus: "The photo's own focus was set, changed or removed."
    case .source: "A picture of the recipe or a per-photo image changed."
    case .group: "It shows several photos, and one of them changed, came or went."
    case .engine: "It was made by another version of packshot or of its libraries."
    case .missing: "The file is gone."
    case .edited: "It was modified since packshot made it, and `--overwrite` was given."
    case .forced: "It was up to date, and `--force` was given."
    }
  }
}

extension SkippedFile.Reason: EventWord {
  package var meaning: String {
    switch self {
    case .unsupportedFormat: "A picture in an unsupported format."
    case .notAPicture: "Neither its name nor its first bytes look like a picture."
    case .archive: "An archive in another format than ZIP, or inside an archive."
    case .unreadable: "Its name doesn't look like a picture, and it can't be opened."
    case .notAFile: "It is neither a file nor a folder."
    case .hidden: "Its name begins with a dot."
    case .excluded: "An `--exclude` pattern matches it."
    case .notIncluded: "No `--include` pattern matches it."
    }
  }
}

extension UnsupportedFormat: EventWord {
  package var meaning: String { description.prefix(1).uppercased() + description.dropFirst() + "." }
}

extension ErrorCode {
  /// The meaning of the code when a photo fails with it. Empty for codes that photos don't have.
  package var meaningOfPhoto: String {
    switch self {
    case .notAnImage: "Not a picture, or in an unsupported format."
    case .damaged: "A picture whose data is truncated or corrupt."
    case .overLimit: "More pixels, bytes, scans or time than the limits allow."
    case .unreadable: "The file does not exist or cannot be read."
    case .recipe: "The recipe cannot be applied to the photo."
    case .badName: "The output's name is empty, leads out of the output folder, or belongs to another output."
    case .crashed: "The process that was reading it crashed."
    case .notUTF8:
      "The file's name is not UTF-8. In `input`, `\\xFF` means a byte that is not part of a character."
    case .fault: "An internal error in packshot."
    case .cannotWrite: "The output cannot be written; the run then exits with 74."
    default: ""
    }
  }
}
