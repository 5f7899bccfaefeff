import Foundation
import ImageCodecs
import Mustache
import Text

/// A template of one's own for pages of products, in [Mustache](https://mustache.github.io/mustache.5.html).
///
/// The template sees one list, `products`, whose items have the keys of a ``ProductManifest``. Values are escaped for
/// HTML: `{{name}}`. `{{{html}}}` inserts a picture's element, which is HTML already. A tag that names no field of a
/// manifest is an error, also in a section that no product reaches.
///
/// ```swift
/// let catalog = try Catalog.inMemory()
/// let card = try PageTemplate("{{#products}}<h2>{{name}}</h2>{{/products}}", file: "card.mustache")
/// let pages = try ManifestMaker(catalog).manifests().map { card.page(of: [$0]) }
/// ```
public struct PageTemplate: Sendable {
  private let template: MustacheTemplate
  /// The extension of the pages, without its dot: the template's own, without `.mustache`, or `html`. The extension of
  /// `feed.xml.mustache` is `xml`.
  public let pathExtension: String

  private static let ownExtension = "mustache"
  /// Maximum size of a template in bytes.
  private static let maxBytes = 4 << 20
  /// A line that precedes each template, because Mustache's own escaping takes a quotation mark with a combining accent
  /// for one character and doesn't escape it.
  private static let head = "{{% CONTENT_TYPE:HTML}}\n"

  /// - Parameters:
  ///   - text: The template.
  ///   - file: The name of the template's file, for ``pathExtension`` and errors.
  /// - Throws: ``PageTemplateError``.
  public init(_ text: String, file: String) throws(PageTemplateError) {
    try TemplateTags(text, file: file).check(against: TemplateFields.ofPage)
    _ = Self.registerEscaping
    do {
      template = try MustacheTemplate(string: Self.head + text)
    } catch let error as MustacheTemplate.ParserError {
      throw PageTemplateError(
        file: file, line: max(1, error.context.lineNumber - 1), column: error.context.columnNumber,
        .unusable(why: "\(error.error)"))
    } catch {
      throw PageTemplateError(file: file, line: 1, column: 1, .unusable(why: "\(error)"))
    }
    pathExtension = Self.pathExtension(of: file)
  }

  /// - Throws: ``PageTemplateError``, or ``PackshotError`` if the file can't be read.
  public init(contentsOf path: String) throws {
    var limits = PhotoLimits()
    limits.maxFileSize = Self.maxBytes
    let bytes = try EncodedImage.contents(ofFile: path, limits: limits).withBytes { Array($0) }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw PageTemplateError(file: path, line: wrong + 1, column: 1, .notUTF8)
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    try self.init(text, file: path)
  }

  /// Returns the page of some products.
  public func page(of products: [ProductManifest]) -> String {
    template.render([
      TemplateFields.products: products.map { TemplateFields.ofProduct.values(of: JSONValue(encoding: $0)) }
    ])
  }

  private static func pathExtension(of file: String) -> String {
    var name = URL(filePath: file)
    if name.pathExtension == ownExtension { name.deletePathExtension() }
    return name.pathExtension.isEmpty ? "html" : name.pathExtension
  }

  private struct Escaping: MustacheContentType {
    func escapeText(_ text: String) -> String { markupText(text) }
  }

  private static let registerEscaping: Void = MustacheContentTypes.register(Escaping(), named: "HTML")
}
