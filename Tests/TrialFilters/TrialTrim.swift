import Filters
import Parameters
import PixelCore

/// Removes rows and columns at the border that have only the colour of the top left corner. Of a picture of one colour, one pixel
/// remains.
///
/// A filter whose output size is known only after it has read the picture. Tests run it wherever filters run.
public struct TrialTrim: Filter {
  public init() {}

  public static let name = "trialTrim"
  public static let movesPixelsOnly = true
  public static let summary = "Cuts off a border of one colour."
  public static let example = "trialTrim"
  public static let parameters: [Parameter<Self>] = []

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    FilterPlan(outputAtMost: input, workingBytes: input.byteCount) { _, open in TrialTrimStage(input, open) }
  }
}

extension FilterList {
  /// The standard filters and the trial filter.
  // swift-format-ignore: NeverUseForceTry
  public static let withTrial = try! FilterList(standard.all + [TrialTrim.self])
}

private final class TrialTrimStage: RowSink {
  private let input: ImageShape
  private let whole: ImageCollector
  private let open: OpenSink

  init(_ input: ImageShape, _ open: @escaping OpenSink) {
    (self.input, self.open) = (input, open)
    whole = ImageCollector(shape: input)
  }

  func push(_ band: RowBand) { whole.push(band) }

  func finish() throws {
    let image = whole.takeImage()
    try image.withBand { band in
      let length = input.format.bytesPerPixel
      let pixel = { (x: Int, y: Int) in UnsafeRawBufferPointer(start: band.row(y) + x * length, count: length) }
      let isPlain = { (x: Int, y: Int) in pixel(x, y).elementsEqual(pixel(0, 0)) }
      let columns = (0..<input.size.width).filter { x in !(0..<input.size.height).allSatisfy { isPlain(x, $0) } }
      let rows = (0..<input.size.height).filter { y in !(0..<input.size.width).allSatisfy { isPlain($0, y) } }
      let area = PixelRect(
        columns: (columns.first ?? 0)..<(columns.last ?? 0) + 1, rows: (rows.first ?? 0)..<(rows.last ?? 0) + 1)
      let sink = try open(ImageShape(size: area.size, format: input.format))
      try sink.push(band.part(in: area)!)
      try sink.finish()
    }
  }
}
