import Filters
import Parameters
import PixelCore
import Testing

@Suite struct OrientTests {
  /// A picture of six letters, stored in the orientation of each Exif value. Upright, it reads ABC over DEF.
  private static let stored = [
    (1, ["ABC", "DEF"]), (2, ["CBA", "FED"]), (3, ["FED", "CBA"]), (4, ["DEF", "ABC"]),
    (5, ["AD", "BE", "CF"]), (6, ["CF", "BE", "AD"]), (7, ["FC", "EB", "DA"]), (8, ["DA", "EB", "FC"]),
  ]

  @Test(arguments: stored)
  func turnsTheStoredPictureUpright(value: Int, stored: [String]) throws {
    let letters = { (rows: [String]) in rows.map { $0.unicodeScalars.map { $0.value | 0xff00_0000 } } }
    let image = try render(
      Orient(), letters(stored), format: .encodedOpaque, orientation: Orientation(rawValue: value)!)
    #expect(image.pixels == letters(["ABC", "DEF"]))
  }

  /// The middle of the letter C, from the left and from the top.
  @Test(arguments: stored)
  func aFocusTurnsWithThePicture(value: Int, stored: [String]) throws {
    let orientation = try #require(Orientation(rawValue: value))
    let row = try #require(stored.firstIndex { $0.contains("C") })
    let column = Array(stored[row]).firstIndex(of: "C")!
    let before = (x: (Double(column) + 0.5) / Double(stored[row].count), y: (Double(row) + 0.5) / Double(stored.count))
    let upright = (x: 5.0 / 6, y: 0.25)
    let isNear = { (focus: Focus, point: (x: Double, y: Double)) in
      guard case .place(let x, let y) = focus else { return false }
      return abs(x - point.x) + abs(y - point.y) < 1e-9
    }
    #expect(isNear(Focus.place(x: before.x, y: before.y).turned(by: orientation), upright))
    #expect(isNear(Focus.place(x: upright.x, y: upright.y).before(orientation), before))
  }

  @Test func noneLeavesThePhotoUnchanged() throws {
    let pixels: Pixels = [[1, 2], [3, 4]].map { $0.map { $0 | 0xff00_0000 } }
    let image = try render(Orient(orientation: .none), pixels, format: .encodedOpaque, orientation: .right)
    #expect(image.pixels == pixels)
  }

  @Test(arguments: [0.0, 9, 2.5])
  func refusesAnInvalidOrientation(number: Double) {
    #expect(throws: FilterError.self) { try Orient(parameters: Value(.number(number))) }
  }
}
