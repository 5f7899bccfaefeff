import PackshotKit
import SwiftUILookalike
import Testing

/// packshot and SwiftUI imported in one file without ambiguity.
@Suite struct BesideSwiftUITests {
  @Test func sharedNamesMeanSwiftUIsTypes() {
    #expect(Image("mug").name == "mug")
    #expect(Color.red.name == "red")
    #expect(Text("NEW").content == "NEW")
    #expect(Circle().sides == 0)
    #expect(RoundedRectangle(cornerRadius: 8).cornerRadius == 8)
    #expect(ColorMatrix().r1 == 1)
  }

  /// A card of 40 × 30 white pixels with a red disc of 10 pixels.
  @Test func packshotsTypesHaveUnambiguousNames() throws {
    let white = [UInt8](repeating: 255, count: 4 * 40 * 30)
    let card = Photo(try PixelImage(pixels: white, size: PixelSize(width: 40, height: 30)))
    let red = PixelColor(red: 255, green: 0, blue: 0)
    let frame = PixelRect(origin: PixelPoint(x: 15, y: 10), size: PixelSize(width: 10, height: 10))
    let image: PixelImage =
      try card
      .applying(.circle(frame: frame, fill: red, stroke: red))
      .applying(.colorMatrix(rows: [[0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]))
      .image(in: .encodedStraight)
    // Red and blue are swapped.
    #expect(image.pixel(20, 15) == [0, 0, 255, 255])
    #expect(image.pixel(2, 2) == [255, 255, 255, 255])
  }

  /// If another library has a type with a filter's name, the leading dot still means the filter, and the module's name
  /// disambiguates the types.
  @Test func aTypeOfAnotherModuleIsDisambiguatedByItsModule() throws {
    #expect(SwiftUILookalike.Shadow().depth == 3)
    let named = PackshotKit.Shadow(blur: 2)
    let card = Photo(
      try PixelImage(pixels: [UInt8](repeating: 255, count: 4 * 9), size: PixelSize(width: 3, height: 3)))
    #expect(try card.applying(.shadow(blur: 2)).image().pixels == card.applying(named).image().pixels)
  }
}
