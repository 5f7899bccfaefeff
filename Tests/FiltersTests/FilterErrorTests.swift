import Errors
import Filters
import Parameters
import PixelCore
import TestSupport
import Testing
import Typesetting

@Suite struct FilterErrorTests {
  @Test func everyFilterErrorHasADistinctReason() {
    let errors: [FilterError] = [
      .unknownFilter(filter: "blurr", nearest: "blur", allowed: ["blur"]),
      .notParameters(filter: "blur", found: "a list"),
      .unknownParameter(parameter: "radios", filter: "blur", nearest: "radius", allowed: ["radius"]),
      .missingParameter(parameter: "width", filter: "resize", allowed: "pixels"),
      .sameParameter(parameter: "radius", other: "inputRadius"),
      .refusedValue(parameter: "radius", found: "-1", allowed: "0 or more"),
      .unsuitableParameter(parameter: "mode", why: "`mode` needs `height`"),
      .unsuitableImage(why: "the picture has no alpha"),
      .font(.noTypesettingLibrary(library: "HarfBuzz", why: "no such file")),
      .makesTooLarge(size: PixelSize(width: 9, height: 9), maxPixels: 80, longestSide: 100),
      .unknownSource(source: "badg", parameter: "image", nearest: "badge", known: ["badge"]),
    ]
    #expect(objections(to: errors) == [])
    #expect(errors.allSatisfy { $0.code == .filter })
  }

  @Test func aMisspelledFilterIsReportedWithTheNearestName() throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: "sepiaTon", parameters: Value(.null))
    }
    #expect(error.details["filter"] == "sepiaTon" && error.details["nearest"] == "sepiaTone")
  }

  @Test func everyFontErrorHasADistinctReason() {
    let errors: [FontError] = [
      .noTypesettingLibrary(library: "HarfBuzz", why: "no such file"), .unusableFont(why: "it is cut short"),
      .missingGlyph(["\u{1F600}"], fonts: ["Inter", "Noto"]), .outOfMemory,
    ]
    #expect(objections(to: errors) == [])
    #expect(errors[2].details == ["characters": ["U+1F600"], "fonts": ["Inter", "Noto"]])
    #expect(errors[2].remedy == .addFont)
  }
}
