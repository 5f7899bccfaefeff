import Testing

@testable import Studio

@Suite struct TemplatesTests {
  private struct Proof {
    let form: String
    let key = "1"
  }

  /// A mark that forms one character with what is before it must not hide that from the escaping.
  @Test(arguments: ["\"", "'", "<", "&"]) func charactersWithAccentsAreEscaped(character: String) throws {
    let text = "x" + character + "\u{301} formaction=/products"
    let html = try #require(Templates.library.render(Proof(form: text), withTemplate: "proof"))
    let references = ["\"": "&quot;", "'": "&#39;", "<": "&lt;", "&": "&amp;"]
    #expect(
      html.unicodeScalars.elementsEqual(
        ("<input type=\"hidden\" name=\"form\" value=\"x\(references[character]!)\u{301} formaction=/products\" autocomplete=\"off\">"
          + "<input type=\"hidden\" name=\"key\" value=\"1\" autocomplete=\"off\">\n").unicodeScalars))
  }
}
