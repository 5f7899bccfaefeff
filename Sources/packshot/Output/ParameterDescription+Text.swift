import PackshotKit
import Text

// Descriptions of the parameters of a filter or a file format, as text and as JSON.

extension [ParameterDescription] {
  /// Two lines for each parameter.
  var lines: [String] {
    let width = map(\.name.count).max() ?? 0
    return flatMap { parameter in
      let value = parameter.defaultValue.map { $0 == Value(.null) ? "optional" : "default \($0)" } ?? "required"
      return [
        "  \(parameter.name.padding(to: width))  \(parameter.summary)",
        "  \("".padding(to: width))  \(parameter.allowed); \(value)",
      ]
    }
  }
}

extension JSONValue {
  init(_ parameter: ParameterDescription) {
    let standard = parameter.defaultValue.map { [Member("default", JSONValue($0))] } ?? []
    self = .object(
      [
        .init("name", .string(parameter.name)), .init("coreImageName", .init(parameter.coreImageName)),
        .init("summary", .string(parameter.summary)), .init("allowed", .string(parameter.allowed)),
        .init("required", .boolean(parameter.isRequired)),
      ] + standard + [
        .init("minimum", .init(limit: parameter.range?.lowerBound)),
        .init("maximum", .init(limit: parameter.range?.upperBound)),
      ])
  }

  init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  private init(limit: Double?) { self = limit.map { JSONValue(Value(.number($0))) } ?? .null }

  /// Creates the JSON of a recipe's value.
  private init(_ value: Value) {
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
}
