import Filters
import Parameters

extension Recipe {
  /// Returns a JSON Schema (draft 2020-12) for recipes, derived from the filters' descriptions. Editors use it to
  /// complete and check recipes.
  ///
  /// It accepts every valid recipe, except for colour names in capitals. It doesn't check relations between values
  /// (such as `crop` with either `x` and `y` or `at`) or the recipe's pictures.
  ///
  /// - Parameter filters: The filters that recipes can use.
  public static func schema(for filters: FilterList = .standard) -> Value {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "packshot recipe",
      "description": "What packshot does to each photo, and the files it makes from it.",
      "type": "object",
      "properties": .properties(Recipe.keys, filters),
      "required": ["packshot", "outputs"],
      "patternProperties": ["^x-": ["description": "Ignored: a place for YAML anchors and remarks."]],
      "additionalProperties": false,
      "$defs": .definitions(of: filters.all),
    ]
  }
}

extension Value {
  fileprivate static func definitions(of all: [any Filter.Type]) -> Value {
    let filters = all.map { Entry(key: $0.name, value: $0.parametersSchema) }
    return Value(
      .map(
        [
          Entry(key: "steps", value: ["type": "array", "items": ["$ref": "#/$defs/step"]]),
          Entry(key: "step", value: .step(of: all)),
          Entry(key: "when", value: .when),
          Entry(key: "condition", value: .condition),
          Entry(key: "output", value: .output),
          Entry(key: "outputOfEach", value: .outputOfEach),
        ] + filters))
  }

  /// Returns the schema of a filter: its name alone, or with its parameters.
  private static func step(of filters: [any Filter.Type]) -> Value {
    let alone = filters.filter { $0.canStandAlone }.flatMap { $0.names.map(\.value) }
    return [
      "anyOf": [
        ["enum": Value(.list(alone))],
        .oneFilter(of: filters, and: Entry(key: "when", value: ["$ref": "#/$defs/when"])),
      ]
    ]
  }

  private static var when: Value {
    [
      "description": "What has to hold of the photo, upright and before any step: all of it.", "type": "object",
      "properties": Value(
        .map(
          conditions + [
            Entry(
              key: "not",
              value: [
                "description": "Conditions on photos to leave out: one, or a list of which none may hold.",
                "anyOf": oneOrMore(["$ref": "#/$defs/condition"]),
              ])
          ])), "minProperties": 1, "additionalProperties": false,
    ]
  }

  /// The schema of a condition in `not`.
  private static var condition: Value {
    [
      "description": "What has to hold of a photo that is left out: all of it.", "type": "object",
      "properties": Value(.map(conditions)), "minProperties": 1, "additionalProperties": false,
    ]
  }

  private static var conditions: [Entry] {
    let bounds: Value = [
      "type": "object", "properties": ["min": ["type": "number"], "max": ["type": "number"]], "minProperties": 1,
      "additionalProperties": false,
    ]
    let orientations: Value = ["enum": Value(.list(When.Orientation.allCases.map(\.rawValue.value)))]
    let values = Value(.list([bounds, ["anyOf": oneOrMore(["type": ["string", "number", "boolean"]])]]))
    return [
      Entry(key: "orientation", value: ["anyOf": oneOrMore(orientations)]), Entry(key: "width", value: bounds),
      Entry(key: "height", value: bounds), Entry(key: "alpha", value: ["type": "boolean"]),
      Entry(key: "view", value: ["anyOf": oneOrMore(["type": "string"])]),
      Entry(
        key: "product",
        value: [
          "description":
            "What the photo's product has to be like: for each attribute a value or a list of values, `present`, `absent`, or bounds.",
          "type": "object", "minProperties": 1, "additionalProperties": ["anyOf": values],
        ]),
    ]
  }

  /// The schemas of an item and of a list of such items.
  private static func oneOrMore(_ item: Value) -> Value {
    [item, ["type": "array", "minItems": 1, "items": item]]
  }

  /// Returns the schema of a map from exactly one of the filters to its parameters.
  ///
  /// - Parameter other: Another key that the map can contain.
  static func oneFilter(of filters: [any Filter.Type], and other: Entry) -> Value {
    let own = filters.map { Entry(key: $0.name, value: ["$ref": .definition($0), "description": $0.summary.value]) }
    let coreImage = filters.compactMap { filter in
      filter.coreImageName.map { Entry(key: $0, value: .synonym(of: filter.name, ["$ref": .definition(filter)])) }
    }
    return [
      "type": "object", "properties": Value(.map(own + coreImage + [other])), "additionalProperties": false,
      "if": ["required": Value(.list([other.key.value]))], "then": ["minProperties": 2, "maxProperties": 2],
      "else": ["minProperties": 1, "maxProperties": 1],
    ]
  }

  private static func definition(_ filter: any Filter.Type) -> Value { "#/$defs/\(filter.name)".value }
}
