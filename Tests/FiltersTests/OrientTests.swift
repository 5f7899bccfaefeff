import Filters
import Parameters
import PixelCore
import Testing

@Suite struct OrientTests {
  /// A picture of six letters, stored in the orientation of each Exif value. Upright, it reads ABC over DEF.
  @Test(arguments: [
    (1, ["ABC", "DEF"]), (2, ["CBA", "FED"]), (3, ["FED", "CBA"]), (4, ["DEF", "ABC"]),
    (5, ["AD", "BE", "CF"]), (6, ["CF", "BE", "AD"]), (7, ["FC", "EB", "DA"]), (8, ["DA", "EB", "FC"]),
  ])
  func turnsTheStoredPictureUpright(value: Int, stored: [String]) throws {
    let letters = { (rows: [String]) in rows.map { $0.unicodeScalars.map { $0.value | 0xff00_0000 } } }
    let image = try render(
      Orient(), letters(stored), format: .encodedOpaque, orientation: Orientation(rawValue: value)!)
    #expect(image.pixels == letters(["ABC", "DEF"]))
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
