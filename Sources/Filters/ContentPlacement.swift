import PixelCore

/// Which part of an image is seen in a frame, how large, and where in the frame it lies.
struct ContentPlacement {
  let geometry: ResizeGeometry
  /// Where the part's corner lies in the frame.
  let origin: PixelPoint

  /// Of a part of the image that is to take up a share of the frame, across or down, and lies in its middle.
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
  }

  /// Of the whole image.
  init(of image: PixelSize, on frame: PixelSize, enlarge: Bool) {
    let resize = Resize(width: frame.width, height: frame.height, enlarge: enlarge)
    geometry = resize.geometry(for: image)
    origin = Placement.center.origin(of: geometry.output, on: frame, inset: .zero)
  }

  private struct Axis {
    let window: ResizeGeometry.Window
    /// The pixels of the frame that the part lies on.
    let place: Range<Int>

    init(_ content: Range<Int>, of image: Int, on frame: Int, _ scale: Double) {
      let middle = Double(content.lowerBound + content.upperBound) / 2
      // Where the image begins and ends, were there no frame.
      let (near, far) = (Double(frame) / 2 - middle * scale, Double(frame) / 2 + (Double(image) - middle) * scale)
      let first = min(max(0, Int((near + 0.5).rounded(.down))), frame - 1)
      let next = min(max(Int((far + 0.5).rounded(.down)), first + 1), frame)
      place = first..<next
      // An end of the image that is seen is on the edge of a pixel.
      let start = near < 0 ? -near / scale : 0
      let end = far > Double(frame) ? Double(image) - (far - Double(frame)) / scale : Double(image)
      window = ResizeGeometry.Window(start: start, length: end - start)
    }
  }
}
