import Errors
import Foundation
import Testing

@Suite struct CarriedErrorTests {
  private enum Sweep: String, RestorableRemedy { case again; var suggestion: String { "sweep again" } }

  private let error = CarriedError(
    .overLimit, "too-dusty", "the shelf has 3 mm of dust; the limit is 2.5",
    [
      "millimetres": 3, "limit": .number(2.5), "shelf": "top", "isWet": false, "rooms": .texts(["a", "b"]), "who": nil,
    ],
    remedy: Sweep.again)

  @Test func factsComeAsTheyAreTold() {
    #expect(error.facts.all.map(\.name) == ["millimetres", "limit", "shelf", "isWet", "rooms"])
    #expect(error.facts["rooms"] == .list([.text("a"), .text("b")]) && error.facts["who"] == nil)
    #expect(error.facts.with(["shelf": "low", "height": 7]).all.map(\.value.description).suffix(2) == ["a, b", "7"])
  }

  @Test func asJSONItHasAllThatItIs() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(error), as: UTF8.self)
    #expect(
      json
        == #"{"code":"over-limit","facts":{"isWet":false,"limit":2.5,"millimetres":3,"rooms":["a","b"],"shelf":"top"},"#
        + #""message":"the shelf has 3 mm of dust; the limit is 2.5","reason":"too-dusty","#
        + #""remedy":{"name":"again","suggestion":"sweep again"}}"#)
    let read = try JSONDecoder().decode(CarriedError.self, from: Data(json.utf8))
    #expect(read.message == error.message && read.reason == "too-dusty" && read.code == .overLimit)
    #expect(Set(read.facts.all) == Set(error.facts.all) && read.carriedRemedy == error.carriedRemedy)
  }

  @Test func whatEarlierVersionsWroteIsReadAndWhatLaterOnesMayIsAFault() throws {
    let read = { (code: String) in
      try JSONDecoder().decode(CarriedError.self, from: Data(#"{"code":"\#(code)","message":"m"}"#.utf8))
    }
    #expect(try read("damaged") == CarriedError(.damaged, "", "m"))
    #expect(try read("haunted").code == .fault)
  }

  @Test func itIsNoLongerThanAnotherProcessMayBe() {
    let long = String(repeating: "é", count: 5000)
    let facts = Facts(
      dictionaryLiteral: ("text", .text(long)), ("list", .list(Array(repeating: .text(long), count: 99))))
    let bounded = CarriedError(.damaged, long, long, facts, remedy: nil).bounded
    #expect(bounded.message.utf8.count == 4000 && bounded.reason.utf8.count == 100)
    #expect(bounded.facts.text("text")?.utf8.count == 500)
    var values: [FactValue] = []
    if case .list(let list)? = bounded.facts["list"] { values = list }
    #expect(values.count == 20 && values.allSatisfy { $0.description.utf8.count == 500 })
  }

  @Test func toldInOtherWordsItIsTheSame() {
    let told = error.told("on the landing: " + error.message, ["floor": 2], code: .damaged)
    #expect(told.reason == "too-dusty" && told.code == .damaged && told.carriedRemedy == error.carriedRemedy)
    #expect(told.facts["floor"] == 2 && told.facts["shelf"] == "top")
    #expect(told.recoverySuggestion == "sweep again" && told.errorDescription == told.message)
  }
}
