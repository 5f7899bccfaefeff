import ImageCodecs
import PackshotKit

/// The page “JSON output” about the events of a run, in Markdown, generated from the event types.
enum EventsPage {
  static var text: String {
    ([head] + BatchEvent.Kind.allCases.map(section) + [parts, errors, words, example, manifests, lists]).joined(
      separator: "\n\n")
      + "\n"
  }

  private static let head = """
    # JSON output

    What `packshot run --json` and `packshot thumb --json` print, one event per line.

    <!-- Made by scripts/make-docs from the types in Sources/PackshotKit/Events; edit those instead. -->

    With `--json`, standard output has one JSON object per line and nothing else. A line is printed as soon as its event happens. The
    first event is `start`, and the last is `summary` or `error`. Messages for people go to standard error, as without `--json`.

    Programs should check `schema` in the first line, and ignore unknown keys, events and words: these can be added without a new
    `schema`. Times are RFC 3339 in UTC. Ids and hashes are in lower case. The code `not-utf-8` below explains how names that aren't
    UTF-8 are written. In Swift, `BatchEvent` decodes a line with `JSONDecoder`.
    """

  private static func section(_ kind: BatchEvent.Kind) -> String {
    "## \(kind.rawValue)\n\n\(kind.summary)\n\n" + table(kind.fields)
  }

  private static let parts = """
    ## recipe

    In `start`.

    \(table(RunStart.Recipe.fields))

    ## output

    In `photo`.

    \(table(PhotoReport.Output.fields))

    ## content

    In an output. The catalog stores this object as text in the output's record.

    \(table(Content.fields))

    ## warning counts

    In `summary`. If a photo has the same warning twice, it counts once.

    \(table(WarningGroup.fields))

    ## remedy

    In an error or a warning.

    \(table(ErrorDescriptor.remedyFields))
    """

  private static func table(_ fields: [EventField]) -> String {
    let rows = fields.map {
      "| `\($0.name)` | \($0.type) | \($0.isOptional ? "not always" : "always") | \($0.meaning) |"
    }
    return (["| key | value | there | meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  private static let errors = """
    ## Errors

    An error has a `code` and a `reason`, for programs, and a `message`, for people.

    \(table(ErrorDescriptor.fields))

    A photo that fails doesn't stop the run, which exits with 1. The photo's code is one of these. A command about one picture, such as
    `compare`, exits with 66 if the picture can't be read.

    | word | meaning |
    |---|---|
    \(PhotoFailure.codes.map { "| `\($0.rawValue)` | \($0.meaningOfPhoto) |" }.joined(separator: "\n"))

    An error that stops the run, or prevents it from starting, has one of these codes. The program ends with the exit status beside it.

    | code | exit | meaning |
    |---|---|---|
    \(ErrorCode.allCases.filter { !$0.isOfPhotosAlone }.map { "| `\($0.rawValue)` | \($0.status) | \($0.meaning) |" }.joined(separator: "\n"))
    """

  private static let words = """
    ## Statuses

    \(table(PhotoReport.Status.allCases))

    ## Why an output is rendered

    \(table(RenderReason.allCases))

    ## Why a file is skipped

    \(table(SkippedFile.Reason.allCases))

    ## Formats that are not read

    \(table(UnsupportedFormat.allCases))
    """

  private static func table(_ words: [some EventWord]) -> String {
    let rows = words.map { "| `\($0.rawValue)` | \($0.meaning) |" }
    return (["| word | meaning |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static let example = """
    ## Examples

    ```
    packshot run shop.yaml photos --output shop --json | jq -r 'select(.event == "photo" and .error) | .input'
    packshot run shop.yaml photos --output shop --json | jq -r 'select(.event == "skipped" and .format) | .input'
    packshot run shop.yaml photos --output shop --json --dry-run | jq -c 'select(.reason) | [.input, .reason]'
    ```
    """

  private static let manifests = """
    ## Manifests

    `packshot manifest` prints a line per product. Templates name the same keys ([guide](Manifests.md)).

    \(table(ProductManifest.fields))

    ## picture of a manifest

    \(table(ManifestPicture.fields))

    ## file of a manifest

    \(table(ManifestPicture.File.fields))

    ## srcset of a manifest

    \(table(ManifestPicture.Set.fields))
    """

  private static let lists = """
    ## Other commands

    Lists of the catalog, such as `packshot products list --json`, print a record per line. The keys are the names of attributes and
    relationships, as in `packshot products edit` and `--where`. Prices are text, so that no digit is lost. Relationships are the ids of
    related records. `packshot catalog watch` prints changes of such a list, with the record under the key `record`. All of these
    commands report errors as `error` events.
    """
}
