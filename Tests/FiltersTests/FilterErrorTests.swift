import Errors
import Filters
import Parameters
import PixelCore
import TestSupport
import Testing
import Typesetting

@Suite struct FilterErrorTests {
  @Test func everyCaseHasAWordOfItsOwn() {
    let errors: [FilterError] = [
      .unknownFilter("blurr", nearest: "blur", allowed: ["blur"]), .notParameters(filter: "blur", found: "a list"),
      .unknownParameter("radios", filter: "blur", nearest: "radius", allowed: ["radius"]),
      .missingParameter("width", filter: "resize", allowed: "pixels"), .sameParameter("radius", as: "inputRadius"),
      .refusedValue(parameter: "radius", found: "-1", allowed: "0 or more"),
      .unsuitable(parameter: "mode", why: "`mode` needs `height`"), .imageUnsuitable(why: "the picture has no alpha"),
      .font(.noLibrary("HarfBuzz", reason: "no such file")),
      .makesTooLarge(size: PixelSize(width: 9, height: 9), maxPixels: 80, longestSide: 100),
      .unknownSource("badg", parameter: "image", nearest: "badge", known: ["badge"]),
    ]
    #expect(objections(to: errors) == [])
    #expect(errors.allSatisfy { $0.code == .filter })
  }

  @Test func aMisspelledFilterIsToldWithTheOneThatWasMeant() throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: "sepiaTon", parameters: Value(.null))
    }
    #expect(error.facts["filter"] == "sepiaTon" && error.facts["nearest"] == "sepiaTone")
  }

  @Test func fontsHaveWordsToo() {
    let errors: [FontError] = [
      .noLibrary("HarfBuzz", reason: "no such file"), .unusable(reason: "it is cut short"),
      .missingGlyph(["\u{1F600}"], fonts: ["Inter", "Noto"]), .outOfMemory,
    ]
    #expect(objections(to: errors) == [] && objections(to: FontRemedy.allCases) == [])
    #expect(errors[2].facts == ["characters": .texts(["U+1F600"]), "fonts": .texts(["Inter", "Noto"])])
    #expect(errors[2].remedy as? FontRemedy == .addFont && FontRemedy(name: "add-font", facts: [:]) == .addFont)
  }
}
