import ImageCodecs
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What files state about their colours. A pixel of (200, 100, 50) becomes the result of the chromaticities and the curve in
/// floating point, with Bradford adaptation.
@Suite struct StatedColorsTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var file: [UInt8]
    /// The pixel's colour in sRGB, or nil if the file counts as sRGB.
    var color: [Double]?
    var warning: String?
  }

  private static let (p3, adobe) = ([214.90, 92.61, 30.95], [227.07, 100.07, 42.35])
  private static let p3Chunk = PNGBuilder.chunk(
    "cHRM", [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(bigEndian))
  private static let sRGBPlaces = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]

  static let pngs: [Case] = [
    png("nothing", []),
    png("sRGB", PNGBuilder.chunk("sRGB", [0])),
    png("cICP, Display P3", cicp(12, 13), p3),
    png("cICP, BT.2020", cicp(9, 13), [241.27, 75.95, 29.14]),
    png("cICP, linear", cicp(1, 8), [229.10, 168.11, 122.42]),
    png("cICP, sRGB", cicp(1, 13)),
    png("cICP before sRGB and gAMA", cicp(12, 13) + PNGBuilder.chunk("sRGB", [0]) + gamma(100_000) + p3Chunk, p3),
    png("cICP, luma and chroma, which PNG has not", cicp(12, 13, matrix: 1)),
    png(
      "cICP, PQ", cicp(9, 16), nil,
      "its colours are HDR (PQ), which is not tone mapped: they are read as sRGB, and will look flat"),
    png(
      "cICP, HLG", cicp(9, 18), nil,
      "its colours are HDR (HLG), which is not tone mapped: they are read as sRGB, and will look flat"),
    png(
      "cICP, unknown", cicp(12, 17), nil, "its colours are not known (H.273's transfer 17), so they are read as sRGB"),
    png("cICP before iCCP", cicp(9, 13) + iccp(.displayP3), [241.27, 75.95, 29.14]),
    png(
      "cICP, PQ, with iCCP", cicp(9, 16) + iccp(.displayP3), p3, "its HDR (PQ) is left out; its colour profile counts"),
    png("iCCP", iccp(.displayP3), p3),
    png("iCCP before gAMA", gamma(45_455) + p3Chunk + iccp(.adobeRGB), adobe),
    png("sRGB before gAMA", PNGBuilder.chunk("sRGB", [0]) + gamma(50_000) + p3Chunk),
    png("gAMA with cHRM", gamma(50_000) + p3Chunk, [220.44, 102.55, 36.48]),
    png("gAMA with sRGB's cHRM", gamma(45_455) + PNGBuilder.chunk("cHRM", sRGBPlaces.flatMap(bigEndian))),
    png("gAMA alone, the common one", gamma(45_455)),
    png(
      "gAMA 1.0", gamma(100_000) + p3Chunk, nil, "its gamma (gAMA 1.0) is ignored, and its colours are read as sRGB"),
    png("gAMA alone", gamma(55_556), nil, "its gamma (gAMA 0.56) is ignored, and its colours are read as sRGB"),
    png(
      "cHRM alone", p3Chunk, nil, "its primaries (cHRM) are ignored, as it does not say its gamma (gAMA)"),
    png(
      "cHRM without light", gamma(50_000) + PNGBuilder.chunk("cHRM", [UInt8](repeating: 0, count: 32)), nil,
      "its gamma and primaries (gAMA, cHRM) are not colours, so they are read as sRGB"),
  ]

  static let jpegs: [Case] = [
    jpeg("nothing", []),
    jpeg("Exif R03", exif(colorSpace: 65535, rule: "R03"), adobe),
    jpeg("Exif R03, no colour space", exif(colorSpace: nil, rule: "R03"), adobe),
    jpeg("Exif colour space 2", exif(colorSpace: 2, rule: nil), adobe),
    jpeg("Exif colour space 2, R98", exif(colorSpace: 2, rule: "R98"), adobe),
    jpeg("Exif R98", exif(colorSpace: 65535, rule: "R98")),
    jpeg("Exif R03, but sRGB", exif(colorSpace: 1, rule: "R03")),
    jpeg("an ICC profile before Exif", icc(.displayP3) + exif(colorSpace: 2, rule: "R03"), p3),
    jpeg("an ICC profile in parts", icc(.displayP3, parts: 3), p3),
    jpeg(
      "a gain map", JPEGBuilder.segment(0xe2, Array("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0".utf8))),
    jpeg(
      "Ultra HDR",
      JPEGBuilder.segment(
        0xe1, Array("http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"/>".utf8))),
    jpeg(
      "a gain map and a profile",
      JPEGBuilder.segment(0xe2, Array("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0".utf8)) + icc(.displayP3), p3),
    jpeg(
      "a profile for inks", icc(.cmykProfile), nil,
      "its colour profile cannot be used (it is for CMYK, and the file is RGB), so its colours are read as sRGB"),
    jpeg("XMP of other things", JPEGBuilder.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))),
  ]

  @Test(arguments: pngs + jpegs)
  func oneStatementDeterminesTheColors(_ file: Case) throws {
    let info = try ImageCodec.probe(EncodedImage(file.file))
    #expect(info.colorWarning == file.warning)
    guard let color = file.color else {
      #expect(info.transform() == nil)
      return
    }
    var pixel: [UInt8] = [200, 100, 50, 255]
    let transform = try #require(info.transform())
    pixel.withUnsafeMutableBytes { bytes in
      let base = bytes.baseAddress!
      Kernels.current.convertToSRGB(base, UnsafeRawPointer(base), transform, count: 1, depth: .eight)
    }
    #expect(zip(pixel, color).allSatisfy { abs(Double($0) - $1) <= 1 }, "\(pixel)")
  }

  @Test func cmykConversionIsReported() throws {
    var builder = JPEGBuilder(
      width: 8, height: 8, components: (1...4).map { id in JPEGBuilder.Component(id: id) { _, _ in 100 } })
    let plain = try ImageCodec.probe(EncodedImage(builder.bytes))
    #expect(
      plain.colorSummary(isConverted: false)
        == "CMYK without a profile that can be used, converted to sRGB by a plain formula")
    builder.segments = Self.icc(.cmykProfile)
    let tagged = try ImageCodec.probe(EncodedImage(builder.bytes))
    #expect(tagged.colorSummary(isConverted: false) == "four inks, converted to sRGB as they are decoded")
    // No reader converts the RGB result again.
    #expect(tagged.transform() == nil && tagged.colorWarning == nil)
  }

  // MARK: Files

  private static func png(
    _ name: String, _ chunks: [UInt8], _ color: [Double]? = nil, _ warning: String? = nil
  ) -> Case {
    let levels = [200, 100, 50]
    var builder = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 2) { _, _, channel in levels[channel] }
    builder.chunksBefore = chunks
    return Case(testDescription: "PNG: \(name)", file: builder.bytes, color: color, warning: warning)
  }

  private static func jpeg(
    _ name: String, _ segments: [UInt8], _ color: [Double]? = nil, _ warning: String? = nil
  ) -> Case {
    var builder = JPEGBuilder(
      width: 8, height: 8,
      components: [200, 100, 50].enumerated().map { index, level in
        JPEGBuilder.Component(id: UInt8(index + 1)) { _, _ in level }
      })
    builder.segments = JPEGBuilder.adobe(transform: 0) + segments
    return Case(testDescription: "JPEG: \(name)", file: builder.bytes, color: color, warning: warning)
  }

  private static func cicp(_ primaries: UInt8, _ transfer: UInt8, matrix: UInt8 = 0) -> [UInt8] {
    PNGBuilder.chunk("cICP", [primaries, transfer, matrix, 1])
  }

  private static func gamma(_ value: Int) -> [UInt8] { PNGBuilder.chunk("gAMA", bigEndian(value)) }

  private static func iccp(_ profile: ProfileBuilder) -> [UInt8] {
    PNGBuilder.chunk("iCCP", Array("p\0\0".utf8) + PNGBuilder.zlib(profile.bytes))
  }

  private static func icc(_ profile: ProfileBuilder, parts: Int = 1) -> [UInt8] {
    let (bytes, length) = (profile.bytes, (profile.bytes.count + parts - 1) / parts)
    return (0..<parts).flatMap { part in
      JPEGBuilder.segment(
        0xe2,
        Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
          + bytes[part * length..<min((part + 1) * length, bytes.count)])
    }
  }

  /// An Exif block with a colour space and an interoperability rule.
  private static func exif(colorSpace: Int?, rule: String?) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { Array(bigEndian(value).suffix(2)) }
    let entries = (colorSpace == nil ? 0 : 1) + (rule == nil ? 0 : 1)
    let rules = 26 + 2 + 12 * entries + 4
    var block: [UInt8] = Array("MM\0*".utf8) + bigEndian(8)
    block += word(1) + word(0x8769) + word(4) + bigEndian(1) + bigEndian(26) + bigEndian(0)
    block += word(entries)
    if let colorSpace { block += word(0xa001) + word(3) + bigEndian(1) + word(colorSpace) + word(0) }
    if rule != nil { block += word(0xa005) + word(4) + bigEndian(1) + bigEndian(rules) }
    block += bigEndian(0)
    if let rule { block += word(1) + word(0x0001) + word(2) + bigEndian(4) + Array(rule.utf8) + [0] + bigEndian(0) }
    return JPEGBuilder.segment(0xe1, Array("Exif\0\0".utf8) + block)
  }
}
