import PixelCore
import Testing

@testable import Parameters

@Suite struct LengthTests {
  private struct Frame: Parameterized {
    var margin = Length.zero
    var blur: Length = 2.5
    var inset = LengthPoint.zero
    var width: Length?
    var strength = 1.0
    static let parameters = [
      Parameter<Self>("margin", \.margin, in: 0...500, "Room."),
      Parameter<Self>("blur", \.blur, kind: .length(.fractional), in: -4...4, "Softness."),
      Parameter<Self>("inset", \.inset, in: 0...500, "Place."),
      Parameter<Self>("width", \.width, kind: .length(.share(of: "the canvas' width")), in: 1...500, "Width."),
      Parameter<Self>("strength", \.strength, kind: .fraction, in: 0...1, "Strength."),
    ]
  }

  private func frame(_ index: Int, _ value: Value) throws -> Frame {
    var frame = Frame()
    try Frame.parameters[index].set(&frame, to: value, as: Frame.parameters[index].description.name)
    return frame
  }

  @Test func pixelsAndPercentagesRoundTrip() throws {
    #expect(try frame(0, 24).margin == .pixels(24))
    #expect(try frame(0, "3%").margin == .percent(3))
    #expect(try frame(1, "-0.5%").blur == .percent(-0.5))
    #expect(try frame(2, [24, "2.5%"]).inset == LengthPoint(x: .pixels(24), y: .percent(2.5)))
    #expect(try frame(2, [24, "2.50%"]).parameterValues.entry("inset")?.value == [24, "2.5%"])
    #expect(try frame(3, "18%").width == .percent(18))
    #expect(
      Frame().parameterValues == ["margin": 0, "blur": 2.5, "inset": [0, 0], "width": Value(.null), "strength": 1])
  }

  /// A percentage is parsed to the exact number, even if dividing by 100 would be off in the last bit.
  @Test(arguments: [("12%", 0.12), ("33.3%", 0.333), ("0.7%", 0.007), ("100%", 1), ("+5%", 0.05), ("0%", 0)])
  func aPercentageIsParsedAsAFraction(text: String, number: Double) throws {
    #expect(try frame(4, Value(.text(text))).strength == number)
    #expect(try frame(4, Value(.text(text))).parameterValues.entry("strength")?.value == Value(.number(number)))
  }

  @Test(
    arguments: [
      (
        0, "3",
        "`margin` is \"3\"; it must be a whole number from 0 to 500, or a percentage of the shorter side such as \"3%\""
      ),
      (0, 1.5, "a whole number from 0 to 500"), (0, "-1%", "`margin` is \"-1%\""),
      (0, "1001%", "`margin` is \"1001%\""),
      (0, "1e2%", "1e2%"), (0, "nan%", "nan%"), (0, "%", "a percentage"), (0, "3 %", "a percentage"), (0, [3], "[3]"),
      (1, 4.5, "a number from -4 to 4"), (1, "-1001%", "-1001%"),
      (2, [1, 501], "[x, y], each a whole number from 0 to 500, or a percentage of the shorter side"),
      (2, ["1%", 1.5], "[x, y]"), (2, 3, "[x, y]"),
      (3, 0, "a whole number from 1 to 500, or a percentage of the canvas' width such as \"18%\""),
      (4, "101%", "`strength` is \"101%\"; it must be a number from 0 to 1, or a percentage such as \"12%\""),
      (4, "12", "12"),
    ] as [(Int, Value, String)])
  func aRefusedLengthListsWhatIsAllowed(index: Int, value: Value, says: String) {
    let error = #expect(throws: RefusedValue.self) { _ = try frame(index, value) }
    #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (Length.percent(3), 1200, 1.0, 36), (.percent(0.5), 100, 1, 1), (.percent(0.49), 100, 1, 0),
    (.percent(3), 1200, 2, 36),
    (.pixels(3), 1200, 2, 6), (.pixels(2.5), 1, 1, 3), (.percent(-0.5), 100, 1, 0), (.percent(-0.51), 100, 1, -1),
  ])
  func percentagesAreRelativeToASide(length: Length, side: Int, scale: Double, pixels: Int) {
    #expect(length.wholePixels(of: side, scale: scale) == pixels)
  }
}
