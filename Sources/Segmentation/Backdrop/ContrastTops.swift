/// The largest contrast near each pixel, in blocks of 4 × 4 pixels.
struct ContrastTops {
  private let blocks: Plane<Float>

  init(of contrast: Plane<UInt8>, outside backdrop: Plane<UInt8>, reach: Int) {
    let (columns, rows) = ((contrast.width + 3) / 4, (contrast.height + 3) / 4)
    var largest = Plane<UInt8>(width: columns, height: rows, repeating: 0)
    do {
      let (contrasts, backdrop) = (contrast.values.span, backdrop.values.span)
      var largest = largest.values.mutableSpan
      var line = [UInt8](repeating: 0, count: columns * 4)
      var columnTops = line.mutableSpan
      for y in 0..<rows {
        for x in columnTops.indices { columnTops[unchecked: x] = 0 }
        for row in 4 * y..<min(4 * y + 4, contrast.height) {
          for x in 0..<contrast.width {
            let index = row &* contrast.width &+ x
            let top = backdrop[unchecked: index] == 0 ? contrasts[unchecked: index] : 0
            columnTops[unchecked: x] = max(columnTops[unchecked: x], top)
          }
        }
        for x in 0..<columns {
          largest[unchecked: y &* columns &+ x] = max(
            max(columnTops[unchecked: 4 &* x], columnTops[unchecked: 4 &* x &+ 1]),
            max(columnTops[unchecked: 4 &* x &+ 2], columnTops[unchecked: 4 &* x &+ 3]))
        }
      }
    }
    let radius = max(1, (reach + 2) / 4)
    largest = largest.dilated(by: radius)
    var numbers = Plane<Int32>(width: columns, height: rows, repeating: 0)
    for index in numbers.values.indices { numbers.values[index] = Int32(largest.values[index]) }
    blocks = numbers.boxMeans(radius)
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Float { blocks[x / 4, y / 4] }
}
