import PixelCore
import PixelKernels

/// Places the image on a canvas of another size. Parts outside are clipped.
final class CanvasStage: RowSink {
  /// The canvas under the image.
  enum Background {
    case color(Pixel)
    /// An image of the canvas's size, premultiplied or opaque.
    case image(Image)
  }

  /// How the image is combined with the canvas.
  enum Blending {
    /// The canvas shows through translucent pixels: source-over.
    case over
    /// The image's pixels replace the canvas' pixels.
    case replacing
  }

  private let canvas: ImageShape
  private let background: Background
  private let overlay: RowOverlay
  private let assembler: BandAssembler

  /// - Parameters:
  ///   - origin: Position of the image's top left corner on the canvas.
  ///   - opacity: Factor for the image in millionths.
  init(
    canvas: ImageShape, background: Background, image: PixelSize, at origin: PixelPoint, opacity: Int = 1_000_000,
    blending: Blending = .over, context: RenderContext, sink: any RowSink
  ) {
    self.canvas = canvas
    self.background = background
    overlay = RowOverlay(
      image: image, at: origin, canvas: canvas, opacity: opacity, blending: blending, kernels: context.kernels)
    assembler = BandAssembler(shape: canvas, context: context, sink: sink)
  }

  /// Returns the shape of a canvas with an image of some format on it. It is opaque if the background is.
  static func shape(canvas: PixelSize, image: PixelFormat, isBackgroundOpaque: Bool) -> ImageShape {
    let translucent: PixelFormat.Alpha = image.alpha == .opaque ? .premultiplied : image.alpha
    return ImageShape(size: canvas, format: image.with(alpha: isBackgroundOpaque ? .opaque : translucent))
  }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      let canvasRow = overlay.origin.y + y
      guard canvasRow >= 0, canvasRow < canvas.size.height else { continue }
      try makeBareRows(upTo: canvasRow)
      try assembler.append { row in
        makeBackground(row: canvasRow, into: row)
        overlay.compose(band.row(y), over: row)
      }
    }
  }

  func finish() throws {
    try makeBareRows(upTo: canvas.size.height)
    try assembler.finish()
  }

  private func makeBareRows(upTo end: Int) throws {
    while assembler.nextRow < end {
      let y = assembler.nextRow
      try assembler.append { makeBackground(row: y, into: $0) }
    }
  }

  private func makeBackground(row y: Int, into row: UnsafeMutableRawPointer) {
    switch background {
    case .color(let color): color.fill(row, count: canvas.size.width)
    case .image(let image): row.copyMemory(from: image.row(y), byteCount: canvas.bytesPerRow)
    }
  }
}

/// Places rows of a foreground over rows of a canvas of the same depth and transfer, clipped to the canvas.
final class RowOverlay {
  /// Position of the foreground's top left corner on the canvas.
  let origin: PixelPoint
  private let kernels: Kernels
  /// The foreground's columns inside the canvas.
  private let columns: Range<Int>
  private let opacity: Int
  private let blending: CanvasStage.Blending
  private let depth: PixelFormat.Depth
  private var faded: PixelBuffer?

  init(
    image: PixelSize, at origin: PixelPoint, canvas: ImageShape, opacity: Int = 1_000_000,
    blending: CanvasStage.Blending = .over, kernels: Kernels
  ) {
    (self.origin, self.kernels, self.opacity, self.blending) = (origin, kernels, opacity, blending)
    depth = canvas.format.depth
    let first = min(max(0, -origin.x), image.width)
    columns = first..<max(first, min(image.width, canvas.size.width - origin.x))
    if opacity < 1_000_000, !columns.isEmpty {
      let size = PixelSize(width: columns.count, height: 1)
      faded = PixelBuffer(shape: ImageShape(size: size, format: canvas.format))
    }
  }

  /// Places a complete row of the foreground over a complete row of the canvas.
  func compose(_ foreground: UnsafeRawPointer, over canvasRow: UnsafeMutableRawPointer) {
    guard !columns.isEmpty else { return }
    var visible = foreground + columns.lowerBound * depth.bytesPerPixel
    if faded != nil {
      let row = faded!.mutableRow(0)
      kernels.scale(row, visible, millionths: opacity, count: columns.count, depth: depth)
      visible = UnsafeRawPointer(row)
    }
    let target = canvasRow + (origin.x + columns.lowerBound) * depth.bytesPerPixel
    switch blending {
    case .over:
      kernels.sourceOver(target, background: target, foreground: visible, count: columns.count, depth: depth)
    case .replacing: target.copyMemory(from: visible, byteCount: columns.count * depth.bytesPerPixel)
    }
  }
}
