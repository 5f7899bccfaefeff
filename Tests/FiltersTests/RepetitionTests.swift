import Filters
import Parameters
import PixelCore
import TestSupport
import Testing

@Suite struct RepetitionTests {
  private static let (photo, mark) = (Color(css: "#204060")!, Color.white)

  private func laid(
    _ repetition: Repetition, at: Placement = .topLeft, inset: PixelPoint = .zero,
    size: PixelSize = PixelSize(width: 50, height: 40)
  ) throws -> Pixels {
    var filter = SourceOver(foreground: SourceName("mark"), at: at, inset: inset)
    filter.repetition = repetition
    let mark = Image.filled(ImageShape(size: PixelSize(width: 6, height: 4), format: .encodedPremultiplied), Self.mark)
    let image = Image.filled(ImageShape(size: size, format: .encodedOpaque), Self.photo)
    return try render(filter, image, sources: ["mark": mark]).pixels
  }

  /// Marks of 6 × 4 every 10 columns and 12 rows, starting at (3, 5), in all directions.
  @Test(arguments: [0, 0.5, 0.3])
  func coversThePhotoInColumnsAndRows(stagger: Double) throws {
    let pixels = try laid(
      Repetition(gap: LengthPoint(x: 4, y: 8), stagger: stagger), inset: PixelPoint(x: 3, y: 5))
    for (y, row) in pixels.enumerated() {
      for (x, pixel) in row.enumerated() {
        // Rows of marks also begin 12 rows further up, at -7: an odd row.
        let number = (y - 5 + 24) / 12
        let shift = number % 2 == 1 ? Int((stagger * 10).rounded()) : 0
        let isMark = (y - 5 + 24) % 12 < 4 && (x - 3 - shift + 20) % 10 < 6
        #expect((pixel == Self.mark.word) == isMark, "\(x), \(y)")
      }
    }
  }

  @Test func percentagesAreOfTheShorterSide() throws {
    let half = Repetition(gap: LengthPoint(x: .percent(10), y: .percent(20)))
    #expect(try laid(half) == laid(Repetition(gap: LengthPoint(x: 4, y: 8))))
  }

  @Test func isReadFromAMap() {
    let gap = Value.Entry(key: "gap", value: Value(.list([Value(.text("12%")), (7).value])))
    let stagger = Value.Entry(key: "stagger", value: Value(.text("50%")))
    #expect(
      Repetition(Value(.map([gap, stagger])))
        == Repetition(gap: LengthPoint(x: .percent(12), y: 7), stagger: 0.5))
    #expect(Repetition(Value(.map([gap, gap]))) == nil)
    #expect(Repetition(Value(.map([Value.Entry(key: "gaps", value: gap.value)]))) == nil)
    var filter = SourceOver(background: SourceName("canvas"))
    filter.repetition = Repetition()
    let refused = filter
    #expect(throws: FilterError.self) { try refused.check() }
  }
}
