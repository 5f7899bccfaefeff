import Errors
import Parameters
import PixelCore
import Segmentation

/// The part of a picture to keep in view when not all of it can be shown.
public enum Focus: Hashable, Sendable {
  /// The centre.
  case center
  /// The product with its shadow, if the backdrop is flat or transparent. Otherwise the centre.
  case content
  /// The product without its shadow, if the backdrop is flat or transparent. Otherwise the centre.
  case product
  /// What draws the eye: edges, saturated colours and skin. For scenes and people, which have no plain backdrop.
  case attention
  /// The part with the most variety of lightness.
  case entropy
  /// A point, as shares of the width and the height.
  case place(x: Double, y: Double)

  /// Memory in bytes for finding the point in an image of this size.
  func workingBytes(for size: PixelSize) -> Int {
    switch self {
    case .content, .product: Content.workingBytes(for: size)
    case .attention, .entropy: Saliency.workingBytes(for: size)
    case .center, .place: 0
    }
  }

  /// Returns the focus point in fractional pixels. If it isn't the requested one, also returns a function that makes a
  /// warning from a description of what was done instead.
  ///
  /// - Parameter window: Width and height of the part to show, in pixels.
  func point(
    in band: RowBand, window: (width: Double, height: Double), _ context: RenderContext
  ) -> (x: Double, y: Double, warning: ((String) -> Warning)?) {
    let size = band.shape.size
    let middle = (x: Double(size.width) / 2, y: Double(size.height) / 2)
    switch self {
    case .center: return (middle.x, middle.y, nil)
    case .place(let x, let y): return (x * Double(size.width), y * Double(size.height), nil)
    case .attention, .entropy:
      let saliency = Saliency(self == .attention ? .attention : .entropy, of: band, kernels: context.kernels)
      let (width, height) = (Double(size.width), Double(size.height))
      let middle = saliency.middle(ofWindow: window.width / width, by: window.height / height)
      return (middle.x * width, middle.y * height, nil)
    case .content, .product: break
    }
    switch Content.find(in: band, kernels: context.kernels) {
    case .failure(let failure): return (middle.x, middle.y, failure.reason.warning)
    case .success(let content):
      context.notes.add(content)
      if case .uneven = content.backdrop { return (middle.x, middle.y, Self.unevenBackdrop) }
      let box = content.box(self == .content ? .keep : .drop)
      return (
        Double(box.columns.lowerBound + box.columns.upperBound) / 2,
        Double(box.rows.lowerBound + box.rows.upperBound) / 2, nil
      )
    }
  }

  private static func unevenBackdrop(_ kind: String) -> Warning {
    Warning("\(kind), because the backdrop is not one colour", kind: kind, reason: "backdrop not one colour")
  }

  /// Returns the start of a section of an axis centred at `middle`, shifted to stay inside the axis.
  static func start(around middle: Double, length: Double, of whole: Double) -> Double {
    min(max(middle - length / 2, 0), whole - length)
  }
}

extension Focus: ParameterType {
  private static let words: [(String, Focus)] = [
    ("content", .content), ("product", .product), ("attention", .attention), ("entropy", .entropy), ("center", .center),
  ]

  public static var kind: ParameterKind { .wordOrPlace(words.map(\.0)) }

  public init?(_ value: Value) {
    if case .text(let text) = value.content {
      guard let focus = Self.words.first(where: { $0.0 == text })?.1 else { return nil }
      self = focus
      return
    }
    guard case .list(let values) = value.content, values.count == 2 else { return nil }
    let shares = values.compactMap { value -> Double? in
      switch Length(value) {
      case .pixels(let share)?: share
      case .percent(let hundredths)?: hundredths / 100
      case nil: nil
      }
    }
    guard shares.count == 2, shares.allSatisfy((0...1).contains) else { return nil }
    self = .place(x: shares[0], y: shares[1])
  }

  public var value: Value {
    if case .place(let x, let y) = self { return Value(.list([x.value, y.value])) }
    return Value(.text(Self.words.first { $0.1 == self }!.0))
  }
}
