import Foundation
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

@Suite struct ReadingTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  private func saved(_ path: String, kind: PhotoKind = .original, id: String? = nil) throws -> Catalog.Photo {
    var photo = Catalog.Photo(kind: kind, .sample(path), in: catalog.paths)
    if let id { photo.id = try #require(UUID(uuidString: id)) }
    try catalog.save(photo)
    return photo
  }

  @Test func photosAreListedByPathAndFilteredByKind() throws {
    for name in ["c", "a", "b"] { _ = try saved("/\(name).jpg") }
    _ = try saved("/a.jpg", kind: .source)
    #expect(try catalog.photos().map(\.path) == ["/a.jpg", "/a.jpg", "/b.jpg", "/c.jpg"])
    #expect(try catalog.photos(kind: .original, limit: 2).map(\.path) == ["/a.jpg", "/b.jpg"])
    #expect(try catalog.photos(kind: .rendition).isEmpty)
  }

  @Test func productsAreListedByNameIgnoringCaseAndAccents() throws {
    for name in ["zebra", "Éclair", "apple", "Eagle", "Zoo", "edge"] {
      try catalog.save(Catalog.Product(sku: name, name: name))
    }
    #expect(try catalog.products().map(\.name) == ["apple", "Eagle", "Éclair", "edge", "zebra", "Zoo"])
    #expect(try catalog.products(limit: 2).map(\.name) == ["apple", "Eagle"])
  }

  @Test func aPhotoIsFoundByIdPathFileNameAndIdPrefix() throws {
    let photo = try saved("/in/mug.jpg", id: "ABCDEF01-2345-6789-ABCD-EF0123456789")
    _ = try saved("/in/big-mug.jpg", id: "11111111-2345-6789-ABCD-EF0123456789")
    for query in [
      "abcdef01-2345-6789-abcd-ef0123456789", "/in/mug.jpg", "/in/../in/mug.jpg", "mug.jpg", "in/mug.jpg", "abcd",
      "ABCDEF01-23", "abcde",
    ] {
      #expect(try catalog.photo(matching: query).id == photo.id, "\(query)")
    }
    for query in ["abc", "jpg", "ug.jpg", "%", "mug.jp_", "", "abcdx", "----", "ffff"] {
      #expect(throws: StoreError.notFound(entity: "Photo", query: query)) { try catalog.photo(matching: query) }
    }
  }

