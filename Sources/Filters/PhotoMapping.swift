import PixelCore

/// A step's move of an image's pixels.
package enum PictureMove: Sendable {
  /// Keeps a rectangle of the image. A border is added where the rectangle exceeds the image.
  case frame(PixelRect)
  /// Resamples a part of the image.
  case resize(ResizeGeometry)
}

/// The place of each of a picture's pixels in the photo that the picture was made from, as the photo is stored.
package struct PhotoMapping: Sendable {
  private var columns, rows: Axis
  private let photo: PixelSize

  /// One axis of the picture.
  private struct Axis {
    /// Whether it shows the stored photo's columns.
    let isOfColumns: Bool
    /// Length in pixels.
    var length: Int
    /// Place of the axis's start in the photo, and the distance of neighbouring pixels there, negative if mirrored.
    var start = 0.0
    var step = 1.0
    /// The part that shows the photo, in the picture's pixels. The rest is border.
    var shown: (from: Double, to: Double)

    init(isOfColumns: Bool, length: Int) {
      (self.isOfColumns, self.length, shown) = (isOfColumns, length, (0, Double(length)))
    }

    mutating func mirror() {
      start += step * Double(length)
      step = -step
      shown = (Double(length) - shown.to, Double(length) - shown.from)
    }

    mutating func keep(_ part: Range<Int>) {
      start += step * Double(part.lowerBound)
      length = part.count
      shown = clamped { $0 - Double(part.lowerBound) }
    }

    mutating func resize(_ window: ResizeGeometry.Window, to newLength: Int) {
      let scale = Double(newLength) / window.length
      start += step * window.start
      step /= scale
      length = newLength
      shown = clamped { ($0 - window.start) * scale }
    }

    private func clamped(_ change: (Double) -> Double) -> (from: Double, to: Double) {
      (min(max(change(shown.from), 0), Double(length)), min(max(change(shown.to), 0), Double(length)))
    }
  }

  /// Creates the mapping of a photo of this size to itself.
  package init(of photo: PixelSize) {
    self.photo = photo
    columns = Axis(isOfColumns: true, length: photo.width)
    rows = Axis(isOfColumns: false, length: photo.height)
  }

  /// Follows a turn of the picture.
  package mutating func turn(_ turn: Orientation) {
    if turn.reverses.columns { columns.mirror() }
    if turn.reverses.rows { rows.mirror() }
    if turn.swapsAxes { swap(&columns, &rows) }
  }

  /// Follows a move of the picture's pixels.
  package mutating func follow(_ move: PictureMove) {
    switch move {
    case .frame(let rect):
      columns.keep(rect.columns)
      rows.keep(rect.rows)
    case .resize(let geometry):
      columns.resize(geometry.columns, to: geometry.output.width)
      rows.resize(geometry.rows, to: geometry.output.height)
    }
  }

  // MARK: Gain maps

  /// The shorter side that a smaller map is enlarged to, up to the picture's size. Smaller sides can't have the
  /// picture's aspect ratio within the 1 % that viewers allow.
  private static let shortestSide = 128.0

  /// Returns how the picture's own map is made from a map that covers the photo. The map keeps its number of pixels per
  /// pixel of the picture.
  ///
  /// - Parameter map: Size of the map as stored.
  package func placement(ofMap map: PixelSize) -> MapPlacement {
    func length(_ axis: Axis) -> (map: Int, photo: Int) {
      axis.isOfColumns ? (map.width, photo.width) : (map.height, photo.height)
    }
    func density(_ axis: Axis) -> Double { Double(length(axis).map) / Double(length(axis).photo) }
    let shorter = min(Double(columns.length) * density(columns), Double(rows.length) * density(rows))
    let factor = min(max(1, Self.shortestSide / shorter), 1 / density(columns), 1 / density(rows))

    func place(_ axis: Axis) -> (window: ResizeGeometry.Window, shown: Range<Int>, length: Int) {
      let stored = length(axis)
      let whole = max(1, Int((Double(axis.length) * density(axis) * factor).rounded()))
      let scale = Double(whole) / Double(axis.length)
      let first = min(Int((axis.shown.from * scale).rounded()), whole - 1)
      let last = min(max(Int((axis.shown.to * scale).rounded()), first + 1), whole)
      /// The place in the map, turned as the picture is.
      func source(_ pixel: Int) -> Double {
        let place = (axis.start + Double(pixel) / scale * axis.step) * density(axis)
        return min(max(axis.step < 0 ? Double(stored.map) - place : place, 0), Double(stored.map))
      }
      // A part that is hardly in the map, because borders are rounded to whole pixels, still shows some of it.
      let span = max(source(last) - source(first), 0.01)
      let start = min(source(first), Double(stored.map) - span)
      return (ResizeGeometry.Window(start: start, length: span), first..<last, whole)
    }
    let (across, down) = (place(columns), place(rows))
    let isSwapped = !columns.isOfColumns
    let stored = isSwapped ? (columns: rows, rows: columns) : (columns: columns, rows: rows)
    let turn = Orientation.allCases.first {
      $0.swapsAxes == isSwapped && $0.reverses == (stored.columns.step < 0, stored.rows.step < 0)
    }!
    return MapPlacement(
      turn: turn,
      geometry: ResizeGeometry(
        columns: across.window, rows: down.window,
        output: PixelSize(width: across.shown.count, height: down.shown.count)),
      size: PixelSize(width: across.length, height: down.length),
      origin: PixelPoint(x: across.shown.lowerBound, y: down.shown.lowerBound))
  }
}

/// How a picture's map is made from the map of the photo: turned, resampled, and placed on a canvas.
package struct MapPlacement: Sendable {
  let turn: Orientation
  /// Refers to the turned map.
  let geometry: ResizeGeometry
  /// Size of the picture's map.
  package let size: PixelSize
  /// Position of the resampled map on the canvas.
  let origin: PixelPoint

  /// Whether a part of the picture doesn't show the photo.
  package var hasBorder: Bool { geometry.output != size }

  /// Returns the sink for the stored map's rows. It pushes the picture's map into `sink`.
  ///
  /// - Parameters:
  ///   - stored: Shape of the stored map.
  ///   - border: The map's colour where the picture doesn't show the photo.
  package func sink(
    from stored: ImageShape, border: Color, _ context: RenderContext, into sink: any RowSink
  ) throws -> any RowSink {
    var sink = sink
    if hasBorder {
      sink = CanvasStage(
        canvas: ImageShape(size: size, format: stored.format), background: .color(border.pixel(in: stored.format)),
        image: geometry.output, at: origin, blending: .replacing, context: context, sink: sink)
    }
    let turned = ImageShape(size: turn.upright(stored.size), format: stored.format)
    if !geometry.isIdentity(for: turned.size) {
      // Ringing of a sharper kernel would show as dark seams around lights.
      sink = ResizeStages(
        input: turned, output: ImageShape(size: geometry.output, format: stored.format), geometry: geometry,
        kernel: .bilinear
      ).sink(context, into: sink)
    }
    return try Orient(orientation: .fixed(turn)).plan(stored, in: PlanContext()).sink(context, into: sink)
  }

  /// Maximum memory of the sink in bytes, apart from the stored map.
  package func workingBytes(from stored: PixelSize) -> Int {
    let (turned, format) = (turn.upright(stored), PixelFormat.encodedOpaque)
    return ResizeStages(
      input: ImageShape(size: turned, format: format), output: ImageShape(size: geometry.output, format: format),
      geometry: geometry, kernel: .bilinear
    ).workingBytes + 512 * max(size.width, turned.width)
  }
}
