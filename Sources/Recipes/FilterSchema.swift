import Filters
import Parameters
import PixelCore

/// The part of the recipe schema that follows from a filter's description.
extension Filter {
  /// The name, and Core Image's name if it has one.
  static var names: [String] { [name, coreImageName].compactMap { $0 } }

  /// Whether the filter needs no parameters, so that its name alone is a step.
  static var canStandAlone: Bool { (try? Self(parameters: Value(.null))) != nil }

  /// The schema of the value after the filter's name: a map of parameters, or the shorthand's value.
  static var parametersSchema: Value {
    var forms = [parameterMap]
    if let parameter = parameterDescriptions.first(where: { $0.name == shorthand }) { forms.append(parameter.schema) }
    return ["description": summary.value, "anyOf": Value(.list(forms))]
  }

  private static var parameterMap: Value {
    let parameters = parameterDescriptions
    let own = parameters.map { Value.Entry(key: $0.name, value: $0.schema) }
    let synonyms = parameters.compactMap { parameter in
      parameter.coreImageName.map { Value.Entry(key: $0, value: .synonym(of: parameter.name, parameter.schema)) }
    }
    let parts = coreImagePartDescriptions.map { Value.Entry(key: $0.name, value: $0.schema) }
    var map: [Value.Entry] = [
      .init(key: "type", value: "object"), .init(key: "properties", value: Value(.map(own + synonyms + parts))),
    ]
    // A required parameter must be given, or one of its parts.
    let required = parameters.filter(\.isRequired).map { parameter in
      [parameter.name] + coreImagePartDescriptions.filter { $0.whole == parameter.name }.map(\.name)
    }
    let whole = required.filter { $0.count == 1 }.map { $0[0].value }
    if !whole.isEmpty { map.append(.init(key: "required", value: Value(.list(whole)))) }
    let divided = required.filter { $0.count > 1 }.map { names -> Value in
      ["anyOf": Value(.list(names.map { ["required": Value(.list([$0.value]))] }))]
    }
    if !divided.isEmpty { map.append(.init(key: "allOf", value: Value(.list(divided)))) }
    if required.isEmpty, !canStandAlone { map.append(.init(key: "minProperties", value: 1)) }
    // A parameter can be given only once: by its own name, by Core Image's, or in parts.
    let others =
      parameters.compactMap { parameter in parameter.coreImageName.map { ($0, parameter.name) } }
      + coreImagePartDescriptions.compactMap { part in part.whole.map { (part.name, $0) } }
    let twice = others.map { other, name in
      Value.Entry(key: other, value: ["properties": Value(.map([.init(key: name, value: false)]))])
    }
    if !twice.isEmpty { map.append(.init(key: "dependentSchemas", value: Value(.map(twice)))) }
    map.append(.init(key: "additionalProperties", value: false))
    return Value(.map(map))
  }
}

extension ParameterDescription {
  /// The schema of the values that a recipe can give.
  var schema: Value {
    kind.schema("\(summary) It takes \(allowed).", default: defaultValue, in: range, takesNull: takesNull)
  }
}

extension ParameterKind {
  /// Returns the schema of the values that a recipe can give.
  func schema(
    _ summary: String, default standard: Value? = nil, in range: ClosedRange<Double>? = nil, takesNull: Bool = false
  ) -> Value {
    var entries: [Value.Entry] = [.init(key: "description", value: summary.value)]
    if let standard { entries.append(.init(key: "default", value: standard)) }
    let forms = takesNull ? forms(in: range) + [["type": "null"]] : forms(in: range)
    if forms.count == 1, case .map(let form) = forms[0].content {
      entries += form
    } else {
      entries.append(.init(key: "anyOf", value: Value(.list(forms))))
    }
    return Value(.map(entries))
  }

