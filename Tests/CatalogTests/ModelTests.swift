import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ModelTests {
  private func library(
    booksAuthor: Relationship = .toOne("author", "Author", inverse: "books"),
    authorsBooks: Relationship = .toMany("books", "Book", inverse: "author")
  ) -> Model {
    let title = Attribute(name: "title", type: .string)
    return Model(entities: [
      Entity("Book", attributes: [title], relationships: [booksAuthor]),
      Entity("Author", attributes: [Attribute(name: "name", type: .string)], relationships: [authorsBooks]),
    ])
  }

  @Test func theShopsModelIsValid() throws { try Catalog.model.check() }

  @Test func aModelWithInverseRelationshipsIsValid() throws { try library().check() }

  @Test func aMissingInverseIsRefused() {
    let model = library(booksAuthor: .toOne("author", "Author", inverse: "novels"))
    #expect(throws: ModelError.missingInverse(entity: "Book", relationship: "author", found: "novels")) {
      try model.check()
    }
  }

  @Test func anInverseOfAnotherRelationshipIsRefused() {
    let model = library(authorsBooks: .toMany("books", "Book", inverse: "editor"))
    let error = #expect(throws: ModelError.self) { try model.check() }
    #expect(
      error?.message
        == "the inverse of Book.author is books, which refers to Book.editor; it must refer to Book.author")
  }

  @Test func anUnknownDestinationIsRefused() {
    let model = library(booksAuthor: .toOne("author", "Writer", inverse: "books"))
    #expect(throws: ModelError.unknownDestination(entity: "Book", relationship: "author", found: "Writer")) {
      try model.check()
    }
  }

  @Test func nullifyingARequiredRelationshipIsRefused() {
    let model = library(booksAuthor: .toOne("author", "Author", inverse: "books", isOptional: false))
    #expect(throws: ModelError.nullifiedRequirement(entity: "Author", relationship: "books")) { try model.check() }
  }

  @Test func duplicateNamesAreRefused() {
    let book = Entity("Book", attributes: [])
    #expect(throws: ModelError.duplicateEntity(entity: "Book")) { try Model(entities: [book, book]).check() }
    let title = Attribute(name: "title", type: .string)
    #expect(throws: ModelError.duplicateProperty(entity: "Book", name: "title")) {
      try Model(entities: [Entity("Book", attributes: [title, title])]).check()
    }
  }

  @Test func anUnknownUniqueAttributeAndAnInvalidDefaultAreRefused() {
    #expect(throws: ModelError.unknownUniqueAttribute(entity: "Book", name: "isbn")) {
      try Model(entities: [Entity("Book", attributes: [], uniqueKeys: [.exact(["isbn"])])]).check()
    }
    let rating = Attribute(name: "rating", type: .double, defaultValue: .real(7), rule: .between(0, 5))
    let error = #expect(throws: ModelError.self) { try Model(entities: [Entity("Book", attributes: [rating])]).check() }
    #expect(error?.message == "the default of Book.rating is 7; it must be from 0 to 5")
  }

  @Test func newRecordsHaveTheDeclaredDefaults() {
    func check<R: Record>(_ type: R.Type) {
      let record = R()
      for attribute in R.entity.attributes {
        guard let value = attribute.defaultValue else { continue }
        #expect(record.value(for: attribute.name) == value, "\(R.entity.name).\(attribute.name)")
      }
    }
    check(Catalog.Product.self)
    check(Catalog.Photo.self)
    check(Catalog.Recipe.self)
    check(Catalog.Run.self)
    check(Catalog.RunFailure.self)
  }

  @Test func attributesAreReadByName() {
    var product = Catalog.Product(sku: "M-1", name: "Café Mug")
    product.rating = 4.5
    product.tint = Tint(red: 0, green: 0x0a, blue: 0xff)
    #expect(product.value(for: "rating") == .real(4.5))
    #expect(product.value(for: "searchKey") == .string("cafe mug"))
    #expect(product.value(for: "tint") == .string("#000aff"))
    #expect(product.value(for: "lastSold") == .null)
    #expect(product.value(for: "colour") == nil)
  }

  @Test func newIdsAreVersion7AndIncreasing() {
    let before = UInt64(Date().timeIntervalSince1970 * 1000)
    let ids = (0..<100).map { _ in UUID.timeOrdered() }
    let after = UInt64(Date().timeIntervalSince1970 * 1000)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      let digits = id.text.filter { $0 != "-" }
      // RFC 9562, section 5.7: 48 bits of milliseconds, then the version, and the variant at bit 64.
      #expect((before - 1...after + 1).contains(UInt64(digits.prefix(12), radix: 16)!))
      #expect(digits.dropFirst(12).first == "7")
      #expect("89ab".contains(digits.dropFirst(16).first!))
    }
  }

  @Test func onlyValidTintsAreReadFromText() {
    #expect(Tint(attributeValue: .string("#102aFF")) == Tint(red: 16, green: 42, blue: 255))
    for text in ["102aff", "#102af", "#102afg", "#+02aff", "#102aff0", ""] {
      #expect(Tint(attributeValue: .string(text)) == nil, "\(text)")
    }
  }
}
