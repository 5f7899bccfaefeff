import ImageCodecs
import PackshotKit

/// The article about the events of a run, in Markdown, generated from the event types.
enum EventsPage {
  static var text: String {
    ([head] + BatchEvent.Kind.allCases.map(section) + [parts, errors, words, example, lists]).joined(separator: "\n\n")
      + "\n"
  }

  private static let head = """
    # The events of a run

    What `packshot run --json` and `packshot thumb --json` print.

    <!-- Made by scripts/make-docs from the types in Sources/PackshotKit/Events; edit those instead. -->

    With `--json`, standard output has one JSON object a line and nothing else; each line comes as soon as it is true. The
    first is `start`, the last `summary` or `error`. What is meant for people goes to standard error, as without `--json`.

    Programs should look at `schema` in the first line, and pass over keys, events and words that they do not know: new ones
    do not raise it. Times are RFC 3339 in UTC, ids and hashes are in lower case, and a name that is not UTF-8 is written as
    the code `not-utf-8` below says. From Swift, `BatchEvent` decodes a line with `JSONDecoder`.
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

    In an output; its record in the catalog has it as text.

    \(table(Content.fields))

    ## warning counts

    In `summary`. A warning that a photo has twice counts once.

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

    A photo that failed does not end the run: its code is one of these, and the run ends with 1. A command that is about that one
    picture, such as `compare`, ends with 66 if it cannot be read.

    | word | meaning |
    |---|---|
    \(PhotoFailure.codes.map { "| `\($0.rawValue)` | \($0.meaningOfPhoto) |" }.joined(separator: "\n"))

    What ends the run, or keeps it from beginning, has one of these, and the program ends with the status beside it.

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

    \(table(UnsupportedFormat.allCases.filter { !$0.isRead }))
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

  private static let lists = """
    ## Other commands

    The lists of the catalog, such as `packshot products list --json`, print a record a line. Its keys are the names of the
    entity's attributes and relationships in the catalog's model, which `packshot products edit` and `--where` take too: prices
    are text, so that no digit is lost, relationships the ids of the records that they lead to. `packshot catalog watch` prints
    changes of such a list, with the record under the key `record`. Errors of all of them are `error` events as above.
    """
}
