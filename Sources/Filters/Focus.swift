import Errors
import Parameters
import PixelCore
import Segmentation

/// The part of a picture to keep in view when not all of it can be shown.
///
/// A photo can have its own focus: a point that a person has chosen. It takes the place of the recipe's focus.
public enum Focus: Hashable, Codable, Sendable {
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

  /// Returns the point in an image of this size, if it doesn't depend on what the image shows.
  func givenPoint(in size: PixelSize) -> FocusPixel? {
    let (width, height) = (Double(size.width), Double(size.height))
    return switch self {
    case .center: FocusPixel(x: width / 2, y: height / 2)
    case .place(let x, let y): FocusPixel(x: x * width, y: y * height)
    case .content, .product, .attention, .entropy: nil
    }
  }

  /// Returns the focus point of a photo.
  ///
  /// - Parameter window: Width and height of the part to show, in the photo's pixels.
  func point(in overview: Overview, window: (width: Double, height: Double)) -> FocusPixel {
    if let point = givenPoint(in: overview.size) { return point }
    let (width, height) = (Double(overview.size.width), Double(overview.size.height))
    var point = FocusPixel(x: width / 2, y: height / 2)
    switch self {
    case .center, .place: break
    case .attention, .entropy:
      let middle = overview.saliency(self == .attention ? .attention : .entropy)
        .middle(ofWindow: window.width / width, by: window.height / height)
      (point.x, point.y) = (middle.x * width, middle.y * height)
    case .content, .product:
      switch overview.content() {
      case .failure(let failure): point.warning = failure.reason.warning
      case .success(let content):
        point.content = content
        if case .uneven = content.backdrop {
          point.warning = Self.unevenBackdrop
          break
        }
        let box = content.box(self == .content ? .keep : .drop)
        point.x = Double(box.columns.lowerBound + box.columns.upperBound) / 2
        point.y = Double(box.rows.lowerBound + box.rows.upperBound) / 2
      }
    }
    return point
  }

  @Sendable
  private static func unevenBackdrop(_ kind: String) -> Warning {
    Warning("\(kind), because the backdrop is not one colour", kind: kind, reason: "backdrop not one colour")
  }

  /// Returns the same point of the picture after a turn. A focus that is found in the picture doesn't change.
  package func turned(by turn: Orientation) -> Focus {
    guard case .place(var x, var y) = self else { return self }
    if turn.reverses.columns { x = 1 - x }
    if turn.reverses.rows { y = 1 - y }
    return turn.swapsAxes ? .place(x: y, y: x) : .place(x: x, y: y)
  }

  /// Returns the point that ``turned(by:)`` turns into this one.
  package func before(_ turn: Orientation) -> Focus {
    guard case .place(var x, var y) = self else { return self }
    if turn.swapsAxes { swap(&x, &y) }
    return .place(x: turn.reverses.columns ? 1 - x : x, y: turn.reverses.rows ? 1 - y : y)
  }

  /// Returns the start of a section of an axis centred at `middle`, shifted to stay inside the axis.
  static func start(around middle: Double, length: Double, of whole: Double) -> Double {
    min(max(middle - length / 2, 0), whole - length)
  }
}

extension ResizeGeometry {
  /// Returns a point's place in the visible part of an image, or the nearest place if it isn't visible.
  fileprivate func place(of focus: Focus, in size: PixelSize) -> Focus {
    guard case .place(let x, let y) = focus else { return focus }
    let across = (x * Double(size.width) - columns.start) / columns.length
    let down = (y * Double(size.height) - rows.start) / rows.length
    return .place(x: min(max(across, 0), 1), y: min(max(down, 0), 1))
  }
}

/// A filter that crops around a focus.
package protocol CropsAroundFocus: Filter {
  /// Returns the filter with another focus. Returns nil if its parameters leave nothing to a focus.
  func with(_ focus: Focus) -> Self?
}

extension FilterPlan {
  /// Returns the place in the output of a point in the input. Returns nil if it isn't known.
  ///
  /// The answer is the same on every path that decodes a photo, so it doesn't depend on what the image shows.
  ///
  /// - Parameter keepsPlaces: The filter's ``Filter/keepsPlaces``.
  package func place(of focus: Focus, in input: PlannedShape, keepsPlaces: Bool) -> Focus? {
    if dependsOnPicture { return nil }
    if turn != .up { return focus.turned(by: turn) }
    switch work {
    case .nothing, .rows: return focus
    case .stage, .barrier, .lateBarrier, .planAgain: break
    }
    guard let input = input.exact, let output = output.exact else { return nil }
    if let resampling { return resampling.rest == nil ? resampling.geometry.place(of: focus, in: input.size) : nil }
    return keepsPlaces && output.size == input.size ? focus : nil
  }

  /// Whether the whole image stays visible.
  package func showsAll(of input: PlannedShape) -> Bool {
    if case .nothing = work { return true }
    guard let resampling, let size = input.exact?.size else { return false }
    return resampling.geometry == ResizeGeometry(whole: size, output: resampling.geometry.output)
  }

  /// Adds a warning to the notes of the step.
  package mutating func warn(_ warning: Warning) {
    let takeNotes = takeNotes
    self.takeNotes = { notes in
      takeNotes(notes)
      notes.add(warning)
    }
  }

  /// Creates the plan of a step that keeps a focus in view. If the focus depends on what the image shows, the step looks
  /// at the image.
  ///
  /// - Parameters:
  ///   - workingBytes: Memory in bytes that is enough for every plan that `plan` returns.
  ///   - window: Width and height of the part to show, in the image's pixels.
  ///   - otherwise: What was done if the product wasn't found, for a warning; it starts with the filter's name.
  ///   - plan: Returns the plan for the focus's point.
  init(
    around focus: Focus, in input: ImageShape, _ overview: OverviewState, output: ImageShape, workingBytes: Int,
    window: (width: Double, height: Double), otherwise: String, plan: @escaping @Sendable (FocusPixel) -> FilterPlan
  ) {
    if let point = focus.givenPoint(in: input.size) {
      self = plan(point)
      return
    }
    self.init(
      lookingAt: input, overview, output: .exact(output), workingBytes: workingBytes,
      lookingBytes: focus.workingBytes(for:)
    ) { overview in
      let point = focus.point(in: overview, window: window)
      var plan = plan(point)
      plan.takeNotes = { point.takeNotes($0, otherwise: otherwise) }
      return plan
    }
  }
}

/// The point that a focus asks to keep in view, in fractional pixels, with what the step reports about it.
struct FocusPixel: Sendable {
  var x: Double
  var y: Double
  /// The product, if it was searched for and found.
  var content: Content?
  /// Makes a warning from a description of what was done instead. Nil if the point is the requested one.
  var warning: (@Sendable (String) -> Warning)?

  /// - Parameter otherwise: What was done if the point isn't the requested one, starting with the filter's name.
  func takeNotes(_ notes: StepNotes, otherwise: String) {
    if let content { notes.add(content) }
    if let warning { notes.add(warning(otherwise)) }
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
