import Testing

@testable import Studio

@Suite struct FormTests {
  @Test(arguments: [
    ("a=1", "a", "1"), ("a=1+2&b=", "a", "1 2"), ("n%C3%A4me=%C3%A4+%26+%3D", "näme", "ä & ="), ("a=1&a=2", "a", "2"),
    ("a=b=c", "a", "b=c"), ("a", "a", ""), ("a=x%0D%0Ay", "a", "x\r\ny"), ("a=[]{}|^\"<>", "a", "[]{}|^\"<>"),
  ])
  func fieldsAreDecoded(text: String, name: String, value: String) throws {
    #expect(try Form(text)[name] == value)
  }

  @Test func aMissingFieldIsNil() throws { #expect(try Form("a=1")["b"] == nil) }

  @Test(arguments: ["a=%", "a=%G0", "a=%FF", "%C3=1"])
  func textsThatAreNotUTF8AreRefused(text: String) { #expect(throws: (any Error).self) { try Form(text) } }
}
