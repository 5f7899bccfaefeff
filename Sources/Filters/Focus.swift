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
  /// A point, as shares of the width and the height.
  case place(x: Double, y: Double)

  /// Whether the product has to be found.
  var needsContent: Bool { self == .content || self == .product }

  /// Returns the focus point in fractional pixels. If it isn't the requested one, also returns a function that makes a
  /// warning from a description of what was done instead.
  func point(in band: RowBand, _ context: RenderContext) -> (x: Double, y: Double, warning: ((String) -> Warning)?) {
    let size = band.shape.size
    let middle = (x: Double(size.width) / 2, y: Double(size.height) / 2)
    switch self {
    case .center: return (middle.x, middle.y, nil)
    case .place(let x, let y): return (x * Double(size.width), y * Double(size.height), nil)
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
  private static let words: [(String, Focus)] = [("content", .content), ("product", .product), ("center", .center)]

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
