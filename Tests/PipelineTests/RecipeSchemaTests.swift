import Filters
import Parameters
import Recipes
import Testing

/// The content of the schema. `scripts/check-schema` checks with another program that validators understand it, and that it
/// accepts and refuses the right recipes.
@Suite struct RecipeSchemaTests {
  private let schema = Recipe.schema()

  /// The part of the schema at a path of keys, such as `$defs/resize`.
  private func part(_ path: String) throws -> Value {
    try path.split(separator: "/").reduce(schema) { try #require($0.entry(String($1))?.value, "no \(path)") }
  }

  private func keys(_ path: String) throws -> [String] {
    guard case .map(let entries) = try part(path).content else { return [] }
    return entries.map(\.key)
  }

  /// The schema of a filter's parameters: the first of the forms that a step can have.
  private func parameters(of filter: String) throws -> Value {
    guard case .list(let forms) = try part("$defs/\(filter)/anyOf").content else { throw FilterMissing() }
    return forms[0]
  }
  private struct FilterMissing: Error {}

  @Test func hasExactlyTheKeysOfTheReader() throws {
    #expect(try keys("properties") == Recipe.keys.map(\.name))
    #expect(try keys("$defs/output/properties") == Recipe.Output.keys.map(\.name))
    #expect(try keys("properties/catalog/properties") == RecipeKeys.catalog)
  }

  @Test(arguments: FilterList.standard.all.indices)
  func hasEveryFilterWithItsParameters(index: Int) throws {
    let filter = FilterList.standard.all[index]
    let map = try parameters(of: filter.name)
    #expect(map.entry("additionalProperties")?.value == false)
    for parameter in filter.parameterDescriptions {
      let schema = try #require(map.entry("properties")?.value.entry(parameter.name)?.value)
      #expect(schema.entry("description")?.value.description.contains(parameter.allowed.prefix(12)) == true)
      #expect(schema.entry("default")?.value == parameter.defaultValue)
      if let name = parameter.coreImageName {
        #expect(map.entry("properties")?.value.entry(name)?.value.entry("deprecated")?.value == true)
      }
    }
  }

  @Test func hasRangesChoicesAndRequiredParameters() throws {
    let intensity = try parameters(of: "sepiaTone").entry("properties")?.value.entry("intensity")?.value
    let percentage: Value = ["type": "string", "pattern": "^\\+?[0-9]*\\.?[0-9]*%$"]
    #expect(intensity?.entry("anyOf")?.value == [["type": "number", "minimum": 0, "maximum": 1], percentage])
    let mode = try parameters(of: "resize").entry("properties")?.value.entry("mode")?.value
    #expect(mode?.entry("enum")?.value == ["contain", "cover", "stretch"])
    #expect(try parameters(of: "fit").entry("required")?.value == ["width", "height"])
    #expect(try parameters(of: "resize").entry("minProperties")?.value == 1)
    #expect(try parameters(of: "sepiaTone").entry("minProperties") == nil, "sepiaTone alone is a step")
    #expect(try parameters(of: "circle").entry("minProperties")?.value == 1, "circle alone is none")
  }

  /// A colour matrix has either rows or some of Core Image's vectors.
  @Test func aMatrixHasEitherRowsOrVectors() throws {
    let matrix = try parameters(of: "colorMatrix")
    let vectors = ["inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"]
    let oneOf = (["rows"] + vectors).map { name -> Value in ["required": Value(.list([Value(.text(name))]))] }
    #expect(matrix.entry("allOf")?.value == [["anyOf": Value(.list(oneOf))]])
    for vector in vectors {
      #expect(matrix.entry("properties")?.value.entry(vector)?.value.entry("maxItems")?.value == 4)
      #expect(matrix.entry("dependentSchemas")?.value.entry(vector)?.value == ["properties": ["rows": false]])
    }
  }

  @Test func onlyGeneratorFiltersAreSources() throws {
    let source = try part("properties/sources/additionalProperties/anyOf")
    #expect(source.description.contains("#/$defs/circle") && !source.description.contains("#/$defs/resize"))
  }

  /// The schema's forms of a colour, compared with the colours that the reader accepts.
  @Test(arguments: [
    "#123", "#123f", "#123e", "#12345", "#123456", "#123456fF", "#123456fe", "#123456f", "white", "transparent", "whit",
  ])
  func opaqueColorsAreRequiredWhereTheReaderRequiresThem(color: String) throws {
    let background = try #require(parameters(of: "flatten").entry("properties")?.value.entry("background")?.value)
    for forms in [background.entry("anyOf")?.value, try part("$defs/output/properties/background/anyOf")] {
      guard case .list(let forms) = forms?.content, case .text(let pattern) = forms[0].entry("pattern")?.value.content,
        case .list(let names) = forms[1].entry("enum")?.value.content
      else { throw FilterMissing() }
      let isTaken = try color.firstMatch(of: Regex(pattern)) != nil || names.contains(Value(.text(color)))
      #expect(isTaken == ((try? Flatten(parameters: Value(.text(color)))) != nil))
    }
  }

  @Test func isReproducible() {
    #expect(Recipe.schema().prettyJSON == schema.prettyJSON)
  }
}
