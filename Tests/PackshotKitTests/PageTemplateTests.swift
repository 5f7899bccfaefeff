import Foundation
import TestSupport
import Testing

@testable import PackshotKit

/// Pages from a template of one's own.
@Suite struct PageTemplateTests {
  private func file(_ url: String, _ width: Int, format: String = "jpeg") -> ManifestPicture.File {
    ManifestPicture.File(
      url: url, width: width, height: width / 2, format: format, mediaType: "image/\(format)", bytes: 9,
      sha256: String(repeating: "a", count: 64), path: url, hasAlpha: false)
  }

  private func mug(_ name: String = "Mug", views: [String?] = ["front", "side"]) -> ProductManifest {
    ProductManifest(
      sku: "MUG-1", name: name, price: "12.50", currency: "EUR", url: nil, color: nil,
      pictures: views.map { view in
        ManifestPicture(
          of: [file("a.jpg", 200), file("b.jpg", 400), file("a.webp", 200, format: "webp")], view: view, recipe: "web",
          alt: "\(name) <\(view ?? "")>", placeholder: nil, sizes: "50vw")
      })
  }

  private func page(_ template: String, _ products: ProductManifest...) throws -> String {
    try PageTemplate(template, file: "page.mustache").page(of: products)
  }

  @Test func aPageListsProductsPicturesAndFiles() throws {
    let template = """
      {{! The shop's own page. }}
      {{#products}}
      {{sku}} {{price}} {{currency}}
        {{#pictures}}
        {{view}}: {{width}} x {{height}}{{#files}} {{width}}{{/files}}
        {{/pictures}}
      {{/products}}

      """
    #expect(
      try page(template, mug()) == "MUG-1 12.50 EUR\n  front: 400 x 200 200 200 400\n  side: 400 x 200 200 200 400\n")
  }

  /// A quotation mark with a combining accent is one character, and still ends an attribute.
  @Test func valuesAreEscapedForHTML() throws {
    #expect(
      try page("{{#products}}<b title=\"{{name}}\">{{/products}}", mug("a\"b\"\u{301}<&'>"))
        == "<b title=\"a&quot;b&quot;\u{301}&lt;&amp;&#39;&gt;\">")
    #expect(try page("{{#products}}{{{name}}}{{&name}}{{/products}}", mug("<b>")) == "<b><b>")
    #expect(try page("{{% CONTENT_TYPE: TEXT}}{{#products}}{{name}}{{/products}}", mug("<b>")) == "<b>")
    let html = try #require(mug().pictures[0].html)
    #expect(html.contains("alt=\"Mug &lt;front&gt;\""))
    #expect(try page("{{#products}}{{#first(pictures)}}{{{html}}}{{/first(pictures)}}{{/products}}", mug()) == html)
  }

  /// Mustache looks for a missing name in the surrounding objects, so a picture without a view must hide nothing.
  @Test func aMissingValueIsEmpty() throws {
    let template = "{{#products}}[{{url}}]{{#pictures}}[{{view}}]{{^view}}none{{/view}}{{/pictures}}{{/products}}"
    #expect(try page(template, mug(views: ["front", nil])) == "[][front][]none")
  }

  @Test func positionsAndFunctionsAreKnown() throws {
    let template =
      "{{#products}}{{uppercased(name)}} {{count(pictures)}}:{{#pictures}}{{index()}}{{view}}{{^last()}}, {{/last()}}{{/pictures}}{{/products}}"
    #expect(try page(template, mug()) == "MUG 2:0front, 1side")
  }

  @Test func aPageWithoutProductsIsWhatSurroundsThem() throws {
    #expect(try page("\n<ul>{{#products}}<li>{{/products}}</ul>{{^products}}none{{/products}}") == "\n<ul></ul>none")
  }

  @Test(arguments: [
    ("page.mustache", "html"), ("feed.xml.mustache", "xml"), ("card.htm", "htm"), ("card", "html"),
    ("a.b/card.mustache", "html"),
  ])
  func thePagesExtensionIsTheTemplates(file: String, expected: String) throws {
    #expect(try PageTemplate("", file: file).pathExtension == expected)
  }

  /// Each row: a template, then the line, the column and the reason of its error.
  @Test(arguments: [
    ("a\n{{#products}}\n  {{nmae}}{{/products}}", 3, 3, "unknown-field"),
    ("{{name}}", 1, 1, "unknown-field"),
    ("{{#products}}{{files}}{{/products}}", 1, 14, "unknown-field"),
    ("{{#products}}{{#pictures}}{{sha256}}{{/pictures}}{{/products}}", 1, 27, "unknown-field"),
    ("{{#products}}{{name.first}}{{/products}}", 1, 14, "unknown-field"),
    ("{{#products}}{{pictures}}{{/products}}", 1, 14, "list-as-text"),
    ("{{#products}}\n{{#pictures}}\n{{/products}}", 3, 1, "wrong-end"),
    ("{{#products}}", 1, 1, "open-section"), ("a{{/products}}", 1, 2, "stray-end"),
    ("x {{name", 1, 3, "open-tag"), ("{{#products}}{{name\n}}{{/products}}", 1, 14, "open-tag"),
    ("{{{name}} }", 1, 1, "open-tag"), ("{{", 1, 1, "open-tag"), ("\r\n{{! never", 2, 1, "open-tag"),
    ("{{}}", 1, 1, "bad-name"), ("{{na me}}", 1, 1, "bad-name"), ("{{count(products}}", 1, 1, "bad-name"),
    ("{{(products)}}", 1, 1, "bad-name"), ("{{größe}}", 1, 1, "bad-name"), ("{{{{products}}}}", 1, 1, "bad-name"),
    ("{{sorted(products)}}", 1, 1, "unknown-function"), ("{{foo()}}", 1, 1, "unknown-function"),
    ("{{last()}}", 1, 1, "no-position"),
    ("{{#products}}{{#name}}{{index()}}{{/name}}{{/products}}", 1, 23, "no-position"),
    ("{{> header}}", 1, 1, "unsupported-tag"), ("{{=<% %>=}}", 1, 1, "unsupported-tag"),
    ("{{$block}}{{/block}}", 1, 1, "unsupported-tag"), ("{{% CONTENT_TYPE: PAGE}}", 1, 1, "unknown-pragma"),
    (String(repeating: "{{#products}}", count: 40), 1, 417, "too-deep"),
  ])
  func aMistakeIsReportedWithItsPosition(template: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(throws: PageTemplateError.self) { try PageTemplate(template, file: "p.mustache") }
    #expect(error.line == line && error.column == column && error.reason == reason, "\(error.message)")
    #expect(error.message.hasPrefix("p.mustache:\(line):\(column): "))
  }

  @Test func aMisspeltFieldGetsASuggestion() throws {
    let error = try #require(throws: PageTemplateError.self) {
      try PageTemplate("{{#products}}{{nmae}}{{/products}}", file: "p")
    }
    #expect(error.message.contains("there is no field `nmae` (did you mean `name`?); the fields here are sku, name, "))
    #expect(error.details.values["nearest"] == .text("name"))
  }

  @Test func everyMistakeHasADistinctReason() {
    let faults: [PageTemplateError.Fault] = [
      .openTag(close: "}}"), .badName(found: ""), .unknownField(name: "a", nearest: nil, known: ["b"]),
      .unknownFunction(name: "a", of: nil, known: ["b"]), .noPosition(function: "last"), .listAsText(name: "a"),
      .openSection(name: "a"), .strayEnd(name: "a"), .wrongEnd(name: "a", expected: "b", line: 1), .tooDeep(limit: 9),
      .unsupportedTag(tag: "{{>"), .unknownPragma(found: "a"), .notUTF8, .unusable(why: "it is odd"),
    ]
    #expect(objections(to: faults) == [])
  }

  @Test func aTemplateFileIsReadAsUTF8() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page.mustache"
    try Data("\u{FEFF}Grüße".utf8).write(to: URL(filePath: path))
    #expect(try PageTemplate(contentsOf: path).page(of: []) == "Grüße")
    try (Data("ok\n".utf8) + [0x47, 0xFC]).write(to: URL(filePath: path))
    let error = try #require(throws: PageTemplateError.self) { try PageTemplate(contentsOf: path) }
    #expect(error.line == 2 && error.fault == .notUTF8)
  }

  /// Random pieces of tags: each text is refused with a position inside it, or renders.
  @Test(arguments: UInt64(1)...20) func noTemplateCrashes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "{{", "}}", "{", "}", "#", "^", "/", "products", "pictures", "name", " ", "\n", "\r\n", "!", "&", "(", ")",
      "first", "last()",
      "count", "\u{301}", "{{#products}}", "{{/products}}", "%", "CONTENT_TYPE:TEXT", "é", ".", "=", ">", "\u{2028}",
    ]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 1...20, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      do {
        _ = try PageTemplate(text, file: "p").page(of: [mug()])
      } catch {
        #expect(error.line >= 1 && error.line <= text.count + 1 && error.column >= 1, "\(text): \(error.message)")
      }
    }
  }

  @Test func everyKeyOfAManifestIsDescribed() throws {
    var product = mug()
    product.url = URL(string: "https://example.com/mug")
    product.color = "#c81e28"
    product.pictures[0].placeholder = "data:,"
    product.pictures[0].thumbHash = "AA=="
    func keys(_ value: some Encodable) throws -> [String] {
      guard case .object(let members) = JSONValue(encoding: value) else { return [] }
      return members.map(\.key)
    }
    let picture = product.pictures[0]
    #expect(try keys(product) == ProductManifest.fields.map(\.name))
    #expect(try keys(picture) == ManifestPicture.fields.map(\.name))
    #expect(try keys(picture.files[0]) == ManifestPicture.File.fields.map(\.name))
    #expect(try keys(picture.srcset[0]) == ManifestPicture.Set.fields.map(\.name))
    let bare = mug(views: [nil]).pictures[0]
    let optional = Set(ManifestPicture.fields.filter(\.isOptional).map(\.name))
    #expect(try Set(keys(picture)).subtracting(keys(bare)).isSubset(of: optional))
  }
}
