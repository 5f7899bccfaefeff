import ArgumentParser
import PackshotKit

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "Lists the filters, or explains one: its parameters, their ranges and defaults.",
    discussion: """
      EXAMPLE
        packshot filters sepiaTone
      """)

  @Argument(help: "A filter.", completion: .filters) var name: String?
  @Flag(help: "Print one JSON object a filter.") var json = false

  func run() throws {
    do {
      let filters = try name.map { [try FilterList.filter(named: $0)] } ?? FilterList.all
      for filter in filters {
        if json {
          print(describe(filter))
        } else if name == nil {
          print(filter.name.padding(to: 12), filter.summary)
        } else {
          explain(filter)
        }
      }
    } catch {
      ExitStatus.fail(error)
    }
  }

  private func explain(_ filter: any Filter.Type) {
    print("\(filter.name): \(filter.summary)\n")
    let width = filter.parameterDescriptions.map(\.name.count).max() ?? 0
    for parameter in filter.parameterDescriptions {
      let value = parameter.isRequired ? "required" : "default \(parameter.defaultValue)"
      print("  \(parameter.name.padding(to: width))  \(parameter.summary)")
      print("  \("".padding(to: width))  \(parameter.allowed); \(value)")
    }
    if let shorthand = filter.shorthand {
      print("\n  `\(filter.name): X` is short for `\(filter.name): { \(shorthand): X }`")
    }
  }

  private func describe(_ filter: any Filter.Type) -> JSONValue {
    let parameters = filter.parameterDescriptions.map { parameter in
      JSONValue.object([
        .init("name", .string(parameter.name)), .init("summary", .string(parameter.summary)),
        .init("allowed", .string(parameter.allowed)), .init("required", .boolean(parameter.isRequired)),
        .init("default", .init(parameter.defaultValue)),
        .init("minimum", .init(limit: parameter.range?.lowerBound)),
        .init("maximum", .init(limit: parameter.range?.upperBound)),
      ])
    }
    return .object([
      .init("name", .string(filter.name)), .init("summary", .string(filter.summary)),
      .init("shorthand", filter.shorthand.map { .string($0) } ?? .null), .init("parameters", .array(parameters)),
    ])
  }
}

extension JSONValue {
  /// A recipe's value.
  fileprivate init(_ value: Value) {
    self =
      switch value.content {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .double(number)
      case .text(let text): .string(text)
      case .list(let values): .array(values.map { JSONValue($0) })
      case .map(let entries): .object(entries.map { Member($0.key, JSONValue($0.value)) })
      }
  }

  fileprivate init(limit: Double?) { self = limit.map { JSONValue(Value(.number($0))) } ?? .null }
}

extension String {
  /// The text with spaces behind it, so that columns line up.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
