import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct DamageTests {
  /// Small files of each coding, by name.
  private static let files: [(name: String, bytes: [UInt8])] = {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let components = [
      JPEGBuilder.Component(id: 1, horizontal: 2, vertical: 2, value: value), .init(id: 2, value: value),
      .init(id: 3, value: value),
    ]
    let baseline = JPEGBuilder(width: 40, height: 40, components: components)
    var restarting = baseline
    restarting.restartInterval = 1
    var progressive = baseline
    progressive.frameType = 0xc2
    progressive.scans = [[0], [1], [2]]
    let png = PNGBuilder(width: 19, height: 13, bitDepth: 8, colorType: 2) { x, y, c in (x * 40 + y * 9 + c) & 255 }
    var interlaced = png
    interlaced.isInterlaced = true
    var indexed = PNGBuilder(width: 19, height: 13, bitDepth: 4, colorType: 3) { x, y, _ in (x + y) % 16 }
    indexed.palette = (0..<48).map { UInt8($0 * 5) }
    indexed.transparency = [0, 50, 100]
    // Deflated with custom codes, as most files are.
    let written = Picture(width: 19, height: 13) { x, y in [x * x, x * y, y * 9, 255 - x].map { UInt16($0 & 255) } }
    let deflated = (try? written.encoded(.png(), alpha: .straight)) ?? []
    return [
      ("baseline", baseline.bytes), ("restarting", restarting.bytes), ("progressive", progressive.bytes),
      ("png", png.bytes), ("interlaced", interlaced.bytes), ("indexed", indexed.bytes),
      ("deflated", deflated),
    ] + webPs + avifs + heics + ownFormats
  }()

  /// A WebP of either coding, with and without alpha, with and without a profile.
  private static let webPs: [(name: String, bytes: [UInt8])] = {
    let picture = Picture(width: 21, height: 17) { x, y in [x * x, x * y, y * 9, 255 - x].map { UInt16($0 & 255) } }
    let written = { (coding: EncodeOptions.Coding, alpha: PixelFormat.Alpha, profile: [UInt8]?) in
      (try? picture.encoded(coding, alpha: alpha, iccProfile: profile)) ?? []
    }
    return [
      ("lossy WebP", written(.webp(), .opaque, nil)), ("lossless WebP", written(.webp(lossless: true), .straight, nil)),
      ("translucent WebP", written(.webp(quality: 50), .straight, nil)),
      ("extended WebP", written(.webp(lossless: true), .opaque, [1, 2, 3])),
    ]
  }()

  /// An AVIF with and without alpha, with and without a profile.
  private static let avifs: [(name: String, bytes: [UInt8])] = {
    let picture = Picture(width: 21, height: 17) { x, y in [x * x, x * y, y * 9, 255 - x].map { UInt16($0 & 255) } }
    return [
      ("AVIF", (try? picture.encoded(.avif(quality: 20, effort: 0))) ?? []),
      (
        "translucent AVIF",
        (try? picture.encoded(.avif(quality: 0, effort: 0), alpha: .straight, iccProfile: [1, 2])) ?? []
      ),
    ]
  }()

  /// A HEIC with a single tile, and one with several and alpha.
  private static let heics: [(name: String, bytes: [UInt8])] = {
    var alpha = HEIFBuilder.Item(.orange)
    alpha.properties.append(("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8)))
    var grid = HEIFBuilder(
      [HEIFBuilder.Item(columns: 1, rows: 1, width: 64, height: 64), HEIFBuilder.Item(.orange), alpha])
    grid.references = [("dimg", 1, [2]), ("auxl", 3, [1])]
    return [("HEIC", HEIFBuilder([HEIFBuilder.Item(.orange)]).bytes), ("translucent HEIC", grid.bytes)]
  }()

  /// Formats that packshot reads by its own code.
  private static let ownFormats: [(name: String, bytes: [UInt8])] = {
    let palette = (0..<16).map { [UInt8($0 * 16), UInt8(255 - $0), 7] }
    var runs = BMPBuilder(width: 5, height: 3, bits: 8, compression: 1, palette: palette)
    runs.runs = [2, 7, 0, 3, 1, 2, 3, 0, 0, 0, 1, 9, 0, 2, 1, 1, 3, 4, 0, 1]
    let masks = [0xff0000, 0xff00, 0xff, 0xff00_0000]
    let index = { (x: Int, y: Int) in (x * x + y) % 16 }
    var layers = PSDBuilder(mode: 3, channels: 4, isPacked: true) { x, y, channel in (x * y * 9 + channel * 30) & 255 }
    (layers.layerCount, layers.resources) = (-1, [(0x040f, [1, 2, 3, 4])])
    return [
      ("BMP", BMPBuilder(bits: 24) { x, y in x << 16 | y }.bytes), ("BMP of runs", runs.bytes),
      (
        "BMP with alpha",
        BMPBuilder(bits: 32, headerLength: 124, compression: 3, masks: masks) { x, y in x << 24 | y }.bytes
      ),
      ("GIF", GIFBuilder([.init(transparentIndex: 3, index: index)], palette: palette, bits: 4).bytes),
      ("interlaced GIF", GIFBuilder([.init(left: 2, isInterlaced: true, index: index)], palette: palette).bytes),
      ("PSD", PSDBuilder(mode: 4, channels: 4, depth: 16) { x, y, channel in x * y * channel * 99 }.bytes),
      ("packed PSD", layers.bytes),
    ]
  }()

  /// The number of bytes after a complete picture that mark the file's end. The progressive file lacks most coefficients, so its
  /// end can be anywhere.
  private static let endMarks = [
    "baseline": 2, "restarting": 2, "png": 12, "interlaced": 12, "indexed": 12, "deflated": 12,
    // Padding; the code that ends the runs; an empty block and the trailer.
    "BMP": 1, "BMP of runs": 2, "GIF": 2, "interlaced GIF": 2,
  ]

  @Test(arguments: files.map(\.name))
  func aFileTruncatedWithinItsPictureIsRefused(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name }).bytes
    #expect(throws: Never.self) { try Picture(decoding: file) }
    for length in 0..<(file.count - Self.endMarks[name, default: 0]) {
      #expect(throws: CodecError.self, "cut to \(length) of \(file.count) bytes") {
        try Picture(decoding: Array(file[..<length]))
      }
    }
  }

  @Test func aTruncationIsReportedAsOne() throws {
    let jpeg = Self.files[0].bytes
    expectTruncated(.jpeg) { try Picture(decoding: Array(jpeg[..<(jpeg.count - 3)])) }
    let png = Self.files[3].bytes
    expectTruncated(.png) { try Picture(decoding: Array(png[..<(png.count - 13)])) }
  }

  /// Whatever the change, reading ends with an error or with every row, which ``Picture`` checks.
  @Test(arguments: files.map(\.name))
  func changedBytesAreReadOrRefused(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name }).bytes
    var random = SeededRandom(seed: 20_240_501)
    let limits = DecodeLimits(maxPixels: 100_000)
    for _ in 0..<400 {
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 3..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
        case 1: changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: changed.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: changed.remove(at: index)
        }
      }
      do { _ = try Picture(decoding: changed, limits: limits) } catch is CodecError {}
    }
  }

  @Test func aReaderThatFailedKeepsFailing() throws {
    let file = EncodedImage(Self.files[3].bytes.dropLast(200))
    let reader = try ImageCodec.makeReader(bytes: file)
    var row = [UInt8](repeating: 0, count: reader.shape.bytesPerRow * reader.shape.size.height)
    for _ in 0..<3 {
      expectTruncated(.png) {
        try row.withUnsafeMutableBytes { bytes in
          try reader.read(rows: 13, into: bytes.baseAddress!, stride: reader.shape.bytesPerRow)
        }
      }
    }
  }
}
