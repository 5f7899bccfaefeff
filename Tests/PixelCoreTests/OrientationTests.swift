import PixelCore
import Testing

@Suite struct OrientationTests {
  /// Exif names, for each value, the visual side of stored row 0 and of stored column 0. A 3 × 2 picture distinguishes
  /// all eight values.
  @Test(arguments: [
    (Orientation.up, ["top", "left"]), (.upMirrored, ["top", "right"]), (.down, ["bottom", "right"]),
    (.downMirrored, ["bottom", "left"]), (.leftMirrored, ["left", "top"]), (.right, ["right", "top"]),
    (.rightMirrored, ["right", "bottom"]), (.left, ["left", "bottom"]),
  ])
  func rowAndColumnZeroMatchExif(orientation: Orientation, sides: [String]) {
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
