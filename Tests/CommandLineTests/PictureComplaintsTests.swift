import Foundation
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// Issues that users reported about product pictures in other programs, each with its number. Each test runs the whole job: a
/// file in, the program, a file out.
@Suite struct PictureComplaintsTests {
  private static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// libvips 291, sharp 213: resampling straight alpha causes dark fringes.
  @Test func resamplingLeavesNoDarkFringes() throws {
    let packshot = try Packshot()
    // A white disc on transparent black.
    let disc = { (x: Int, y: Int) in (x - 30) * (x - 30) + (y - 30) * (y - 30) < 600 ? Color.white : Self.clear }
    try packshot.write(MadePicture.file(PixelSize(width: 60, height: 60), color: disc), to: "disc.webp")
    for side in [17, 150] {
      let made = try packshot.made(
        of: "disc.webp", by: "outputs: [ { file: a.png, steps: [ { resize: { width: \(side) } } ] } ]")
      #expect(made.pixels.contains { 1..<255 ~= $0[3] })
      for pixel in made.pixels where pixel[3] > 0 {
        #expect(pixel[..<3] == [255, 255, 255], "\(side) pixels: \(pixel)")
      }
    }
  }

  /// libvips 1301 and 4614, sharp 1676 and 3118: composited pictures have halos.
  @Test func compositingLeavesNoHalos() throws {
    let packshot = try Packshot()
    let badge = Color(red: 230, green: 57, blue: 70)
    // A badge with a transparent surround of another colour, over a photo of the badge's colour.
    try packshot.write(
      MadePicture.file(PixelSize(width: 40, height: 40), .png()) { x, y in
        (x - 20) * (x - 20) + (y - 20) * (y - 20) < 300
          ? badge : x < 20 ? Self.clear : Color(red: 255, green: 255, blue: 255, alpha: 0)
      }, to: "badge.png")
    try packshot.write(MadePicture.file(color: { _, _ in badge }), to: "photo.webp")
    for (width, opacity) in [("23", "1"), ("50%", "0.6"), ("90", "1")] {
      let made = try packshot.made(
        of: "photo.webp",
        by: """
          sources: { badge: badge.png }
          steps: [ { sourceOver: { foreground: badge, at: center, width: \(width), opacity: \(opacity) } } ]
          outputs: [ { file: a.png } ]
          """)
      let worst = made.pixels.map { pixel in zip(pixel, [230, 57, 70, 255]).map { abs($0 - $1) }.max()! }.max()!
      #expect(worst <= 1, "\(width) wide: off by \(worst)")
    }
  }

  /// sharp 2363, 4084, 3591 and 999, imgproxy 265: trim cuts content, or leaves noisy white.
  @Test func trimKeepsThinContentAndRemovesNoisyWhite() throws {
    let packshot = try Packshot()
    let size = PixelSize(width: 400, height: 300)
    // Noisy white, a grey lamp, and its cable: one pixel wide, ending 12 pixels before the edge.
    var random = SeededGenerator(seed: 16)
    let photo = { (x: Int, y: Int) in
      let noise = UInt8(random.next() % 5)
      if 150..<250 ~= x, 90..<210 ~= y { return Color(red: 120 + noise, green: 118 + noise, blue: 116 + noise) }
      if 12..<150 ~= x, y == 150 { return Color(red: 70 + noise, green: 70 + noise, blue: 70 + noise) }
      return Color(red: 251 + noise, green: 251 + noise, blue: 251 + noise)
    }
    // A JPEG has ringing around edges, up to the end of a block of 8 pixels.
    for (name, coding, kept) in [("lamp.png", .png(), 2), ("lamp.jpg", .jpeg(quality: 85), 8)]
      as [(String, EncodeOptions.Coding, Int)]
    {
      try packshot.write(MadePicture.file(size, coding, in: .encodedOpaque, color: photo), to: name)
      let made = try packshot.made(of: name, by: "steps: [ trim ]\noutputs: [ { file: a.png } ]")
      #expect(238 - 2...238 + 2 * kept ~= made.size.width, "\(name): \(made.size)")
      #expect(120 - 2...120 + 2 * kept ~= made.size.height, "\(name): \(made.size)")
    }
  }

  /// imgix calls this “the single most common support question”.
  /// The canvas grows when a shadow is added.
  @Test func theCanvasGrowsUnderAShadowOnlyOnRequest() throws {
    let packshot = try Packshot()
    let product = { (x: Int, y: Int) in 5..<35 ~= x && 5..<25 ~= y ? Color.black : Self.clear }
    try packshot.write(MadePicture.file(color: product), to: "product.webp")
    let made = { (more: String) in
      try packshot.made(
        of: "product.webp",
        by: "steps: [ { shadow: { offset: [0, 4], blur: 12\(more) } } ]\noutputs: [ { file: a.png } ]")
    }
    let clipped = try made("")
    #expect(clipped.size == PixelSize(width: 40, height: 30))
    #expect(clipped.warnings.contains("clipped by"), "\(clipped.warnings)")
    // Three standard deviations, each half of the blur: 18 pixels on each side, and 4 more below.
    let grown = try made(", grow: true")
    #expect(grown.size == PixelSize(width: 40 + 36, height: 30 + 36) && grown.warnings.isEmpty, "\(grown)")
  }
}
