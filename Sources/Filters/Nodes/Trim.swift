import Parameters
import PixelCore
import PixelKernels

/// Cuts off the backdrop around the product.
///
/// The backdrop is what most of the border agrees on: a clear border, one colour, or light that changes evenly. The product is
/// whatever is not that and hangs together, so that a cable one pixel wide stays and dust goes. Distances are taken in OKLab, of a
/// picture reduced so that its shorter side has 1024 pixels at most; the box is never smaller than the product by that. **Where less
/// than half of the border agrees, nothing is trimmed**, and a warning says why. Pixels are moved, never changed.
public struct Trim: Filter {
  public var margin = 0
  public var shadow = Content.Shadow.keep
  public var minimum = 1

  public init() {}
  public init(margin: Int = 0, shadow: Content.Shadow = .keep, minimum: Int = 1) {
    (self.margin, self.shadow, self.minimum) = (margin, shadow, minimum)
  }

  public static let name = "trim"
  public static let movesPixelsOnly = true
  public static let summary = "Cuts off the backdrop around the product."
  public static let otherWords = ["autocrop", "find_trim", "findTrim", "cropToContent", "shave"]
  public static let example = "trim: { margin: 8 }"
  public static let parameters = [
    Parameter<Self>(
      "margin", \.margin, in: 0...65_535, "Pixels of the photo to leave on each side, as far as it has them."),
    Parameter<Self>(
      "shadow", \.shadow,
      "Whether a soft shadow is kept or cut off. Before a backdrop that is not of one colour it is always cut off."),
    Parameter<Self>(
      "minimum", \.minimum, in: 1...65_535,
      "Pixels. Where what was found is smaller, across or down, nothing is trimmed."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    FilterPlan(
      outputAtMost: input, workingBytes: input.byteCount + Content.workingBytes(for: input.size)
    ) { [self] context, open in
      TrimStage(self, input, context, open)
    }
  }

  /// What is left of an image, and what there is to say of that.
  func area(of content: Result<Content, Content.NotFound>, in size: PixelSize) -> (PixelRect, warning: String?) {
    let whole = PixelRect(origin: .zero, size: size)
    switch content {
    case .failure(let failure):
      let why =
        switch failure.reason {
        case .noBackdrop(let support):
          "the border has no backdrop that half of it agrees on (at most \(support) % do)"
        case .nothingThere: "there is nothing before the backdrop"
        }
      return (whole, "trim: nothing was cut off, because \(why)")
    case .success(let content):
      let box = content.box
      guard min(box.size.width, box.size.height) >= minimum else {
        return (
          whole,
          "trim: nothing was cut off, because what was found has \(box.size) pixels, and the minimum is \(minimum)"
        )
      }
      let columns = max(0, box.columns.lowerBound - margin)..<min(size.width, box.columns.upperBound + margin)
      let rows = max(0, box.rows.lowerBound - margin)..<min(size.height, box.rows.upperBound + margin)
      return (PixelRect(columns: columns, rows: rows), nil)
    }
  }
}

/// Holds the image, looks at it, and hands on what is left of it.
private final class TrimStage: RowSink {
  private let filter: Trim
  private let input: ImageShape
  private let context: RenderContext
  private let whole: ImageCollector
  private let open: OpenSink

  init(_ filter: Trim, _ input: ImageShape, _ context: RenderContext, _ open: @escaping OpenSink) {
    (self.filter, self.input, self.context, self.open) = (filter, input, context, open)
    whole = ImageCollector(shape: input)
  }

  func push(_ band: RowBand) { whole.push(band) }

  func finish() throws {
    try whole.takeImage().withBand { band in
      let content = Content.find(in: band, shadow: filter.shadow, kernels: context.kernels)
      let (area, warning) = filter.area(of: content, in: input.size)
      if let warning { context.notes.add(warning) }
      let output = ImageShape(size: area.size, format: input.format)
      let sink = try open(output)
      try sink.push(
        RowBand(
          shape: output, rows: 0..<area.size.height,
          base: band.row(area.origin.y) + area.origin.x * input.format.bytesPerPixel, stride: band.stride))
      try sink.finish()
    }
  }
}
