import Foundation
import ObjectStore
import TestSupport
import Testing

@Suite struct StoreErrorWordsTests {
  private static let id = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!

  @Test func everyStoreErrorHasAReasonAndDetails() {
    let errors: [StoreError] = [
      .missing(path: "a"), .notAStore(path: "a", .empty), .newerThanSupported(path: "a", found: 2, supported: 1),
      .missingColumns(path: "a", ["Book.title"]), .outdated(path: "a"), .replaced(path: "a"),
      .damaged(path: "a", finding: "a page is missing"),
      .sumRefused(entity: "Book", attribute: "stock", rule: .atLeast(0)),
      .notEditable(entity: "Book", name: "stock", value: "3", editable: ["title"]),
      .givenTwice(entity: "Book", name: "title", value: "A"),
      .tooFew(entity: "Book", name: "A", relationship: "authors", minimumCount: .oneOnceLinked),
      .unknownName(entity: "Book", name: "titel", known: ["title"]),
      .noColumn(name: "Titel", attribute: "title", columns: ["Name"]),
      .sameAttribute(name: "Titel", attribute: "title"),
      .notSearched(entity: "Book"),
      .notNamed(entity: "Book"), .lost(path: "a", .gone), .danglingReference(entity: "Book", id: Self.id),
      .ambiguous(entity: "Book", query: "A", count: 2, candidates: ["A 1", "A 2"]),
      .notFound(entity: "Book", query: "A", similar: ["AB"]), .nothingToUndo, .nothingToRedo, .noSuchEdit(number: 7),
      .undoneAlready(number: 7, label: "Add A"), .busy(path: "a"), .locked(path: "a", by: nil),
      .inUse(path: "a", by: StoreLocker(process: 4711, program: "sqlite3")), .tracesLeft(path: "a"),
      .exists(path: "a"), .cannotWrite(path: "a", .diskFull), .cannotBackUp(path: "a", .inUse),
      .cannotRestore(path: "a", .damaged(finding: "a page is missing")), .readOnly(path: "a", .disk),
      .nested(path: "a"), .cancelled, .fault("no such table"),
    ]
    #expect(
      objections(to: errors).filter {
        $0 != "there is no StoreError.undoConflict" && $0 != "there is no StoreError.denied"
      } == [])
  }

  @Test func everyExchangeErrorHasAReasonAndDetails() {
    let errors: [ExchangeError] = [
      .missing(path: "a"), .unreadable(path: "a", why: "it is a folder"), .unknownFormat(path: "a"),
      .unknownEntity(name: "Bok", known: ["Book"]), .entityNotGiven(path: "a", known: ["Book"]),
      .entityMissing(known: ["Book"]), .repeated(entity: "Book", name: "A", place: "a.csv:3"),
      .present(subject: "Book A", id: "1"), .emptyFolder(path: "a"), .severalKinds(path: "a"), .exists(path: "a"),
      .ownFile(path: "a"), .cannotWrite(path: "a", why: "disk full"), .refused([], count: 2, unread: 1),
      .stopped(label: "Import a", .system("no power"), kept: ["Book A"]),
    ]
    #expect(otherWords(of: errors) == [])
    #expect(errors[13].details == ["count": 2, "unread": 1, "problems": [String]()])
  }

  @Test func everyModelErrorHasAReasonAndDetails() {
    let errors: [ModelError] = [
      .unusableName(entity: "A b", name: nil), .takenTable(table: "Book"), .takenColumn(entity: "Book", column: "id"),
      .duplicateEntity(entity: "Book"), .duplicateProperty(entity: "Book", name: "title"),
      .unknownUniqueAttribute(entity: "Book", name: "isbn"), .unknownOrder(entity: "Book", name: "isbn"),
      .unknownSearch(entity: "Book", name: "isbn"),
      .impossibleAggregate(entity: "Book", relationship: "authors", attribute: "age"),
      .refusedDefault(entity: "Book", attribute: "stock", value: .integer(-1), .rule(.atLeast(0))),
      .unknownDestination(entity: "Book", relationship: "authors", found: "Autor"),
      .missingInverse(entity: "Book", relationship: "authors", found: "boks"),
      .wrongInverse(entity: "Book", relationship: "authors", inverse: "books", found: "editors"),
      .nullifiedRequirement(entity: "Book", relationship: "authors"), .misplacedID(entity: "Book"),
      .unusableMark(mark: "ab"),
    ]
    #expect(objections(to: errors) == [])
  }

  @Test func everyReasonForAnInvalidValueHasAName() {
    let errors: [InvalidValue.Reason] = [
      .missing, .rule(.atLeast(0)), .form(.oneOf(["a"])), .writtenAs("https://a.b"), .shortened, .notFinite,
      .tooManyDigits,
      .outOfYears, .nulCharacter, .blank, .decimalPlaces(currency: "JPY", most: 0),
      .otherCurrency(attribute: "currency", "EUR"), .taken(entity: "Book", by: "A"), .calledTheSame(entity: "Book"),
      .computed(relationship: "sales", attribute: "quantity"), .partsMake(relationship: "sales", .integer(3)),
      .increment("+5"), .sameRecord(title: "A"), .bytesInAnotherRow, .ofSeveral(entity: "Book", count: 2),
      .notReferences(isList: true), .namesAnother(relationship: "authors", found: ["Ann"]), .readAs("3"),
    ]
    #expect(otherWords(of: errors) == [])
    let refusal = InvalidValue(entity: "Book", attribute: "stock", value: .integer(-1), .rule(.atLeast(0)))
    let error = StoreError.refused(refusal)
    #expect(error.reason == "rule-broken" && error.message == "Book.stock is -1; it must be at least 0")
    #expect(error.details == ["entity": "Book", "attribute": "stock", "value": "-1", "rule": "it must be at least 0"])
  }
}
