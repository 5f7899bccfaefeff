import ArgumentParser
import PackshotKit
import Text

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "List the filters, or describe one.",
    discussion: """
      EXAMPLE
        packshot filters sepiaTone --preview
        packshot filters sepiaTone --example sepia.png

      --example renders the filter's example from a photo that the program draws, with the photo before and after \
      the filter side by side. --preview shows it in the terminal.
      """)

  @Argument(help: "A filter's name, or its Core Image name.", completion: .filters) var name: String?
  @Option(help: ArgumentHelp("Render the filter's example to this PNG file.", valueName: "file"), completion: .photos)
  var example: String?
  @Flag(help: "Show the filter's example in the terminal.") var preview = false
  @Flag(help: "Print one JSON object per filter.") var json = false

  func validate() throws {
    if name == nil, example != nil || preview {
      throw ValidationError("\(preview ? "--preview" : "--example") needs the name of a filter")
    }
    if json, example != nil || preview {
      throw ValidationError("--json cannot be used with \(preview ? "--preview" : "--example")")
    }
  }

  func run() throws {
    let filters = try name.map { [try FilterList.standard.filter(named: $0)] } ?? FilterList.standard.all
    let terminal = preview ? try Terminal.forPreview(besides: example ?? "the text", warn: Console.warning) : nil
    if let example {
      try FilterExample(of: filters[0]).write(to: example)
      Console.note("wrote \(Console.printable(example)), the photo before and after `\(filters[0].example)`")
    } else {
      list(filters)
    }
    if let terminal {
      if example == nil { print() }
      print(try TerminalPicture(of: FilterExample(of: filters[0]).photo(), in: terminal).text, terminator: "")
    }
  }

  private func list(_ filters: [any Filter.Type]) {
    for filter in filters {
      if json {
        print(describe(filter))
      } else if name == nil {
        print(filter.name.padding(to: 12), filter.summary)
      } else {
        explain(filter)
      }
    }
  }

  private func explain(_ filter: any Filter.Type) {
    print("\(filter.name): \(filter.summary)\n")
    for line in filter.parameterDescriptions.lines { print(line) }
    if let shorthand = filter.shorthand {
      print("\n  `\(filter.name): X` is short for `\(filter.name): { \(shorthand): X }`")
    }
    if let coreImageName = filter.coreImageName {
      let parameters = filter.parameterDescriptions.compactMap { parameter in
        parameter.coreImageName.map { "`\($0)` for `\(parameter.name)`" }
      }
      let parts = Dictionary(grouping: filter.coreImagePartDescriptions) { $0.whole ?? "" }
        .map { whole, parts in parts.map { "`\($0.name)`" }.joined(separator: ", ") + " for parts of `\(whole)`" }
        .sorted()
      let names = ["`\(coreImageName)` for `\(filter.name)`"] + parameters + parts
      print("\n  Core Image's names are accepted too: \(names.joined(separator: ", "))")
    }
    print("\nEXAMPLE\n  - \(filter.example)")
  }

  private func describe(_ filter: any Filter.Type) -> JSONValue {
    return .object([
      .init("name", .string(filter.name)), .init("coreImageName", .init(filter.coreImageName)),
      .init("summary", .string(filter.summary)), .init("shorthand", .init(filter.shorthand)),
      .init("example", .string(filter.example)),
      .init("parameters", .array(filter.parameterDescriptions.map(JSONValue.init))),
    ])
  }
}
