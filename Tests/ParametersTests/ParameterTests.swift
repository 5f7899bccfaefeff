import PixelCore
import Testing

@testable import Parameters

@Suite struct ParameterTests {
  /// Parameters such as a recipe sets.
  private struct Lamp: Parameterized {
    var watts = 40
    var depth: PixelFormat.Depth?
    static let parameters = [
      Parameter<Self>("watts", \.watts, in: 5...100, "Power."), Parameter<Self>("depth", \.depth, "Bits."),
    ]
  }

  @Test func valuesThatAreSetAreReadBack() throws {
    var lamp = Lamp()
    #expect(lamp.parameterValues == ["watts": 40, "depth": Value(.null)])
    try Lamp.parameters[0].set(&lamp, to: 60, as: "watts")
    try Lamp.parameters[1].set(&lamp, to: 16, as: "depth")
    #expect(lamp.watts == 60 && lamp.depth == .sixteen)
    #expect(lamp.parameterValues == ["watts": 60, "depth": 16])
    try Lamp.parameters[1].set(&lamp, to: Value(.null), as: "depth")
    #expect(lamp.depth == nil)
  }

  @Test func unsetParametersAreNotWritten() throws {
    #expect(Lamp().writtenValues.map(\.key) == ["watts"], "the depth is unset")
  }

  @Test(
    arguments: [
      (0, 101, "`watts` is 101; it must be a whole number from 5 to 100"),
      (0, 5.5, "`watts` is 5.5; it must be a whole number from 5 to 100"),
      (0, "much", "`watts` is \"much\"; it must be a whole number from 5 to 100"),
      (1, 12, "`depth` is 12; it must be 8 or 16 bits"), (1, "8", "`depth` is \"8\"; it must be 8 or 16 bits"),
    ] as [(Int, Value, String)])
  func aRefusedValueListsWhatIsAllowed(index: Int, value: Value, message: String) {
    var lamp = Lamp()
    let parameter = Lamp.parameters[index]
    let error = #expect(throws: RefusedValue.self) {
      try parameter.set(&lamp, to: value, as: parameter.description.name)
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
  func listsAreWrittenAsProse(words: [String], text: String) {
    #expect(Spelling.list(words, "or") == text)
  }

  @Test(arguments: [("white", "whiten"), ("whiteb", "whiteBalance"), ("whitan", "whiten"), ("wh", nil)])
  func theShortestNameThatBeginsWithAWordIsSuggested(word: String, name: String?) {
    #expect(Spelling.nearest(to: word, among: ["sepiaTone", "whiteBalance", "whiten"]) == name)
  }
}
