import PixelCore
import Testing

@Suite struct OrientationTests {
  /// Exif names, for each value, the visual side that stored row 0 and stored column 0 stand for. A 3 × 2 picture has
  /// room to tell all eight apart.
  @Test(arguments: [
    (Orientation.up, ["top", "left"]), (.upMirrored, ["top", "right"]), (.down, ["bottom", "right"]),
    (.downMirrored, ["bottom", "left"]), (.leftMirrored, ["left", "top"]), (.right, ["right", "top"]),
    (.rightMirrored, ["right", "bottom"]), (.left, ["left", "bottom"]),
  ])
  func storedRowAndColumnZeroAreWhereExifSays(orientation: Orientation, sides: [String]) {
    let stored = PixelSize(width: 3, height: 2)
    let upright = orientation.upright(stored)
    var visualOfRowZero: Set<String> = ["top", "bottom", "left", "right"]
    var visualOfColumnZero = visualOfRowZero
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let place = orientation.stored(x: x, y: y, in: stored)
        var touching: Set<String> = []
        if y == 0 { touching.insert("top") }
        if y == upright.height - 1 { touching.insert("bottom") }
        if x == 0 { touching.insert("left") }
        if x == upright.width - 1 { touching.insert("right") }
        if place.y == 0 { visualOfRowZero.formIntersection(touching) }
        if place.x == 0 { visualOfColumnZero.formIntersection(touching) }
      }
    }
    #expect([visualOfRowZero, visualOfColumnZero] == [[sides[0]], [sides[1]]])
  }
}
