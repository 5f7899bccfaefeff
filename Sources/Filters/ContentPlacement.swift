import PixelCore

/// The part of an image shown in a frame, its scale, and its position in the frame.
struct ContentPlacement {
  let geometry: ResizeGeometry
  /// Position of the part's corner in the frame.
  let origin: PixelPoint
  /// The product in the frame, or nil if the whole image is placed.
  let content: PixelRect?

  /// Places `content` in the middle of a frame, scaled to fill `share` of the frame's width or height.
  init(of content: PixelRect, in image: PixelSize, on frame: PixelSize, share: Double, enlarge: Bool) {
    let across = share * Double(frame.width) / Double(content.size.width)
    let down = share * Double(frame.height) / Double(content.size.height)
    let scale = min(across, down, enlarge ? .infinity : 1)
    let columns = Axis(content.columns, of: image.width, on: frame.width, scale)
    let rows = Axis(content.rows, of: image.height, on: frame.height, scale)
    geometry = ResizeGeometry(
      columns: columns.window, rows: rows.window,
      output: PixelSize(width: columns.place.count, height: rows.place.count))
    origin = PixelPoint(x: columns.place.lowerBound, y: rows.place.lowerBound)
    self.content = PixelRect(columns: columns.content, rows: rows.content)
  }

  /// Places the whole image.
  init(of image: PixelSize, on frame: PixelSize, enlarge: Bool) {
    let resize = Resize(width: frame.width, height: frame.height, enlarge: enlarge)
    geometry = resize.geometry(for: image)
    origin = Placement.center.origin(of: geometry.output, on: frame, inset: .zero)
    content = nil
  }

  private struct Axis {
    let window: ResizeGeometry.Window
    /// The pixels of the frame that the image covers.
    let place: Range<Int>
    /// The pixels of the frame that the content covers, at least in part.
    let content: Range<Int>

    init(_ content: Range<Int>, of image: Int, on frame: Int, _ scale: Double) {
      let middle = Double(content.lowerBound + content.upperBound) / 2
      // Start and end of the whole image in the frame's coordinates, without clipping.
      let (near, far) = (Double(frame) / 2 - middle * scale, Double(frame) / 2 + (Double(image) - middle) * scale)
      let first = min(max(0, Int((near + 0.5).rounded(.down))), frame - 1)
      let next = min(max(Int((far + 0.5).rounded(.down)), first + 1), frame)
      place = first..<next
      let half = Double(content.count) * scale / 2
      self.content =
        max(0, Int(Double(frame) / 2 - half))..<min(frame, Int((Double(frame) / 2 + half).rounded(.up)))
      // Visible ends of the image are aligned to the edge of a pixel.
      let start = near < 0 ? -near / scale : 0
      let end = far > Double(frame) ? Double(image) - (far - Double(frame)) / scale : Double(image)
      window = ResizeGeometry.Window(start: start, length: end - start)
    }
  }
}
