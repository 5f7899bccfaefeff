import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct HEICReadingTests {
  /// A pixel of the quadrants, repeated.
  private static func color(_ x: Int, _ y: Int) -> [UInt16] {
    (HEIFBuilder.Stream.colors[quadrant(x, y)] + [255]).map { UInt16($0) }
  }

  private static func quadrant(_ x: Int, _ y: Int) -> Int { (x % 64) / 32 + 2 * ((y % 64) / 32) }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
  private static func long(_ value: Int) -> [UInt8] { short(value >> 16 & 0xffff) + short(value & 0xffff) }

  private func file(_ change: (inout HEIFBuilder.Item) -> Void) -> [UInt8] {
    var item = HEIFBuilder.Item(.quadrants)
    change(&item)
    return HEIFBuilder([item]).bytes
  }

  // MARK: Pixels

  @Test func losslessPixelsAreExact() throws {
    let bytes = file { _ in }
    let picture = try Picture(decoding: bytes, bandHeight: 7)
    #expect(picture == Picture(width: 64, height: 64) { Self.color($0, $1) })
    let info = try ImageCodec.probe(EncodedImage(bytes))
    #expect(info.format == .heic && info.bitDepth == 8 && info.orientation == .up && !info.hasAlpha)
  }

  @Test func tenBitsBecomeSixteen() throws {
    let picture = try Picture(decoding: HEIFBuilder([HEIFBuilder.Item(.deepQuadrants)]).bytes)
    #expect(picture.depth == .sixteen)
    for (x, y) in [(0, 0), (63, 0), (0, 63), (63, 63)] {
      let drawn = HEIFBuilder.Stream.drawn[Self.quadrant(x, y)] + [255]
      // Luma and chroma are rounded to 10 bits, so colours are off by less than two of their levels.
      #expect(zip(picture[x, y], drawn).allSatisfy { abs(Int($0) - 257 * $1) < 128 }, "\(picture[x, y])")
    }
  }

  @Test func subsampledChromaIsRead() throws {
    let picture = try Picture(decoding: HEIFBuilder([HEIFBuilder.Item(.orange)]).bytes)
    #expect(picture.samples.indices.allSatisfy { abs(Int(picture.samples[$0]) - [200, 120, 40, 255][$0 % 4]) <= 3 })
  }

  /// Phones write tiles of 512 pixels, of which the last ones extend beyond the picture.
  @Test func aGridIsAssembled() throws {
    for (width, height, columns, rows) in [(100, 90, 2, 2), (128, 64, 2, 1), (33, 65, 1, 2), (129, 1, 3, 1)] {
      let part = HEIFBuilder.Item(.quadrants)
      var builder = HEIFBuilder(
        [HEIFBuilder.Item(columns: columns, rows: rows, width: width, height: height)]
          + Array(repeating: part, count: columns * rows))
      builder.references = [("dimg", 1, Array(2...columns * rows + 1))]
      let expected = Picture(width: width, height: height) { Self.color($0, $1) }
      #expect(try Picture(decoding: builder.bytes) == expected)
      builder.references = [("dimg", 1, Array(2..<columns * rows + 1))]
      expectDamaged(.heic) { try Picture(decoding: builder.bytes) }
    }
  }

  @Test func aGridLargerThanItsTilesIsDamaged() {
    let grid = HEIFBuilder.Item(columns: 1, rows: 1, width: 65, height: 64)
    var builder = HEIFBuilder([grid, HEIFBuilder.Item(.quadrants)])
    builder.references = [("dimg", 1, [2])]
    expectDamaged(.heic, "1 × 1 parts of 64 × 64 do not make 65 × 64 pixels") { try Picture(decoding: builder.bytes) }
  }

  @Test(arguments: [false, true])
  func alphaIsReadFromItsAuxiliaryPicture(isPremultiplied: Bool) throws {
    var alpha = HEIFBuilder.Item(.quadrants)
    alpha.properties.append(("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8)))
    var builder = HEIFBuilder([HEIFBuilder.Item(.quadrants), alpha])
    builder.references = [("auxl", 2, [1])] + (isPremultiplied ? [("prem", 1, [2])] : [])
    let picture = try Picture(decoding: builder.bytes)
    for (x, y) in [(0, 0), (63, 0), (0, 63), (63, 63)] {
      let color = Self.color(x, y)
      let luma = HEIFBuilder.Stream.luma[Self.quadrant(x, y)]
      let straight = color[..<3].map { isPremultiplied ? min((2 * 255 * Int($0) + luma) / (2 * luma), 255) : Int($0) }
      #expect(picture[x, y].map { Int($0) } == straight + [luma])
    }
  }

  // MARK: Geometry

  /// Rotations and mirrors apply in the listed order, and Exif's orientation is ignored.
  @Test func rotationsAndMirrorsBecomeAnOrientation() throws {
    typealias Step = (kind: String, value: UInt8)
    let turns: [Step] = (0..<4).map { ("irot", $0) }
    let mirrorings: [Step] = (0..<2).map { ("imir", $0) }
    var lists: [[Step]] = [[]] + (turns + mirrorings).map { [$0] }
    for turn in turns { for mirroring in mirrorings { lists += [[turn, mirroring], [mirroring, turn]] } }
    lists += [[mirrorings[0], mirrorings[1]], [mirrorings[1], turns[1], mirrorings[1]]]
    for list in lists {
      let bytes = file { item in for step in list { item.properties.append((step.kind, [step.value])) } }
      let info = try ImageCodec.probe(EncodedImage(bytes))
      // A picture of 3 × 2 letters, rotated as the standard specifies.
      var rows = [["a", "b", "c"], ["d", "e", "f"]]
      let stored = rows
      for step in list {
        switch step {
        case ("irot", let count):
          for _ in 0..<count {
            rows = rows[0].indices.reversed().map { x in rows.map { $0[x] } }
          }
        case (_, 0): rows.reverse()
        default: rows = rows.map { $0.reversed() }
        }
      }
      let size = PixelSize(width: 3, height: 2)
      let upright = info.orientation.upright(size)
      let turned = (0..<upright.height).map { y in
        (0..<upright.width).map { x in
          let place = info.orientation.stored(x: x, y: y, in: size)
          return stored[place.y][place.x]
        }
      }
      #expect(turned == rows, "\(list)")
    }
  }

  @Test func aCleanApertureCropsThePicture() throws {
    func frame(_ numbers: Int...) -> [UInt8] { numbers.flatMap(Self.long) }
    // 30 × 20 pixels from (10, 12): the middle is 7 to the left of and 10 above the middle of 64 × 64.
    let bytes = file { $0.properties.append(("clap", frame(30, 1, 20, 1, -7, 1, -10, 1))) }
    #expect(try Picture(decoding: bytes) == Picture(width: 30, height: 20) { Self.color($0 + 10, $1 + 12) })
    let odd = file { $0.properties.append(("clap", frame(63, 1, 64, 1, -1, 2, 0, 1))) }
    #expect(try Picture(decoding: odd) == Picture(width: 63, height: 64) { Self.color($0, $1) })
    let others = [
      frame(30, 1, 20, 1, -18, 1, 0, 1), frame(61, 2, 64, 1, 0, 1, 0, 1), frame(30, 0, 20, 1, 0, 1, 0, 1),
    ]
    for numbers in others {
      expectRefusal("unsupported", "a frame (clap)") {
        try ImageCodec.probe(EncodedImage(file { $0.properties.append(("clap", numbers)) }))
      }
    }
  }

  // MARK: Metadata

  @Test func profileAndCodePointsDetermineTheColors() throws {
    let profile = ProfileBuilder.displayP3.bytes
    let info = try ImageCodec.probe(
      EncodedImage(file { $0.properties.append(("colr", Array("prof".utf8) + profile)) }))
    #expect(info.iccProfile == profile && info.colors.profileName == "Display P3")
    func coded(_ codes: [UInt8]) throws -> ImageInfo {
      try ImageCodec.probe(
        EncodedImage(file { $0.properties.append(("colr", Array("nclx".utf8) + codes + [0, 0, 0x80])) }))
    }
    let p3 = try coded([0, 12, 0, 13])
    #expect(p3.colors.profileName == "Display P3" && p3.colors.needsConversion && p3.colorWarning == nil)
    #expect(try coded([0, 9, 0, 16]).colorWarning?.contains("HDR (PQ)") == true)
  }

  @Test func exifHasTheCaptureDateButNotTheOrientation() throws {
    let exif = ExifBuilder(isBigEndian: true, orientation: 6, takenAt: "2024:05:01 12:30:00")
    let label = Array("Exif\0\0".utf8)
    var builder = HEIFBuilder(
      [HEIFBuilder.Item(.quadrants), HEIFBuilder.Item(kind: "Exif", data: Self.long(label.count) + label + exif.bytes)])
    builder.references = [("cdsc", 2, [1])]
    let info = try ImageCodec.probe(EncodedImage(builder.bytes))
    #expect(info.capturedAt == Date(timeIntervalSince1970: 1_714_566_600) && info.orientation == .up)
  }

  @Test func ignoredPicturesAreReported() throws {
    var gainMap = HEIFBuilder.Item(.quadrants)
    gainMap.properties.append(("auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)))
    var builder = HEIFBuilder([HEIFBuilder.Item(.quadrants), HEIFBuilder.Item(.quadrants), gainMap])
    builder.references = [("auxl", 3, [1])]
    builder.others = HEIFBuilder.box("moov", [])
    #expect(
      try Picture(decoding: builder.bytes).warnings == [
        "this is an animation (HEIC); only its main picture is read",
        "this HEIC has 2 pictures; only its main one is read",
      ])
    #expect(
      try ImageCodec.probe(EncodedImage(builder.bytes)).gainMap
        == .unusable("packshot keeps that of a JPEG, and this is a HEIC"))
    // A thumbnail isn't reported.
    builder.references = [("auxl", 3, [1]), ("thmb", 2, [1])]
    #expect(try Picture(decoding: builder.bytes).warnings.count == 1)
  }

  // MARK: Refusals

  @Test func unsupportedFeaturesAreNamed() {
    func refused(_ words: String, _ change: (inout HEIFBuilder.Item) -> Void) {
      expectRefusal("unsupported", words) { try Picture(decoding: file(change)) }
    }
    refused("a picture coded as “av01” instead of “hvc1”") { $0.kind = "av01" }
    refused("an encrypted picture") { $0.isProtected = true }
    refused("a property (what)") {
      $0.properties.append(("what", []))
      $0.essential.insert("what")
    }
    let sequence = HEIFBuilder.box("ftyp", Array("msf1\0\0\0\0hevc".utf8)) + HEIFBuilder.box("moov", [])
    expectRefusal("unsupported", "pictures that follow each other in time") { try Picture(decoding: sequence) }
  }

  @Test func limitsAreCheckedInTheHeader() {
    let large = file { $0.properties[1] = HEIFBuilder.size(60_000, 60_000) }
    expectRefusal("tooManyPixels", "60000 × 60000") { try ImageCodec.probe(EncodedImage(large)) }
    var limits = DecodeLimits()
    limits.maxMetadata = 99
    expectRefusal("tooMuchMetadata", "the limit is 99") {
      try ImageCodec.probe(EncodedImage(file { _ in }), limits: limits)
    }
    // The coded picture has its own size.
    for side in [65, 400] {
      expectDamaged(.heic, "its picture is smaller than its header says") {
        try Picture(decoding: file { $0.properties[1] = HEIFBuilder.size(side, 64) })
      }
    }
  }

  @Test func aTruncationIsNoticedAnywhere() {
    let whole = file { _ in }
    for count in stride(from: 24, to: whole.count, by: 5) {
      let error = #expect(throws: CodecError.self) { try Picture(decoding: Array(whole[..<count])) }
      if case .truncated(.heic, _)? = error { continue }
      Issue.record("\(String(describing: error)) after \(count) bytes")
    }
  }
}
