import Parameters
import PixelCore

/// Stands a photo upright as its Exif orientation says, or turns and mirrors it as told.
///
/// Pixels are moved, never changed. A recipe that does not begin with `orient` begins with `orient: auto`; `orient: none`
/// keeps a photo as it is stored.
public struct Orient: Filter {
  /// What to turn by.
  public enum Setting: Hashable, Sendable {
    /// As the photo's Exif tag says.
    case auto
    /// Not at all.
    case none
    /// As this value of the tag would say.
    case fixed(Orientation)
  }

  /// The orientation to apply: the photo's own Exif tag, none, or a value from 1 to 8.
  public var orientation = Setting.auto

  public init() {}
  /// The filter with these parameters; Orient's properties say what they are.
  public init(orientation: Setting) { self.orientation = orientation }

  public static let name = "orient"
  public static let movesPixelsOnly = true
  public static let summary = "Turns the photo upright, without changing any pixel."
  public static let shorthand: String? = "orientation"
  public static let otherWords = ["rotate", "turn", "flip", "flop", "mirror", "autoOrient", "CIStraightenFilter"]
  public static let example = "orient: 6"
  public static let parameters = [
    Parameter<Self>(
      "orientation", \.orientation, "The orientation to apply: the photo's own Exif tag, none, or a value from 1 to 8.")
  ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let turn: Orientation =
      switch orientation {
      case .auto: context.orientation
      case .none: .up
      case .fixed(let orientation): orientation
      }
    if turn == .up { return FilterPlan(output: input, work: .nothing) }
    let output = ImageShape(size: turn.upright(input.size), format: input.format)
    return FilterPlan(
      output: output,
      work: .barrier { context, sink in
        OrientStage(turn: turn, input: input, output: output, context: context, sink: sink)
      },
      workingBytes: input.byteCount, turn: turn)
  }
}

extension Orient.Setting: ParameterType {
  public static var kind: ParameterKind { .wordOrNumber(["auto", "none"], 1...8, meaning: "an Exif orientation") }

  public init?(_ value: Value) {
    if case .text("auto") = value.content {
      self = .auto
    } else if case .text("none") = value.content {
      self = .none
    } else if let number = Int(value), let orientation = Orientation(rawValue: number) {
      self = .fixed(orientation)
    } else {
      return nil
    }
  }

  public var value: Value {
    switch self {
    case .auto: Value(.text("auto"))
    case .none: Value(.text("none"))
    case .fixed(let orientation): orientation.rawValue.value
    }
  }
}

/// Holds the photo as stored and reads it out upright.
private final class OrientStage: RowSink {
  private let turn: Orientation
  private let output: ImageShape
  private let stored: ImageCollector
  private let assembler: BandAssembler

  init(turn: Orientation, input: ImageShape, output: ImageShape, context: RenderContext, sink: any RowSink) {
    self.turn = turn
    self.output = output
    stored = ImageCollector(shape: input)
    assembler = BandAssembler(shape: output, context: context, sink: sink)
  }

  func push(_ band: RowBand) { stored.push(band) }

  func finish() throws {
    let image = stored.takeImage()
    switch output.format.depth {
    case .eight: try readOut(image, pixel: UInt32.self)
    case .sixteen: try readOut(image, pixel: UInt64.self)
    }
    try assembler.finish()
  }

  /// Makes the upright rows; `pixel` is a number as long as a pixel.
  private func readOut<Pixel: FixedWidthInteger & BitwiseCopyable>(_ image: Image, pixel: Pixel.Type) throws {
    let length = MemoryLayout<Pixel>.size
    try image.withBand { band in
      for y in 0..<output.size.height {
        // One step right in the upright row is the same step everywhere in the stored picture.
        let start = turn.stored(x: 0, y: y, in: image.size)
        let next = turn.stored(x: 1, y: y, in: image.size)
        let step = (next.y - start.y) * band.stride + (next.x - start.x) * length
        let source = band.row(start.y) + start.x * length
        try assembler.append { row in
          for x in 0..<output.size.width {
            row.storeBytes(of: (source + x * step).load(as: Pixel.self), toByteOffset: x * length, as: Pixel.self)
          }
        }
      }
    }
  }
}

extension Filter where Self == Orient {
  /// Turns the photo upright, without changing any pixel. See ``Orient``.
  public static func orient(orientation: Orient.Setting) -> Self {
    Orient(orientation: orientation)
  }
}
