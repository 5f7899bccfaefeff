import Errors
import Foundation
import Testing

@Suite struct ErrorDescriptorTests {
  /// An error enum like those of the modules: cases with labelled values, and one line for each.
  private enum ShelfError: DescribedError {
    case tooDusty(millimetres: Int, limit: Double, who: String?)
    case notUTF8
    case missingISBN(isbns: [String], UUID, state: State)
    case only(shelf: String)
    case carried(LadderError)
    case box(Box, edge: Int)

    var descriptor: ErrorDescriptor {
      switch self {
      case .tooDusty(let found, let limit, _):
        .init(.overLimit, "the shelf has \(found) mm of dust; the limit is \(limit)", remedy: .sweepAgain)
      case .notUTF8: .init(.unreadable, "the label is not UTF-8")
      case .missingISBN(let isbns, _, _): .init(.missing, "\(isbns.count) books are missing", ["count": isbns.count])
      case .only(let shelf): .init(.refused, "only \(shelf)", ["shelf": "top"])
      case .carried(let error): ErrorDescriptor(error).with(["carrier": "library"])
      case .box: .init(.refused, "the box", reason: "wrong-box")
      }
    }
  }

  private enum LadderError: DescribedError {
    case tooShort(rungs: Int)
    var descriptor: ErrorDescriptor { .init(.fault, "the ladder is too short", remedy: .climb(rungs: 9)) }
  }

  private enum State: String { case lentOut = "lent-out" }
  private struct Box: DetailedValue { var details: Details { ["width": 3, "height": 4] } }

  private let error: any DescribedError = ShelfError.tooDusty(millimetres: 3, limit: 2.5, who: nil)

  @Test func theReasonIsTheCaseNameInKebabCase() {
    let id = UUID()
    let errors: [ShelfError] = [
      .notUTF8, .missingISBN(isbns: [], id, state: .lentOut), .only(shelf: "a"), .box(Box(), edge: 1),
      .carried(.tooShort(rungs: 2)),
    ]
    #expect(error.reason == "too-dusty")
    #expect(errors.map(\.reason) == ["not-utf-8", "missing-isbn", "only", "wrong-box", "too-short"])
  }

  @Test func detailsAreTheLabelledValuesExceptNilAndOverriddenOnes() {
    #expect(error.details == ["millimetres": 3, "limit": 2.5])
    let missing = ShelfError.missingISBN(isbns: ["a", "b"], UUID(), state: .lentOut)
    #expect(missing.details == ["isbns": ["a", "b"], "count": 2, "state": "lent-out"])
    #expect(ShelfError.only(shelf: "low").details == ["shelf": "top"])
    #expect(ShelfError.box(Box(), edge: 1).details == ["width": 3, "height": 4, "edge": 1])
    #expect(ShelfError.notUTF8.details == [:])
  }

  @Test func aForwardingErrorHasTheForwardedCodeReasonDetailsAndRemedy() {
    let error = ShelfError.carried(.tooShort(rungs: 2))
    #expect(error.code == .fault && error.details == ["rungs": 2, "carrier": "library"])
    #expect(error.remedy == .climb(rungs: 9) && error.remedy?.name == "climb" && error.remedy?.details["rungs"] == 9)
  }

  @Test func jsonContainsEveryPart() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(ErrorDescriptor(error)), as: UTF8.self)
    #expect(
      json
        == #"{"code":"over-limit","details":{"limit":2.5,"millimetres":3},"#
        + #""message":"the shelf has 3 mm of dust; the limit is 2.5","reason":"too-dusty","#
        + #""remedy":{"name":"sweep-again","suggestion":"sweep it again"}}"#)
    #expect(try JSONDecoder().decode(ErrorDescriptor.self, from: Data(json.utf8)) == ErrorDescriptor(error))
  }

  @Test func anUnknownCodeIsDecodedAsAFault() throws {
    let read = { (code: String) in
      try JSONDecoder().decode(ErrorDescriptor.self, from: Data(#"{"code":"\#(code)","message":"m"}"#.utf8))
    }
    #expect(try read("damaged") == ErrorDescriptor(.damaged, "m"))
    #expect(try read("haunted").code == .fault)
  }

  @Test func anErrorWithoutADescriptorIsAFault() {
    let error = ErrorDescriptor(CancellationError())
    #expect(error.code == .fault && error.reason == "fault" && error.message == "CancellationError()")
  }

  @Test func aBoundedDescriptorFitsIntoAWorkerMessage() {
    let long = String(repeating: "é", count: 5000)
    let details: Details = ["text": long, "list": Array(repeating: long, count: 99)]
    let bounded = ErrorDescriptor(.damaged, long, details, reason: long).bounded
    #expect(bounded.message.utf8.count == 4000 && bounded.reason.utf8.count == 100)
    #expect(bounded.details.text("text")?.utf8.count == 500)
    var values: [DetailValue] = []
    if case .list(let list)? = bounded.details["list"] { values = list }
    #expect(values.count == 20 && values.allSatisfy { $0.description.utf8.count == 500 })
  }

  @Test func rewordingKeepsTheReasonAndRemedy() {
    let other = ErrorDescriptor(error).with(message: "on the landing: " + error.message, ["floor": 2], code: .damaged)
    #expect(other.reason == "too-dusty" && other.code == .damaged && other.remedy == .sweepAgain)
    #expect(other.details["floor"] == 2 && other.details["millimetres"] == 3)
    #expect(other.recoverySuggestion == "sweep it again" && other.errorDescription == other.message)
  }
}

extension Remedy {
  fileprivate static var sweepAgain: Remedy { .init("sweep it again") }
  fileprivate static func climb(rungs: Int) -> Remedy { .init("climb \(rungs) rungs", ["rungs": rungs]) }
}
