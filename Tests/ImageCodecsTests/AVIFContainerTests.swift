import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// What an AVIF's container says about its pictures. libavif 0.11.1 reads much of it wrongly without an error.
@Suite struct AVIFContainerTests {
  private static let side = 32
  private static let colors: [[UInt16]] = [[200, 30, 40], [20, 180, 60], [30, 50, 210], [240, 230, 220]]
  /// The alphas of tiles.
  private static let levels: [UInt16] = [0, 77, 128, 255]

  private static func plain(_ color: [UInt16], width: Int = side, height: Int = side) throws -> HEIFBuilder.Item {
    try HEIFBuilder.Item(av1: Picture(width: width, height: height) { _, _ in color + [255] })
  }

  /// An item that is alpha of this level.
  private static func alpha(_ level: UInt16, width: Int = side, height: Int = side) throws -> HEIFBuilder.Item {
    try plain([level, level, level], width: width, height: height).auxiliary(HEIFBuilder.alpha)
  }

  /// Whether a pixel has this colour, except for the rounding of luma and chroma, and exactly this alpha.
  private static func isNear(_ pixel: [UInt16], _ color: [UInt16], alpha: UInt16 = 255) -> Bool {
    zip(pixel, color).allSatisfy { abs(Int($0) - Int($1)) <= 3 } && pixel[3] == alpha
  }

  /// The middle of each quadrant, row by row.
  private static func quadrants(_ picture: Picture) -> [[UInt16]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { picture[picture.size.width * $0.0 / 4, picture.size.height * $0.1 / 4] }
  }

  private static let grid = HEIFBuilder.Item(columns: 2, rows: 2, width: 2 * side, height: 2 * side)

  private static func orders(of rest: [Int]) -> [[Int]] {
    rest.isEmpty ? [[]] : rest.flatMap { first in orders(of: rest.filter { $0 != first }).map { [first] + $0 } }
  }

  // MARK: Grids

  @Test func tilesOfAGridAreInTheOrderOfItsReferences() throws {
    let parts = try Self.colors.map { try Self.plain($0) }
    for order in Self.orders(of: [0, 1, 2, 3]) {
      let file = HEIFBuilder(avif: [Self.grid] + parts, [("dimg", 1, order.map { $0 + 2 })])
      let found = Self.quadrants(try Picture(decoding: file.bytes))
      #expect(zip(found, order).allSatisfy { Self.isNear($0, Self.colors[$1]) }, "\(order): \(found)")
    }
  }

