import Parameters
import PixelCore

/// Turns a photo upright according to its Exif orientation, or turns and mirrors it as specified.
///
/// Pixels are moved, never changed. `orient: auto` is added to a recipe that doesn't begin with `orient`. `orient:
/// none` keeps a photo as it is stored.
public struct Orient: Filter {
  /// The orientation to apply.
  public enum Setting: Hashable, Sendable {
    /// The photo's Exif orientation.
    case auto
    /// No change.
    case none
    /// An Exif orientation value.
    case fixed(Orientation)
  }

  /// The orientation to apply: the photo's own Exif orientation, none, or a value from 1 to 8. Defaults to the photo's
  /// own.
  public var orientation = Setting.auto

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Orient.
  public init(orientation: Setting) { self.orientation = orientation }

  public static let name = "orient"
  public static let movesPixelsOnly = true
  public static let summary = "Turns the photo upright, without changing any pixel."
  public static let shorthand: String? = "orientation"
  public static let otherWords = ["autoOrient", "autorot", "exifTranspose", "transpose"]
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

/// Buffers the photo as stored and outputs it upright.
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

  /// Outputs the upright rows. `pixel` is an integer type of the pixel's size.
  private func readOut<Pixel: FixedWidthInteger & BitwiseCopyable>(_ image: Image, pixel: Pixel.Type) throws {
    let length = MemoryLayout<Pixel>.size
    try image.withBand { band in
      for y in 0..<output.size.height {
        // A step to the right in the upright row is a constant offset in the stored image.
        let start = turn.stored(x: 0, y: y, in: image.size)
        let next = turn.stored(x: 1, y: y, in: image.size)
        let step = (next.y - start.y) * band.stride + (next.x - start.x) * length
        let source = band.row(start.y) + start.x * length
        try assembler.append { row in
          let (pixels, width) = (row.assumingMemoryBound(to: Pixel.self), output.size.width)
          if step == length {
            row.copyMemory(from: source, byteCount: width * length)
          } else if step == -length {
            // A constant step is vectorised.
            let last = source.assumingMemoryBound(to: Pixel.self)
            for x in 0..<width { pixels[x] = last[-x] }
          } else {
            for x in 0..<width { pixels[x] = (source + x &* step).load(as: Pixel.self) }
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
