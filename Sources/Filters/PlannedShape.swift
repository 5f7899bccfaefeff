import PixelCore

/// What is known of an image's shape before its pixels are there. Its format always is; its size may come late, as that of a
/// picture whose plain border is cut off.
public enum PlannedShape: Hashable, Sendable, CustomStringConvertible {
  /// It will have this shape.
  case exact(ImageShape)
  /// It will be neither wider nor higher.
  case atMost(ImageShape)

  /// The shape that it has at most.
  public var bound: ImageShape {
    switch self {
    case .exact(let shape), .atMost(let shape): shape
    }
  }

  /// The shape, if it is known.
  public var exact: ImageShape? { if case .exact(let shape) = self { shape } else { nil } }

  /// What its pixels will be, which is always known.
  public var format: PixelFormat { bound.format }

  /// Whether an image of some size is what was planned.
  public func allows(_ size: PixelSize) -> Bool {
    switch self {
    case .exact(let shape): size == shape.size
    case .atMost(let bound):
      min(size.width, size.height) > 0 && size.width <= bound.size.width && size.height <= bound.size.height
    }
  }

  /// The shape of an image of a size that came late.
  public func settled(_ size: PixelSize) -> ImageShape {
    precondition(allows(size), "\(description) was planned, and it is \(size)")
    return ImageShape(size: size, format: format)
  }

  /// The same, as known or as late.
  public func map(_ change: (ImageShape) -> ImageShape) -> PlannedShape {
    switch self {
    case .exact(let shape): .exact(change(shape))
    case .atMost(let bound): .atMost(change(bound))
    }
  }

  /// The size, for people: such as `40 × 30`, or `at most 40 × 30`.
  public var description: String {
    switch self {
    case .exact(let shape): "\(shape.size)"
    case .atMost(let bound): "at most \(bound.size)"
    }
  }
}

/// Gives the sink for an image as soon as its shape is known.
public typealias OpenSink = (ImageShape) throws -> any RowSink

extension ImageCollector {
  /// The image whose rows `push` hands over, all of them, to the sink that it opens once their shape is known.
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