  @Test func aGridIsCroppedWithinItsLastTilesAtOddSidesToo() throws {
    let parts = try Self.colors.map { try Self.plain($0) }
    for (width, height) in [(33, 64), (45, 51), (64, 33)] {
      let grid = HEIFBuilder.Item(columns: 2, rows: 2, width: width, height: height)
      let picture = try Picture(decoding: HEIFBuilder(avif: [grid] + parts, [("dimg", 1, [2, 3, 4, 5])]).bytes)
      #expect(picture.size == PixelSize(width: width, height: height))
      let corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)].map { picture[$0.0, $0.1] }
      // Chroma is interpolated across edges.
      #expect(Self.isNear(corners[0], Self.colors[0]))
      #expect(zip(corners, Self.colors).allSatisfy { zip($0, $1).allSatisfy { abs(Int($0) - Int($1)) < 64 } })
    }
  }

  @Test func aGridWithAMissingOrRepeatedTileIsDamaged() throws {
    let parts = try Self.colors.map { try Self.plain($0) }
    for (places, reason) in [
      ([2, 3, 4], "it has 3 parts of 4"), ([2, 3, 4, 4], "its grid has one part in two places"),
      ([2, 3, 4, 9], "its picture is not in it"),
    ] {
      let file = HEIFBuilder(avif: [Self.grid] + parts, [("dimg", 1, places)])
      expectDamaged(.avif, reason) { try Picture(decoding: file.bytes) }
    }
  }

  @Test func tilesOfAnotherSizeSamplingOrDepthAreRefused() throws {
    let size = Picture(width: Self.side, height: Self.side) { _, _ in [9, 9, 9, 255] }
    for other in [
      try Self.plain([9, 9, 9], width: Self.side / 2), try HEIFBuilder.Item(av1: size, subsampling: .none),
    ] {
      let parts = try [Self.plain([9, 9, 9]), other]
      let grid = HEIFBuilder.Item(columns: 2, rows: 1, width: 2 * Self.side, height: Self.side)
      expectDamaged(.avif, "its parts are not alike") {
        try Picture(decoding: HEIFBuilder(avif: [grid] + parts, [("dimg", 1, [2, 3])]).bytes)
      }
    }
  }

  // MARK: Alpha

  @Test func alphaOfEachTileIsAlphaOfTheGrid() throws {
    let parts = try Self.colors.map { try Self.plain($0) }
    let alphas = try Self.levels.map { try Self.alpha($0) }
    // The third tile gets the first alpha, and so on.
    let order = [2, 0, 3, 1]
    let links = order.enumerated().map { (kind: "auxl", from: 6 + $0, to: [2 + $1]) }
    var file = HEIFBuilder(avif: [Self.grid] + parts + alphas, [("dimg", 1, [2, 3, 4, 5])] + links)
    let picture = try Picture(decoding: file.bytes)
    for (part, pixel) in Self.quadrants(picture).enumerated() {
      #expect(Self.isNear(pixel, Self.colors[part], alpha: Self.levels[order.firstIndex(of: part)!]), "\(pixel)")
    }
    file.references.removeLast()
    expectRefusal("unsupported", "alpha that is not alike in all parts") { try Picture(decoding: file.bytes) }
  }

  @Test func aColorGridCanHaveWholeAlphaAndTheReverse() throws {
    let (side, parts) = (2 * Self.side, try Self.colors.map { try Self.plain($0) })
    let whole = HEIFBuilder(
      avif: [Self.grid] + parts + [try Self.alpha(91, width: side, height: side)],
      [("dimg", 1, [2, 3, 4, 5]), ("auxl", 6, [1])])
    let picture = try Picture(decoding: whole.bytes)
    #expect(zip(Self.quadrants(picture), Self.colors).allSatisfy { Self.isNear($0, $1, alpha: 91) })
    let other = HEIFBuilder(
      avif: [try Self.plain(Self.colors[0], width: side, height: side), Self.grid.auxiliary(HEIFBuilder.alpha)]
        + (try Self.levels.map { try Self.plain([$0, $0, $0]) }),
      [("auxl", 2, [1]), ("dimg", 2, [6, 5, 4, 3])])
    let found = Self.quadrants(try Picture(decoding: other.bytes))
    #expect(zip(found, Self.levels.reversed()).allSatisfy { Self.isNear($0, Self.colors[0], alpha: $1) }, "\(found)")
  }

  @Test(arguments: [
    ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", true), ("urn:mpeg:hevc:2015:auxid:1", true),
    ("urn:mpeg:avc:2015:auxid:1", true), ("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", false),
    ("urn:mpeg:hevc:2015:auxid:2", false), ("urn:com:apple:photo:2020:aux:hdrgainmap", false), ("", false),
  ])
  func onlyAnAuxiliaryItemNamedAlphaIsAlpha(purpose: String, isAlpha: Bool) throws {
    let items = [try Self.plain(Self.colors[1]), try Self.plain([50, 50, 50]).auxiliary(purpose)]
    let bytes = HEIFBuilder(avif: items, [("auxl", 2, [1])]).bytes
    #expect(try ImageCodec.probe(EncodedImage(bytes)).hasAlpha == isAlpha)
    #expect(Self.isNear(try Picture(decoding: bytes)[5, 5], Self.colors[1], alpha: isAlpha ? 50 : 255))
  }

  @Test(arguments: [false, true]) func alphaIsFoundBeforeAndAfterADepthMap(isLast: Bool) throws {
    let depth = try Self.plain([50, 50, 50]).auxiliary(HEIFBuilder.depth)
    let alpha = try Self.alpha(90)
    let thumbnail = try Self.plain([1, 2, 3], width: 8, height: 8)
    let file = HEIFBuilder(
      avif: [try Self.plain(Self.colors[1]), isLast ? depth : alpha, isLast ? alpha : depth, thumbnail],
      [("thmb", 4, [1]), ("auxl", 2, [1]), ("auxl", 3, [1])])
    let picture = try Picture(decoding: file.bytes)
    #expect(Self.isNear(picture[5, 5], Self.colors[1], alpha: 90) && picture.warnings == [])
  }

  @Test(arguments: [false, true]) func premultipliedColorsAreDividedByTheReferencedAlpha(
    refersToIt: Bool
  ) throws {
    let items = [try Self.plain([60, 60, 60]), try Self.alpha(120)]
    let file = HEIFBuilder(avif: items, [("auxl", 2, [1]), ("prem", 1, [refersToIt ? 2 : 9])])
    // 60 of 120 is half: 127.5 of 255, rounded up.
    #expect(try Picture(decoding: file.bytes)[3, 3] == (refersToIt ? [128, 128, 128, 120] : [60, 60, 60, 120]))
  }

  @Test func alphaOfAnotherSizeIsRefused() throws {
    let items = [try Self.plain([60, 60, 60]), try Self.alpha(120, width: 16)]
    expectRefusal("unsupported", "alpha of another size or depth") {
      try Picture(decoding: HEIFBuilder(avif: items, [("auxl", 2, [1])]).bytes)
    }
  }

  // MARK: Samples

  /// The third byte has the chroma sampling, the depth, and whether there is chroma at all; the second has the profile.
  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases)
  func wrongSamplingInAv1CIsIgnored(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let picture = Picture(width: 33, height: 21) { x, y in [UInt16(x * 7), UInt16(y * 11), UInt16(x * y / 3), 255] }
    var item = try HEIFBuilder.Item(av1: picture, subsampling: subsampling)
    let expected = try Picture(decoding: HEIFBuilder(avif: [item]).bytes)
    #expect(expected.psnr(to: picture) > 25)
    let (index, content) = try #require(
      item.properties.enumerated().first { $1.kind == "av1C" }.map { ($0, $1.content) })
    for bits in 0..<32 {
      item.properties[index].content[2] = content[2] & 0x83 | UInt8(bits << 2)
      #expect(try Picture(decoding: HEIFBuilder(avif: [item]).bytes) == expected, "\(bits)")
    }
    item.properties[index].content[1] ^= 0xe0
    #expect(try Picture(decoding: HEIFBuilder(avif: [item]).bytes) == expected)
  }

  @Test func aPictureWithoutASequenceHeaderOrOfAnotherSizeIsDamaged() throws {
    var item = try Self.plain([60, 60, 60])
    let size = try #require(item.properties.firstIndex { $0.kind == "ispe" })
    for (width, height) in [(31, 32), (32, 33), (30, 30), (64, 64), (16, 64)] {
      item.properties[size] = HEIFBuilder.size(width, height)
      expectDamaged(.avif) { try Picture(decoding: HEIFBuilder(avif: [item]).bytes) }
    }
    item.properties[size] = HEIFBuilder.size(Self.side, Self.side)
    #expect(throws: Never.self) { try Picture(decoding: HEIFBuilder(avif: [item]).bytes) }
    item.data = [0x12, 0x00, 0x32, 0x01, 0x00]
    expectDamaged(.avif, "it has no AV1 sequence header") { try Picture(decoding: HEIFBuilder(avif: [item]).bytes) }
  }

  // MARK: Geometry

  @Test func rotationsAndMirrorsApplyInOrderAfterTheCleanAperture() throws {
    func orientation(_ steps: (String, UInt8)...) throws -> Orientation {
      var item = try Self.plain([60, 60, 60])
      for step in steps { item.properties.append((step.0, [step.1])) }
      return try ImageCodec.probe(EncodedImage(HEIFBuilder(avif: [item]).bytes)).orientation
    }
    #expect(try orientation(("irot", 1)) == .left && orientation(("imir", 1)) == .upMirrored)
    #expect(try orientation(("irot", 1), ("imir", 1)) == .rightMirrored)
    #expect(try orientation(("imir", 1), ("irot", 1)) == .leftMirrored)
    let numbers: [Int32] = [10, 1, 8, 1, -3, 1, 2, 1]
    var item = try HEIFBuilder.Item(
      av1: Picture(width: 32, height: 32) { x, y in [UInt16(x * 8), UInt16(x * 8), UInt16(x * 8), 255] })
    let whole = try Picture(decoding: HEIFBuilder(avif: [item]).bytes)
    item.properties.append(("clap", numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }))
    // The middle of 10 × 8 is 3 to the left of the middle of 32 × 32, and 2 below it.
    #expect(
      try Picture(decoding: HEIFBuilder(avif: [item]).bytes) == Picture(width: 10, height: 8) { whole[$0 + 8, $1 + 14] }
    )
  }

  @Test func dataInMetadataOrInSeveralExtentsIsRead() throws {
    var items = [try Self.plain(Self.colors[2]), try Self.alpha(7)]
    items[0].isInData = true
    let file = HEIFBuilder(avif: items, [("auxl", 2, [1])])
    #expect(Self.isNear(try Picture(decoding: file.bytes)[9, 9], Self.colors[2], alpha: 7))
  }

  // MARK: Animations

  @Test func onlyAnAuxiliaryTrackNamedAlphaOrUnnamedIsAlpha() throws {
    let (colors, other) = (try Self.plain(Self.colors[0]), try Self.plain([50, 50, 50]))
    for (purpose, isAlpha) in [(HEIFBuilder.alpha, true), (HEIFBuilder.depth, false), (nil, true)] as [(String?, Bool)]
    {
      let file = AnimationBuilder([
        .init(pictures: [other], kind: "mp4a"), .init(pictures: [other], serves: (3, purpose)),
        .init(pictures: [colors, other]),
      ])
      let picture = try Picture(decoding: file.bytes)
      #expect(Self.isNear(picture[8, 8], Self.colors[0], alpha: isAlpha ? 50 : 255), "\(purpose ?? "-")")
      #expect(picture.warnings == ["this is an animation (AVIF); only its first picture is read"])
      #expect(try ImageCodec.probe(EncodedImage(file.bytes)).hasMorePictures)
    }
  }

  @Test func anAnimationWithADepthTrackAndAlphaHasAlpha() throws {
    let file = AnimationBuilder([
      .init(pictures: [try Self.plain(Self.colors[0])]),
      .init(pictures: [try Self.plain([50, 50, 50])], serves: (1, HEIFBuilder.depth)),
      .init(pictures: [try Self.plain([90, 90, 90])], serves: (1, HEIFBuilder.alpha)),
    ])
    #expect(Self.isNear(try Picture(decoding: file.bytes)[8, 8], Self.colors[0], alpha: 90))
    #expect(try !ImageCodec.probe(EncodedImage(file.bytes)).hasMorePictures)
  }

  @Test func anAnimationWithoutAColorTrackIsDamagedAndATruncatedOneTruncated() throws {
    let item = try Self.plain([50, 50, 50])
    let file = AnimationBuilder([.init(pictures: [item], serves: (2, nil))]).bytes
    expectDamaged(.avif, "it has no track of pictures coded as AV1") { try Picture(decoding: file) }
    let whole = AnimationBuilder([.init(pictures: [item, item])]).bytes
    #expect(throws: Never.self) { try Picture(decoding: Array(whole.dropLast(item.data.count))) }
    expectTruncated(.avif) { try Picture(decoding: Array(whole.dropLast(item.data.count + 1))) }
  }

  // MARK: Exif

  /// libvips and Pillow write a JPEG's label before the block, and include it in the offset.
  @Test(arguments: [(6, true), (0, true), (0, false), (6, false), (999, true)])
  func exifIsFoundWithAndWithoutALabel(count: Int, hasLabel: Bool) throws {
    let block = ExifBuilder(isBigEndian: false, orientation: 6, takenAt: "2024:05:01 12:30:00").bytes
    let exif = [0, 0, UInt8(count >> 8), UInt8(count & 255)] + (hasLabel ? Array("Exif\0\0".utf8) : []) + block
    let items = [try Self.plain([50, 50, 50]), HEIFBuilder.Item(kind: "Exif", data: exif)]
    let bytes = HEIFBuilder(avif: items, [("cdsc", 2, [1])]).bytes
    #expect(try ImageCodec.probe(EncodedImage(bytes)).capturedAt == Date(timeIntervalSince1970: 1_714_566_600))
    #expect(ImageCodec.metadata(of: EncodedImage(bytes), keeping: .keep, for: .jpeg).metadata.exif != nil)
  }
}