  @Test func anAmbiguousNameListsTheMatchingPhotos() throws {
    let one = try saved("/a/mug.jpg", id: "ABCD0000-0000-0000-0000-000000000000")
    let two = try saved("/b/mug.jpg", id: "ABCD1000-0000-0000-0000-000000000000")
    let error = #expect(throws: StoreError.self) { try catalog.photo(matching: "mug.jpg") }
    #expect(
      error?.explanation == """
        “mug.jpg” matches 2 Photo records: \(one.id.text) (/a/mug.jpg), \
        \(two.id.text) (/b/mug.jpg); give the id of one
        """)
    #expect(throws: StoreError.self) { try catalog.photo(matching: "abcd") }
    #expect(try catalog.photo(matching: "abcd1").id == two.id)
  }

  @Test func aProductIsFoundBySKUNameAndId() throws {
    let product = Catalog.Product(sku: "M-1", name: "Morning Mug")
    try catalog.save(product)
    for query in ["M-1", "m-1", "morning mug", product.id.text, String(product.id.text.prefix(8)), "MORNING MUG"] {
      #expect(try catalog.product(matching: query).id == product.id, "\(query)")
    }
    #expect(throws: StoreError.notFound(entity: "Product", query: "Morning", similar: ["Morning Mug"])) {
      try catalog.product(matching: "Morning")
    }
  }

  @Test func aProductsJSONHasTheModelsKeysInOrder() throws {
    var product = Catalog.Product(sku: "M-1", name: "Café “Mug”")
    product.id = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
    product.price = try #require(Decimal(string: "12.5"))
    product.rating = 4.5
    product.isFavorite = true
    product.lastSoldElsewhere = Date(timeIntervalSince1970: 1_740_821_400)
    product.url = URL(string: "https://example.com/mug")
    product.tint = Tint(red: 0xe6, green: 0x39, blue: 0x46)
    product.note = "say \"cheese\"\n\t\\ \u{1} \u{7f}"
    try catalog.save(product)
    var photo = Catalog.Photo(kind: .original, .sample("/in/mug.jpg"), in: catalog.paths)
    photo.id = try #require(UUID(uuidString: "FEDCBA98-7654-3210-FEDC-BA9876543210"))
    photo.productId = product.id
    try catalog.save(photo)
    #expect(
      try catalog.json(catalog.products())[0].description == """
        {"id":"01234567-89ab-cdef-0123-456789abcdef","sku":"M-1","name":"Café “Mug”","searchKey":"cafe “mug”",\
        "price":"12.50","currency":"EUR","quantity":0,"rating":4.5,"isFavorite":true,"timesSold":0,\
        "lastSold":"2025-03-01T09:30:00Z","soldElsewhere":0,"lastSoldElsewhere":"2025-03-01T09:30:00Z",\
        "timesWorn":0,"lastWorn":null,"url":"https://example.com/mug","tint":"#e63946","archived":false,"isMadeByRun":false,\
        "note":"say \\"cheese\\"\\n\\t\\\\ \\u0001 \\u007f","photos":["fedcba98-7654-3210-fedc-ba9876543210"],\
        "makers":[],"makers.name":[],"collections":[],"collections.name":[],"sales":[],"movements":[]}
        """)
  }

  @Test func aPhotosJSONHasTheModelsKeysInOrder() throws {
    let run = try catalog.beginSampleRun()
    let recipe = try catalog.sampleRecipe()
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    let rendition = try catalog.details(ofPhoto: catalog.photo(matching: "mug.png").id)
    #expect(
      try catalog.json([rendition.photo])[0].description == """
        {"id":"\(rendition.photo.id.text)","kind":"rendition","path":"/shop/mug.png","sha256":"\(digest("c"))",\
        "cacheKey":"\(digest("d"))","picture":null,"view":"front","focus":null,"skuOfName":null,"viewOfName":null,"productIdOfName":"\(rendition.product!.id.text)","width":40,"height":30,"orientation":1,"aspect":1.3333334,\
        "format":"jpeg","colorModel":null,"bitDepth":8,"hasAlpha":false,"isProgressive":false,"hasGainMap":false,"icc":null,"colors":null,"content":null,\
        "replacedAt":null,"warnings":null,"perceptualHash":null,"capturedAt":null,"bytes":1234,"modifiedNanoseconds":1700000000123456789,\
        "changedNanoseconds":1700000000223456789,"inode":-5,"recordedNanoseconds":1700000001000000000,\
        "data":null,"thumbnail":null,"product":"\(rendition.product!.id.text)",\
        "product.sku":"\(rendition.product!.sku)","product.name":"\(rendition.product!.name)",\
        "source":"\(rendition.source!.id.text)","source.path":"\(rendition.source!.path)","recipe":"\(recipe.text)",\
        "recipe.name":"\(rendition.recipe!.name)","run":"\(run.text)","renditions":[],\
        "ingredients":["\(rendition.ingredients[0].id.text)"],\
        "ingredients.path":["\(rendition.ingredients[0].path)"],"usedIn":[],"usedIn.path":[]}
        """)
  }

  @Test func foundationReadsTheJSONBack() throws {
    let value = JSONValue.object([
      JSONValue.Member("text", .string("\u{0}\u{1f}\u{2028}\"\\/é😀")), JSONValue.Member("least", .integer(.min)),
      JSONValue.Member("small", .double(1e-300)), JSONValue.Member("none", .double(.nan)),
      JSONValue.Member("float", .float(0.1)),
      JSONValue.Member("list", .array([.null, .boolean(true), .array([]), .object([])])),
    ])
    let object = try JSONSerialization.jsonObject(with: Data(value.description.utf8))
    let read = try #require(object as? [String: Any])
    #expect(read["text"] as? String == "\u{0}\u{1f}\u{2028}\"\\/é😀")
    #expect((read["least"] as? NSNumber)?.int64Value == .min)
    #expect(read["small"] as? Double == 1e-300)
    #expect(read["none"] is NSNull)
    #expect(read["float"] as? Double == 0.1)
    #expect((read["list"] as? [Any])?.count == 4)
  }
}
