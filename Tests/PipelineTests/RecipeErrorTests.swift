import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes
import TestSupport
import Testing

@Suite struct RecipeErrorTests {
  /// One example of each fault with a reason of its own.
  private static let faults: [RecipeError.Fault] = [
    .empty, .notARecipe(.folder), .notUTF8, .notYAML(problem: "a tab", hint: nil), .secondDocument,
    .repeatedKeys(["a"]),
    .tooManyValues(limit: 9), .noVersion, .wrongVersion(found: "2", isText: false),
    .unreadableInclude(path: "a.yaml", why: "it does not exist"), .notForIncludes(key: "steps", allowed: ["fonts"]),
    .includedTwice(key: "badge", map: "sources", firstFile: "a.yaml", firstLine: nil, firstColumn: nil),
    .unknownKey("step", nearest: "steps", allowed: ["steps"]),
    .missingKey("file", of: "an output", what: "such as a.png"),
    .noValue(key: "file", what: "a path"), .stepWithoutValue(filter: "pad"),
    .refusedValue(key: "working", found: "3", nearest: nil, allowed: "linear"),
    .wrongShape(key: "steps", found: "3", shape: "a list"),
    .refusedElement(list: "formats", found: "gif", nearest: nil, allowed: "each must be png"),
    .unexpected(found: "3", expected: "expected a map"), .repeatedElement("png", list: "formats"),
    .emptyList(key: "view"), .wrongLength(key: "name", count: 0, allowed: 1...9), .notBoth("format", "formats"),
    .alternatives("ssim", "channels"), .orientationNotFirst(word: "auto"), .conditionInSource(source: "badge"),
    .conditionOfSource, .sourceInSource(other: "badge"), .lateSizeInSource(filter: "trim"), .lateSizeOfSource,
    .makesNoImage(filter: "blur", makers: ["circle"]), .unknownFont("brand", nearest: nil, known: []),
    .unknownField("prise", nearest: "price", known: ["price"]), .fieldInSource(field: "price", source: "badge"),
    .unusablePicture(path: "a.png", ErrorDescriptor(.damaged, "it is cut short", reason: "truncated")),
    .unusableFont(
      path: "a.otf", isDefault: false, ErrorDescriptor(.missing, "it is not there", reason: "missing-file")),
    .unusableProfile(path: "a.icc", why: "it is for RGB"), .fileWithoutFormat(file: "a"),
    .fileOfOtherFormat(file: "a.gif", pathExtension: "gif", format: "GIF"),
    .notForFormats(key: "quality", formats: ["png"]), .sharedQuality(found: "0", allowed: "1 to 100"),
    .noQualityToLower(format: "PNG", isLossless: true), .sameFile("a.png", other: nil),
    .sameFileForAll("a.png", other: "outputs[0]"),
    .lateSizeInName(file: "{width}.png", field: "width", filter: "trim"),
    .unknownMarketplace(found: "amzn", nearest: "amazon", known: ["amazon"]), .unusedEach(key: "width"),
    .unknownEach(key: "with", nearest: "width", known: ["width"]), .tooManyOutputs(limit: 1000),
    .asksNothing(key: "when", what: "give it something"),
    .unknownAttribute("prise", nearest: "price", known: ["price"]),
    .noBounds(key: "width"), .emptyBounds, .unknownValue(field: "price"),
    .emptyPhoto(size: PixelSize(width: 0, height: 1)), .severalPictures, .ownPictureNotLookedFor,
    .unreadableTable(path: "a.csv", ErrorDescriptor(.missing, "it is not there", reason: "missing-file")),
    .noColumn("sku", role: "key", nearest: nil, columns: ["name"]), .rowWithoutPhoto,
    .repeatedPhoto("DSC_1", firstLine: 2), .missingColumn("price", askedByRecipe: false, columns: ["sku"]),
    .rowWithoutSKU,
    .repeatedSKU("MUG-1", firstLine: 2, column: "price", value: "12", firstValue: "13"), .densityWithoutPixels,
    .unreadableNumber(
      attribute: "price", found: "1.500", .ambiguousNumber(point: "1.5", comma: "1500"), table: "prices.csv",
      declared: nil),
    .unreadableNumber(
      attribute: "price", found: "1.299,00", .undeclaredDecimal(reading: "1299.00", decimal: .comma),
      table: "prices.csv",
      declared: nil),
    .unreadableNumber(attribute: "price", found: "free", .notANumber, table: "prices.csv", declared: .comma),
  ]

  @Test func everyFaultHasADistinctReason() {
    let errors = Self.faults.map { RecipeError(file: "r.yaml", location: nil, path: "", $0) }
    #expect(objections(to: Self.faults) == [])
    #expect(errors.allSatisfy { $0.code == .recipe && $0.details["file"] == "r.yaml" })
  }

  @Test func everyNameAndPatternErrorHasADistinctReason() {
    let names: [OutputTemplate.Refusal] = [
      .openBrace(file: "{a"), .unknownNameField("stm", nearest: "stem", known: ["stem"]), .nameLeadsOut(file: "../a"),
      .nameLeadsElsewhere(file: "{stem}/../a"), .noFileName("", example: "{stem}.png"), .fieldOfOutput(field: "width"),
      .hashInFolder(file: "{hash}/a.png"),
      .alwaysEmptyField(field: "sku"), .viewWithoutGroup,
      .unknownNameValue(role: "output", file: "{price}.png", field: "price"),
      .emptyName(role: "output", file: "{view}.png", name: nil, empty: ["view"]),
      .nameOutside(role: "output", file: "{sku}"),
      .notANumber(
        role: "output", file: "{price}", field: "price", value: "1.500", .ambiguousNumber(point: "1.5", comma: "1500")),
      .hashWithFallback(file: "{hash|x}.png"),
    ]
    #expect(objections(to: names) == [] && names[10].remedy == .nameByStemOrLeaveOut)
    #expect(
      objections(to: [SKUPattern.Refusal.noSKUGroup(pattern: "a"), .notARegularExpression(pattern: "(", mistake: nil)])
        == [])
    let includes: [Recipe.UnreadableInclude] = [
      .includeIsFolder, .includeNotUTF8, .includeMissing,
      .unreadable(ErrorDescriptor(.unreadable, "it is too large", reason: "unreadable-file")),
    ]
    #expect(objections(to: includes) == [])
  }

  @Test func aMisspelledKeyHasItsPlaceAndASuggestion() throws {
    let error = try #require(throws: RecipeError.self) {
      try Recipe(yaml: "packshot: 1\noutput: [ { file: a.png } ]", file: "shop.yaml")
    }
    #expect(error.reason == "unknown-key" && error.details["line"] == 2 && error.details["column"] == 1)
    #expect(error.details["key"] == "output" && error.details["nearest"] == "outputs")
  }

  @Test func aParameterOutOfRangeHasItsNode() throws {
    let error = try #require(throws: RecipeError.self) {
      try Recipe(
        yaml: "packshot: 1\nsteps: [ sepiaTone: { intensity: 1.5 } ]\noutputs: [ { file: a.png } ]", file: "shop.yaml")
    }
    #expect(error.reason == "refused-value" && error.details["node"] == "steps[0].sepiaTone")
    #expect(error.details["parameter"] == "intensity" && error.details["found"] == "1.5")
    if case .filter(.refusedValue) = error.fault {} else { Issue.record("\(error.fault)") }
  }

  @Test func anEmptyRecipeSuggestsAnExample() throws {
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: "", file: "shop.yaml") }
    #expect(error.fault == .empty && error.remedy == .startFromExample)
  }
}
