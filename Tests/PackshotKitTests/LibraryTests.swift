import Foundation
import PackshotKit
import TestSupport
import Testing

@Suite struct LibraryTests {
  /// The example of the documentation, as a user would write it.
  @Test func thePublishedExampleWorks() throws {
    let folder = try TemporaryFolder()
    let (mug, backdrop, output) = (folder.path("mug.jpg"), folder.path("backdrop.png"), folder.path("mug.png"))
    try TestPicture.write(to: mug, width: 40, height: 30, .init(red: 40, green: 90, blue: 200))
    try TestPicture.write(to: backdrop, width: 60, height: 50, .white)

    let photo = try Photo(contentsOf: mug)
    let picture =
      try photo
      .applying(SepiaTone(intensity: 0.5))
      .composited(over: Photo(contentsOf: backdrop), at: .center)
    try picture.write(to: output)

    #expect(try picture.size == PixelSize(width: 60, height: 50))
    let result = try Photo(contentsOf: output).image()
    #expect(result.size == PixelSize(width: 60, height: 50))
    // White around the photo, which extends from (10, 10) to (50, 40).
    #expect(result.pixel(9, 25) == [255, 255, 255, 255])
    #expect(result.pixel(30, 9) == [255, 255, 255, 255])
    // Half of CISepiaTone in linear light on (40, 90, 200), which JPEG keeps within two levels.
    for (channel, expected) in zip(result.pixel(30, 25), Self.halfSepia([40, 90, 200])) {
      #expect(abs(Double(channel) - expected) <= 3)
    }
  }

  /// Core Image's sepia tone at intensity 0.5 in float64: luminance in linear light, and a power function per channel fitted to
  /// Apple's published output.
  private static func halfSepia(_ color: [Double]) -> [Double] {
    let light = color.map { $0 / 255 <= 0.04045 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4) }
    let y = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    let tone = [pow(y, 0.781), 0.9888 * pow(y, 1.0849), 0.9145 * pow(y, 1.9023)]
    return zip(light, tone).map { 255 * (1.055 * pow(($0 + $1) / 2, 1 / 2.4) - 0.055) }
  }

  @Test func theLibraryRefusesWhatRecipesRefuse() throws {
    let folder = try TemporaryFolder()
    try TestPicture.write(to: folder.path("a.png"), width: 4, height: 4, .white)
    let photo = try Photo(contentsOf: folder.path("a.png"))
    #expect(throws: FilterError.self) { try photo.applying(SepiaTone(intensity: 7)) }
    #expect(throws: PackshotError.self) { try photo.write(to: folder.path("a.gif")) }
    #expect(throws: PackshotError.missing(path: folder.path("b.png"))) { try Photo(contentsOf: folder.path("b.png")) }
  }
}
