import Errors
import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Cuts off the backdrop around the product.
///
/// The backdrop is what most of the border agrees on: transparency, one colour, or evenly varying light. The product is
/// everything else that is connected and large enough: a cable one pixel wide is kept, dust isn't. Distances are
/// measured in OKLab, in a copy reduced to a shorter side of at most 1024 pixels, which can only make the box of a
/// product with sharp edges slightly larger. If `trim` is the first step, that copy of a large JPEG is decoded first,
/// and the photo isn't buffered. **If less than half of the border agrees, nothing is trimmed**, and a warning gives
/// the reason. Pixels are moved, never changed.
public struct Trim: Filter {
  /// Margin of the photo to keep on each side, as far as the photo extends, in pixels or as a percentage of the whole
  /// photo's shorter side.
  public var margin = Length.zero
  /// Whether a soft shadow is kept or cut off. On an uneven backdrop it is always cut off. Defaults to keep.
  public var shadow = Content.Shadow.keep
  /// Minimum width and height of the product in pixels. If it is smaller, nothing is trimmed. Defaults to 1.
  public var minimum = 1

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Trim.
  public init(margin: Int = 0, shadow: Content.Shadow = .keep, minimum: Int = 1) {
    (self.margin, self.shadow, self.minimum) = (.pixels(margin), shadow, minimum)
  }

  public static let name = "trim"
  public static let movesPixelsOnly = true
  public static let keepsGainMap = true
  public static let summary = "Cuts off the backdrop around the product."
  public static let otherWords = ["autocrop", "find_trim", "findTrim", "cropToContent", "shave"]
  public static let example = "trim: { margin: 8 }"
  public static let parameters = [
    Parameter<Self>(
      "margin", \.margin, in: 0...65_535,
      "How much of the photo to leave on each side, if there is that much; percentages are of the whole photo's shorter side."
    ),
    Parameter<Self>(
      "shadow", \.shadow,
      "Whether a soft shadow is kept or cut off. On an uneven backdrop it is always cut off."),
    Parameter<Self>(
      "minimum", \.minimum, in: 1...65_535,
      "If the product is smaller than this, in pixels across or down, nothing is trimmed."),
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    FilterPlan(
      lookingAt: input, context.overview, output: .atMost(input), workingBytes: 0,
      lookingBytes: Content.workingBytes(for:)
    ) { [self] overview in
      let content = overview.content()
      let (area, warning) = area(of: content, in: input.size)
      var plan = FilterPlan(
        keeping: area, of: input,
        work: area.size == input.size ? .nothing : .stage { _, sink in CropStage(area: area, sink: sink) })
      plan.takeNotes = { notes in
        if case .success(let content) = content { notes.add(content) }
        if let warning { notes.add(warning) }
      }
      return plan
    }
  }

  private static let kind = "trim: nothing was cut off"

  /// Returns the area of the image to keep, and a warning if nothing was trimmed.
  func area(of content: Result<Content, Content.NotFound>, in size: PixelSize) -> (PixelRect, warning: Warning?) {
    let whole = PixelRect(origin: .zero, size: size)
    switch content {
    case .failure(let failure):
      return (whole, failure.reason.warning(Self.kind))
    case .success(let content):
      let box = content.box(shadow)
      guard min(box.size.width, box.size.height) >= minimum else {
        return (
          whole,
          Warning(
            "\(Self.kind), because the detected product has \(box.size) pixels; the minimum is \(minimum)",
            kind: Self.kind, reason: "smaller than the minimum")
        )
      }
      let margin = margin.wholePixels(of: size.shorterSide)
      let columns = max(0, box.columns.lowerBound - margin)..<min(size.width, box.columns.upperBound + margin)
      let rows = max(0, box.rows.lowerBound - margin)..<min(size.height, box.rows.upperBound + margin)
      return (PixelRect(columns: columns, rows: rows), nil)
    }
  }
}

extension Filter where Self == Trim {
  /// Cuts off the backdrop around the product. See ``Trim``.
  public static func trim(margin: Int = 0, shadow: Content.Shadow = .keep, minimum: Int = 1) -> Self {
    Trim(margin: margin, shadow: shadow, minimum: minimum)
  }
}
