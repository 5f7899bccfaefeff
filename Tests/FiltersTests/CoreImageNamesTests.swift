import Filters
import Foundation
import Parameters
import Testing

/// Core Image's names of filters and parameters mean the same as packshot's, and are never printed.
@Suite struct CoreImageNamesTests {
  @Test func bothNamesOfAFilterAreEquivalent() throws {
    let own = try FilterList.standard.filter(named: "sepiaTone", parameters: ["intensity": 0.4])
    let coreImage = try FilterList.standard.filter(named: "CISepiaTone", parameters: ["inputIntensity": 0.4])
    #expect(own as? SepiaTone == SepiaTone(intensity: 0.4))
    #expect(coreImage as? SepiaTone == SepiaTone(intensity: 0.4))
    #expect(coreImage.canonicalText == #"sepiaTone: { "intensity": 0.4, "model": "coreImage" }"#)
  }

  @Test func compositingAcceptsEitherNameOfItsImages() throws {
    let parameters: Value = ["inputBackgroundImage": "backdrop"]
    #expect(
      try FilterList.standard.filter(named: "CISourceOverCompositing", parameters: parameters) as? SourceOver
        == SourceOver(background: SourceName("backdrop")))
    #expect(try SourceOver(parameters: ["inputImage": "badge"]) == SourceOver(foreground: SourceName("badge")))
  }

  @Test func coreImagesColorMatrixWorksInLinearLight() throws {
    let rows = ColorMatrix(rows: .identity).parameterValues.entry("rows")!.value
    let read = { (name: String, parameters: Value) in
      try FilterList.standard.filter(named: name, parameters: parameters) as? ColorMatrix
    }
    #expect(try read("colorMatrix", rows)?.linear == false)
    #expect(try read("CIColorMatrix", rows)?.linear == true)
    #expect(try read("CIColorMatrix", ["rows": rows, "linear": false])?.linear == false)
  }

  /// `CIColorMatrix` computes each channel as the dot product with its vector, plus the channel's bias.
  @Test func aColorMatrixIsReadFromVectors() throws {
    let parameters: Value = ["inputGVector": [0, 0.5, 0, -0.25], "inputBiasVector": [0.1, 0, 0, 0]]
    let matrix = try FilterList.standard.filter(named: "CIColorMatrix", parameters: parameters) as? ColorMatrix
    #expect(
      matrix?.rows.rows == [[1, 0, 0, 0, 0.1], [0, 0.5, 0, -0.25, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0]])
    #expect(matrix?.linear == true)
    #expect(
      try FilterList.standard.filter(named: "colorMatrix", parameters: matrix!.parameterValues) as? ColorMatrix
        == matrix)
  }

  @Test(
    arguments: [
      (["inputRVector": [1, 0, 0]], "is [1, 0, 0]; it must be [red, green, blue, alpha], each from -1000 to 1000"),
      (["inputBiasVector": [0, 0, 0, 2000]], "`inputBiasVector` is [0, 0, 0, 2000]; it must be"),
      (["inputRVector": [1, 0, 0, 0], "rows": [[0]]], "`rows` and `inputRVector` are the same parameter"),
      (["inputRVectr": [1, 0, 0, 0]], "did you mean `inputRVector`?"), ([:], "needs `rows`"),
    ] as [(Value, String)])
  func invalidVectorsAreRefused(parameters: Value, words: String) throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: "CIColorMatrix", parameters: parameters)
    }
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func coreImagesRectangleIsRefusedWithTheReplacement() throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: "CICrop", parameters: ["inputRectangle": [0, 0, 10, 10]])
    }
    #expect(error.parameter == "inputRectangle")
    for words in ["bottom left", "`crop: { x: "] { #expect(error.message.contains(words)) }
  }

  @Test func noNameHasTwoMeanings() {
    let filters = FilterList.standard.all.flatMap { [$0.name, $0.coreImageName].compactMap { $0 } }
    let otherWords = FilterList.standard.all.flatMap { $0.otherWords }
    #expect(Set(filters + otherWords).count == filters.count + otherWords.count)
    for filter in FilterList.standard.all {
      let parameters = (filter.parameterDescriptions + filter.coreImagePartDescriptions)
        .flatMap { [$0.name, $0.coreImageName].compactMap { $0 } }
      #expect(Set(parameters).count == parameters.count, "\(filter.name)")
    }
  }

  @Test func jsonAcceptsCoreImageNames() throws {
    let sepia = try JSONDecoder().decode(SepiaTone.self, from: Data(#"{"inputIntensity":0.25}"#.utf8))
    #expect(sepia == SepiaTone(intensity: 0.25))
    #expect(try String(decoding: JSONEncoder().encode(sepia), as: UTF8.self).contains(#""intensity":0.25"#))
  }

  @Test func bothNamesOfOneParameterAreRefused() {
    #expect(throws: FilterError.sameParameter(parameter: "inputIntensity", other: "intensity")) {
      try SepiaTone(parameters: ["intensity": 1, "inputIntensity": 1])
    }
  }

  @Test(
    arguments: [
      ("CISepia", "CISepiaTone"), ("CISepiatone", "CISepiaTone"), ("CIColourMatrix", "CIColorMatrix"),
      ("CIBumpDistortion", nil), ("soften", "blur"), ("sepia", "sepiaTone"), ("CILanczosScaleTransform", "resize"),
      ("scale", "resize"),
      ("border", "pad"), ("overlay", "sourceOver"), ("composite", "sourceOver"), ("grayscale", "greyscale"),
      ("normalise", "levels"), ("CIColorControls", "saturation"),
      ("Rotate", "rotate"), ("flop", "flip"), ("thumbnail", "resize"), ("border", "pad"), ("uncrop", "extend"),
      ("whiteBackground", "whiten"),
    ] as [(String, String?)])
  func anUnknownFilterIsRefusedWithTheNearestName(name: String, nearest: String?) throws {
    let error = try #require(throws: FilterError.self) { try FilterList.standard.filter(named: name) }
    guard case .unknownFilter(filter: name, nearest: nearest, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.message.contains("the filters are orient, crop"))
  }

  @Test func anUnknownParameterIsRefusedWithTheNearestNameOfEitherKind() throws {
    let error = try #require(throws: FilterError.self) { try SepiaTone(parameters: ["inputIntensty": 1]) }
    #expect(error.message.contains("did you mean `inputIntensity`?"))
  }
}

/// Suggestions for misspelled words.
@Suite struct NearestWordTests {
  @Test(
    arguments: [
      ("resize", ["width": 5, "kernel": "lancoz3"], "lanczos3"), ("orient", "autp", "auto"),
      ("flatten", "whit", "white"), ("sepiaTone", ["model": "coreimage"], "coreImage"),
      ("sourceOver", ["background": "b", "at": "topright"], "topRight"),
    ] as [(String, Value, String)])
  func aMisspelledChoiceIsRefusedWithTheNearestOne(filter: String, parameters: Value, nearest: String) throws {
    let error = try #require(throws: FilterError.self) {
      try FilterList.standard.filter(named: filter, parameters: parameters)
    }
    #expect(error.message.contains("(did you mean `\(nearest)`?); it must be "), "\(error.message)")
  }

  @Test func noSuggestionIsMadeIfNothingIsNear() throws {
    let error = try #require(throws: FilterError.self) { try Resize(parameters: ["width": 5, "mode": "zoom"]) }
    #expect(error.message == #"`mode` is "zoom"; it must be one of contain, cover, stretch"#)
  }
}
