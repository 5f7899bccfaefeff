import PixelCore

/// The shape of an image, as far as it is known before its pixels are computed. The format is always known. The size
/// may be known only later, as for a picture whose plain border is cut off.
public enum PlannedShape: Hashable, Sendable, CustomStringConvertible {
  /// The image will have this shape.
  case exact(ImageShape)
  /// The image will be at most this wide and high.
  case atMost(ImageShape)

  /// The shape, or its upper bound.
  public var bound: ImageShape {
    switch self {
    case .exact(let shape), .atMost(let shape): shape
    }
  }

  /// The shape, if it is known.
  public var exact: ImageShape? { if case .exact(let shape) = self { shape } else { nil } }

  /// The pixel format, which is always known.
  public var format: PixelFormat { bound.format }

  /// Whether an image of this size fits the plan.
  public func allows(_ size: PixelSize) -> Bool {
    switch self {
    case .exact(let shape): size == shape.size
    case .atMost(let bound):
      min(size.width, size.height) > 0 && size.width <= bound.size.width && size.height <= bound.size.height
    }
  }

  /// Returns the shape of an image whose size has become known.
  public func resolved(_ size: PixelSize) -> ImageShape {
    precondition(allows(size), "\(description) was planned, and it is \(size)")
    return ImageShape(size: size, format: format)
  }

  /// Returns the planned shape with its exact or maximum shape transformed.
  public func map(_ change: (ImageShape) -> ImageShape) -> PlannedShape {
    switch self {
    case .exact(let shape): .exact(change(shape))
    case .atMost(let bound): .atMost(change(bound))
    }
  }

  /// The size as text, such as `40 × 30` or `at most 40 × 30`.
  public var description: String {
    switch self {
    case .exact(let shape): "\(shape.size)"
    case .atMost(let bound): "at most \(bound.size)"
    }
  }
}

/// Opens the sink for an image when its shape becomes known.
public typealias OpenSink = (ImageShape) throws -> any RowSink

extension ImageCollector {
  /// Returns the image whose rows `push` pushes into the sink that it opens.
  public static func image(pushedBy push: (@escaping OpenSink) throws -> Void) rethrows -> Image {
    var collector: ImageCollector?
    try push { shape in
      let made = ImageCollector(shape: shape)
      collector = made
      return made
    }
    return collector!.takeImage()
  }
}
