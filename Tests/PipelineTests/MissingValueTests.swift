import Filters
import Parameters
import Recipes
import Testing

/// Texts for missing values, as in `{mood|sand}`, in file names and texts.
@Suite struct MissingValueTests {
  private static let names = AttributeNames(hasTable: true)

  private func path(_ template: String, _ values: [String: ProductValue] = [:]) throws -> String {
    try OutputTemplate(template, attributeNames: Self.names).path(attributes: values) { $0 == .stem ? "mug" : "" }
  }

  @Test(arguments: [
    ("{mood|sand}/{stem}.png", "sand/mug.png"), ("{stem}-{view|front}.png", "mug-front.png"),
    ("{stem}-{mood|}.png", "mug.png"), ("{mood|}-{stem}.png", "mug.png"), ("{stem}-{price:2|free}.png", "mug-free.png"),
    (#"{stem}-{mood|a\|b\}c\{d\\e|f}.png"#, #"mug-a|b}c{d\e|f.png"#), (#"{stem}-{mood|a\b}.png"#, #"mug-a\b.png"#),
    (#"{stem}-{a\|b|c}.png"#, "mug-c.png"), ("{stem}{mood|\u{301}}.png", "mug\u{301}.png"),
  ])
  func aFileNameUsesTheTextForAMissingValue(template: String, expected: String) throws {
    #expect(try path(template) == expected)
    #expect(try path(template, ["mood": "", "price": ""]) == expected)
  }

  @Test func aFileNameUsesTheValueIfThereIsOne() throws {
    #expect(try path("{mood|sand}-{price:2|free}.png", ["mood": "sea", "price": "9.5"]) == "sea-9.50.png")
    #expect(try path(#"{a\|b|c}.png"#, ["a|b": "x"]) == "x.png")
    #expect(throws: OutputTemplate.Refusal.self) { try path("{price:2|free}.png", ["price": "much"]) }
  }

  @Test(arguments: ["{mood|../..}/{stem}.png", "{mood|..}/a.png", "{mood|}.png"])
  func theTextCannotLeadOutOrLeaveNoName(template: String) throws {
    #expect(throws: OutputTemplate.Refusal.self) { try path(template) }
  }

  @Test(arguments: ["{mood|a{b}.png", "{mood|a", #"{mood|a\}"#, "{mood{|a}.png"])
  func anUnclosedBraceIsRefused(template: String) throws {
    let error = #expect(throws: OutputTemplate.Refusal.self) { try path(template) }
    #expect(error == .openBrace(file: template))
  }

  private func text(_ text: String, _ values: [String: ProductValue] = [:]) throws -> String {
    let recipe = try Recipe(
      yaml:
        "packshot: 1\ndata: a.csv\nsteps: [ { text: { text: \(Value(.text(text))) } } ]\noutputs: [ { file: a.png } ]",
      file: "r.yaml")
    let filled = try recipe.filled(for: PhotoSubject(values: values))
    return try #require(filled.steps.last?.filter as? Text).text
  }

  @Test func aTextUsesTheTextForAMissingValue() throws {
    #expect(try text("{price|on request}") == "on request")
    #expect(try text("{price|—} €", ["price": "9.50"]) == "9.50 €")
    #expect(try text("Size {size:1|?}, {mood|}", ["size": "2.25"]) == "Size 2.3, ")
    #expect(try text(#"{a|\{\}\|\\}"#) == #"{}|\"#)
  }

  @Test func aTextInWhichNothingRemainsIsAnError() throws {
    let error = try #require(throws: RecipeError.self) { try text("{mood|}") }
    #expect(error.message.contains("`when: { product: { mood: present } }`"), "\(error.message)")
    let other = try #require(throws: RecipeError.self) { try text("{mood|} {price}") }
    #expect(other.fault == .unknownValue(field: "price"))
  }

  @Test(arguments: ["{|a}", "{mood|{a}}", "{mood|a", "a}"])
  func aBraceOutsideAFieldIsRefused(text: String) throws {
    #expect(throws: RecipeError.self) { try self.text(text) }
  }

  @Test func aFieldThatIsAlwaysEmptyNeedsAText() throws {
    let recipe = { (file: String) in
      try Recipe(yaml: "packshot: 1\noutputs: [ { file: \"\(file)\" } ]", file: "r.yaml")
    }
    #expect(throws: RecipeError.self) { try recipe("{stem}-{view}.png") }
    #expect(try recipe("{stem}-{view|front}.png").outputs.count == 1)
  }
}
