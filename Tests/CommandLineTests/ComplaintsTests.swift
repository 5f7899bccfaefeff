import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// Issues that users reported about colours and formats in other programs, each with its number. Each test runs the whole job:
/// a file in, the program, a file out.
@Suite struct ComplaintsTests {
  private static let red = Color(red: 230, green: 57, blue: 70)
  private static let asItIs = "outputs: [ { file: a.png } ]"

  /// sharp 2862, 4186 and 3714: wide gamut is lost, and every resize shifts the colours.
  @Test func wideGamutIsKeptAndResizingDoesNotShiftColors() throws {
    let packshot = try Packshot()
    try packshot.write(picture(Self.red, profile: .displayP3), to: "photo.webp")
    // Little CMS converts it to (250, 24, 62).
    for (profile, color) in [("keep", [230, 57, 70]), ("sRGB", [250, 24, 62])] {
      var photo = "photo.webp"
      for side in [30, 20, 10] {
        let recipe =
          "profile: \(profile)\noutputs: [ { file: a.webp, lossless: true, steps: [ { resize: { width: \(side) } } ] } ]"
        let made = try packshot.made(of: photo, by: recipe, as: "\(profile)-\(side).webp")
        #expect(made.color == color && made.warnings.isEmpty, "\(profile), \(side) pixels")
        #expect(
          try ImageCodec.probe(made.file).iccProfile == (profile == "keep" ? ProfileBuilder.displayP3.bytes : nil))
        photo = "\(profile)-\(side).webp"
      }
    }
  }

  /// sharp 321, 2727 and 3906: CMYK is converted wrongly, and its profile stays on the RGB picture.
  @Test func cmykIsConvertedAndItsProfileDropped() throws {
    let packshot = try Packshot()
    try packshot.write(Data(inks(JPEGBuilder.profile(.cmykProfile)).bytes), to: "photo.jpg")
    for profile in ["sRGB", "keep"] {
      let made = try packshot.made(of: "photo.jpg", by: "profile: \(profile)\n" + Self.asItIs)
      // Little CMS 2.14 converts these CMYK values to (171.05, 152.60, 96.91).
      #expect(zip(made.color, [171, 153, 97]).allSatisfy { abs($0 - $1) <= 1 } && made.warnings.isEmpty, "\(made)")
      #expect(try ImageCodec.probe(made.file).iccProfile == nil)
    }
  }

  /// libvips 1941 and 2238, sharp 1311: linear light breaks alpha and causes banding.
  @Test func resizingInLinearLightKeepsAlphaAndHasNoBands() throws {
    let packshot = try Packshot()
    // Half of it is transparent green, which would show if it were mixed in.
    try packshot.write(
      picture { x, y in x < 20 ? Self.red : Color(red: 0, green: 255, blue: 0, alpha: 0) }, to: "half.webp")
    let half = try packshot.made(
      of: "half.webp", by: "working: linear\noutputs: [ { file: a.png, steps: [ { resize: { width: 13 } } ] } ]")
    // At the edge of the opaque half, Lanczos overshoots by up to a twentieth.
    for pixel in half.pixels where pixel[3] > 30 {
      #expect(229...240 ~= pixel[0] && 56...60 ~= pixel[1] && 69...74 ~= pixel[2], "\(pixel)")
    }
    #expect(half.pixels.contains { 1..<255 ~= $0[3] })
    let greys = (0..<40).map { UInt8($0 * 6 + 1) }
    try packshot.write(picture { x, _ in Color(red: greys[x], green: greys[x], blue: greys[x]) }, to: "greys.webp")
    let ramp = try packshot.made(of: "greys.webp", by: "working: linear\n" + Self.asItIs)
    #expect(ramp.pixels[..<40].map { $0[0] } == greys.map(Int.init))
  }

  /// libvips 3758: an encoder starts threads. The sandbox denies threads.
  @Test func encodersStartNoThreads() throws {
    let packshot = try Packshot()
    try packshot.write(picture(Self.red), to: "photos/a.webp")
    let outputs = "outputs: [ { file: a, formats: [avif, webp, jpeg, png, tiff] } ]"
    let folders = try ["--sandbox", "--no-sandbox"].map { option in
      try packshot.write("packshot: 1\nname: all\n\(outputs)\n", to: "all.yaml")
      let run = try packshot.run("run", "all.yaml", "photos", "--output", "out" + option, option, "--quiet")
      #expect(run.status == 0, "\(run.errors)")
      return try ["avif", "webp", "jpg", "png", "tif"].map { try packshot.read("out\(option)/a.\($0)") }
    }
    #expect(folders[0] == folders[1])
  }

  /// libvips 474 and 1946, sharp 3624, 3825 and 4112: truncated files pass, or good files fail.
  @Test func truncatedFilesAreRefusedAndFilesWithPaddingAccepted() throws {
    let packshot = try Packshot()
    let whole = inks([]).bytes
    try packshot.write(Data(whole + [0, 0, 0]), to: "photo.jpg")
    #expect(try packshot.made(of: "photo.jpg", by: Self.asItIs).size == PixelSize(width: 16, height: 16))
    // The last two bytes are the end marker. Without it, every block is still present.
    for count in [whole.count - 4, whole.count - 12] {
      try packshot.write(Data(whole[..<count]), to: "cut.jpg")
      let run = try packshot.run("render", "recipe.yaml", "cut.jpg", "cut.png")
      #expect(run.status == 66 && run.errors.contains("cut.jpg: the JPEG is cut short"), "\(count): \(run.errors)")
      #expect(throws: (any Error).self) { try packshot.read("cut.png") }
    }
  }

  /// grid 2066, RawTherapee 1805, ImageGlass 685: Adobe RGB named only by R03 is ignored.
  @Test func adobeRGBNamedOnlyByR03IsRecognized() throws {
    // IFD 0 with the Exif offset; the Exif IFD with an uncalibrated colour space and the interoperability offset; the rule R03.
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + bigEndian(8) + [0, 1, 0x87, 0x69, 0, 4] + bigEndian(1) + bigEndian(26)
      + bigEndian(0)
      + [0, 2, 0xa0, 0x01, 0, 3] + bigEndian(1) + [0xff, 0xff, 0, 0]
      + [0xa0, 0x05, 0, 4] + bigEndian(1) + bigEndian(56) + bigEndian(0)
      + [0, 1, 0, 1, 0, 2] + bigEndian(4) + Array("R03\0".utf8) + bigEndian(0)
    var photo = JPEGBuilder(width: 16, height: 16, components: JPEGBuilder.flat([200, 100, 50]))
    photo.segments = JPEGBuilder.adobe(transform: 0) + JPEGBuilder.segment(0xe1, exif)
    let packshot = try Packshot()
    try packshot.write(Data(photo.bytes), to: "photo.jpg")
    // By the definitions of Adobe RGB (1998) and sRGB: (227.07, 100.07, 42.35).
    #expect(try packshot.made(of: "photo.jpg", by: Self.asItIs).color == [227, 100, 42])
  }

  /// sharp 2365, imgproxy 182: untagged CMYK has washed-out or grey blacks.
  @Test func untaggedCMYKHasDarkBlacksAndBrightWhites() throws {
    let packshot = try Packshot()
    for (values, levels) in [([0, 0, 0, 0], 250...255), ([0, 0, 0, 255], 0...50), ([200, 190, 180, 255], 0...20)] {
      try packshot.write(Data(inks([], values).bytes), to: "photo.jpg")
      // Otherwise the machine's CMYK profile, if installed, would apply.
      let made = try packshot.made(of: "photo.jpg", by: Self.asItIs, "--cmyk", "none")
      #expect(made.color.allSatisfy { levels ~= $0 }, "\(values): \(made.color)")
      #expect(made.warnings.contains("CMYK"), "\(made.warnings)")
    }
  }

  /// sharp 1649: CMYK without Adobe's marker is inverted.
  @Test func cmykWithoutAnAdobeMarkerIsNotInverted() throws {
    let packshot = try Packshot()
    for (values, marker) in [([0, 0, 0, 0], []), ([255, 255, 255, 255], JPEGBuilder.adobe(transform: 0))] {
      try packshot.write(Data(inks(marker, values).bytes), to: "paper.jpg")
      #expect(try packshot.made(of: "paper.jpg", by: Self.asItIs).color.allSatisfy { $0 >= 250 })
    }
  }

  /// sharp 237 and 521: an RGB file has a CMYK profile.
  @Test func aCMYKProfileInAnRGBFileIsIgnored() throws {
    let packshot = try Packshot()
    try packshot.write(picture(Self.red, profile: .cmykProfile), to: "photo.webp")
    let made = try packshot.made(of: "photo.webp", by: Self.asItIs)
    #expect(made.color == [230, 57, 70] && made.warnings.contains("it is for CMYK, and the file is RGB"), "\(made)")
  }

  /// libvips 3731, ImageMagick 7715, imgproxy 1173: AVIF's code points are lost, and the colours look washed out.
  @Test func avifCodePointsAreApplied()
    throws
  {
    let packshot = try Packshot()
    try packshot.write(Self.displayP3, to: "photo.avif")
    #expect(try packshot.made(of: "photo.avif", by: Self.asItIs).color == [250, 24, 62])
  }

  /// libvips 3912 and 3799, sharp 4314, Pillow 8036: HDR and gain maps are flattened without a warning.
  @Test func hdrAndGainMapsCauseWarnings() throws {
    let packshot = try Packshot()
    var hdr = Self.displayP3
    let codes = try #require(hdr.range(of: Data("nclx".utf8) + [0, 12, 0, 13]))
    // BT.2020 and PQ.
    hdr.replaceSubrange(codes, with: Data("nclx".utf8) + [0, 9, 0, 16])
    try packshot.write(hdr, to: "photo.avif")
    #expect(try packshot.made(of: "photo.avif", by: Self.asItIs).warnings.contains("HDR (PQ)"))
    var photo = JPEGBuilder(width: 16, height: 16, components: JPEGBuilder.flat([128]))
    photo.segments = JPEGBuilder.segment(0xe2, Array("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0".utf8))
    try packshot.write(Data(photo.bytes), to: "photo.jpg")
    #expect(try packshot.made(of: "photo.jpg", by: Self.asItIs).warnings.contains("gain map"))
  }

  /// imagor 410: an AVIF is larger than its source at the same quality.
  @Test func anAVIFIsSmallerThanItsSourceAtTheSameQuality() throws {
    let packshot = try Packshot()
    var generator = SeededGenerator(seed: 410)
    let noise = (0..<1200).map { _ in UInt8.random(in: 0...25, using: &generator) }
    try packshot.write(
      picture { x, y in
        let grain = noise[40 * y + x]
        return Color(red: UInt8(5 * x) + grain, green: UInt8(7 * y) + grain, blue: 90 + grain)
      }, to: "photos/a.webp")
    try packshot.write(
      "packshot: 1\nname: all\nsteps: [ { resize: { width: 160 } } ]\noutputs: [ { file: a, formats: [avif, jpeg], quality: 82 } ]",
      to: "all.yaml")
    #expect(try packshot.run("run", "all.yaml", "photos", "--output", "out", "--quiet").status == 0)
    #expect(try packshot.read("out/a.avif").count < packshot.read("out/a.jpg").count)
  }

  /// sharp 3217 and 646: TIFFs in CMYK with alpha, and in Lab.
  @Test func cmykTIFFsWithAlphaAreReadAndLabTIFFsRefused() throws {
    let packshot = try Packshot()
    var tiff = TIFFBuilder(bits: 8, samples: 5, color: 5, extraSamples: [2]) { _, _, channel in
      [121, 131, 193, 61, 77][channel]
    }
    tiff.iccProfile = ProfileBuilder.cmykProfile.bytes
    try packshot.write(Data(tiff.bytes), to: "inks.tif")
    let made = try packshot.made(of: "inks.tif", by: Self.asItIs)
    #expect(zip(made.pixels[0], [171, 153, 97, 77]).allSatisfy { abs($0 - $1) <= 1 }, "\(made.pixels[0])")
    try packshot.write(Data(TIFFBuilder(bits: 8, samples: 3, color: 8) { _, _, _ in 0 }.bytes), to: "lab.tif")
    let lab = try packshot.run("render", "recipe.yaml", "lab.tif", "lab.png")
    #expect(lab.status == 66 && lab.errors.contains("colours of an unusual kind (Lab"), "\(lab.errors)")
  }

  // MARK: Pictures

  /// 8 × 8 pixels of (230, 57, 70), marked as Display P3 by code points. Made by avifenc 0.11.1.
  private static let displayP3 = Data(
    base64Encoded:
      "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA"
      + "AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACEAAAAoaWluZgAAAAAAAQAAABppbmZl"
      + "AgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAAAxh"
      + "djFDgSAAAAAAABNjb2xybmNseAAMAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACltZGF0EgAKCDgIv2EMDQCQMhMQAAAA"
      + "D/o+kEDsepWiayns0e/A")!

  private func inks(_ segments: [UInt8], _ values: [Int] = [121, 131, 193, 61]) -> JPEGBuilder {
    var builder = JPEGBuilder(width: 16, height: 16, components: JPEGBuilder.flat(values))
    builder.segments = segments
    return builder
  }

  private func picture(_ color: Color, profile: ProfileBuilder? = nil) throws -> Data {
    try picture(profile: profile) { _, _ in color }
  }

  private func picture(profile: ProfileBuilder? = nil, color: (_ x: Int, _ y: Int) -> Color) throws -> Data {
    try MadePicture.file(profile: profile, color: color)
  }
}

extension JPEGBuilder {
  fileprivate static func flat(_ values: [Int]) -> [Component] {
    values.enumerated().map { index, value in Component(id: UInt8(index + 1)) { _, _ in value } }
  }

  /// An ICC profile in a single segment.
  fileprivate static func profile(_ profile: ProfileBuilder) -> [UInt8] {
    segment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile.bytes)
  }
}
