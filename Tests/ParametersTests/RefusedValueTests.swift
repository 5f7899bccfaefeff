import Errors
import Parameters
import PixelCore
import TestSupport
import Testing

@Suite struct RefusedValueTests {
  private struct Lamp: Parameterized {
    var watts = 40
    static let parameters = [Parameter<Self>("watts", \.watts, in: 5...100, "Power.")]
  }

  @Test func aRefusalHasTheParameterTheFoundValueAndTheAllowedValues() throws {
    var lamp = Lamp()
    let error = try #require(throws: RefusedValue.self) {
      try Lamp.parameters[0].set(&lamp, to: 400, as: "watts")
    }
    #expect(error.code == .option && objections(to: [error]) == [])
    #expect(error.details["parameter"] == "watts" && error.details["found"] == "400" && error.details["nearest"] == nil)
    #expect(error.details.text("allowed")?.contains("100") == true)
  }
}