  /// Returns the alternative schemas of a value.
  fileprivate func forms(in range: ClosedRange<Double>?) -> [Value] {
    switch self {
    case .number: [.number("number", in: range)]
    case .fraction: [.number("number", in: range), .percentage]
    case .length(.fractional): [.number("number", in: range), .percentage(of: range)]
    case .length: [.number("integer", in: range), .percentage(of: range)]
    case .text: [["type": "string"]]
    case .padding:
      [
        .number("number", in: range), .percentage,
        .list(of: 2, ["anyOf": [.number("number", in: range), .percentage]]),
      ]
    case .map(let fields):
      [
        [
          "type": "object", "additionalProperties": false,
          "properties": Value(
            .map(
              fields.map { field in
                let forms = field.kind.forms(in: field.range) + (field.takesNull ? [["type": "null"]] : [])
                return Value.Entry(key: field.name, value: ["anyOf": Value(.list(forms))])
              })),
        ]
      ]
    case .lengths(let names):
      [.list(of: names.count, ["anyOf": [.number("integer", in: range), .percentage(of: range)]])]
    case .wholeNumber: [.number("integer", in: range)]
    case .boolean: [["type": "boolean"]]
    case .color: Value.colorForms
    case .opaqueColor: Value.opaqueColorForms
    case .choice(let words): [["enum": Value(.list(words.map(\.value)))]]
    case .source: [["type": "string"]]
    case .list(let names): [.list(of: names.count, .number("integer", in: range))]
    case .rectangle(let corners, let lengths):
      [.list([.integer(in: corners), .integer(in: corners), .integer(in: lengths), .integer(in: lengths)])]
    case .table(let rows, let columns): [.list(of: rows, .list(of: columns.count, .number("number", in: range)))]
    case .numbers(let names): [.list(of: names.count, .number("number", in: range))]
    case .oneNumber(let numbers, _): [["enum": Value(.list(numbers.map(\.value)))]]
    case .wordOrNumber(let words, let numbers, _):
      [
        ["enum": Value(.list(words.map(\.value)))],
        .integer(in: numbers),
      ]
    case .repetition:
      [
        [
          "type": "object",
          "properties": [
            "gap": .list(of: 2, ["anyOf": [.number("integer", in: 0...65_535), .percentage(of: 0...65_535)]]),
            "stagger": ["anyOf": [.number("number", in: 0...1), .percentage]],
            "angle": .number("number", in: -360...360),
          ],
          "additionalProperties": false,
        ]
      ]
    case .wordOrColor(let words): [["enum": Value(.list(words.map(\.value)))]] + Value.opaqueColorForms
    case .wordOrPlace(let words):
      [
        ["enum": Value(.list(words.map(\.value)))],
        .list(of: 2, ["anyOf": [.number("number", in: 0...1), .percentage(of: 0...100)]]),
      ]
    }
  }
}

extension Value {
  /// Returns the schema under Core Image's name, which recipes can use but editors don't suggest.
  static func synonym(of name: String, _ schema: Value) -> Value {
    guard case .map(let entries) = schema.content else { return schema }
    let own: [Entry] = [
      Entry(key: "description", value: "Core Image's name for `\(name)`.".value),
      Entry(key: "deprecated", value: true),
    ]
    return Value(.map(own + entries.filter { $0.key != "description" }))
  }

  /// The alternative schemas of a CSS colour.
  fileprivate static var colorForms: [Value] {
    colorForms("^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$", names: Color.names)
  }

  /// The alternative schemas of an opaque CSS colour.
  fileprivate static var opaqueColorForms: [Value] {
    colorForms("^#([0-9A-Fa-f]{3}[Ff]?|[0-9A-Fa-f]{6}([Ff]{2})?)$", names: Color.names.filter { $1.isOpaque })
  }

  private static func colorForms(_ pattern: Value, names: [String: Color]) -> [Value] {
    [["type": "string", "pattern": pattern], ["enum": Value(.list(names.keys.sorted().map(\.value)))]]
  }

  fileprivate static func number(_ type: Value, in range: ClosedRange<Double>?) -> Value {
    var entries = [Entry(key: "type", value: type)]
    if let range {
      entries.append(Entry(key: "minimum", value: range.lowerBound.value))
      if range.upperBound.isFinite { entries.append(Entry(key: "maximum", value: range.upperBound.value)) }
    }
    return Value(.map(entries))
  }

  /// The schema of a percentage.
  fileprivate static var percentage: Value { ["type": "string", "pattern": "^\\+?[0-9]*\\.?[0-9]*%$"] }

  fileprivate static func percentage(of range: ClosedRange<Double>?) -> Value {
    guard let range, range.lowerBound < 0 else { return percentage }
    return ["type": "string", "pattern": "^[+-]?[0-9]*\\.?[0-9]*%$"]
  }

  fileprivate static func integer(in range: ClosedRange<Int>) -> Value {
    .number("integer", in: Double(range.lowerBound)...Double(range.upperBound))
  }

  /// Returns the schema of a list with one schema per item.
  fileprivate static func list(_ items: [Value]) -> Value {
    let count = items.count.value
    return ["type": "array", "prefixItems": Value(.list(items)), "minItems": count, "maxItems": count]
  }

  fileprivate static func list(of count: Int, _ item: Value) -> Value {
    ["type": "array", "items": item, "minItems": count.value, "maxItems": count.value]
  }
}

extension String {
  /// The text as a value in a schema.
  var value: Value { Value(.text(self)) }
}
