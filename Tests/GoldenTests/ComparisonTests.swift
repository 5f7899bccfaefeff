import Golden
import ImageCodecs
import PixelCore
import Testing

@Suite struct ComparisonTests {
  static let size = PixelSize(width: 300, height: 200)

  @Test func changedPixelsHaveTheirCountLargestDifferenceAndBounds() throws {
    // Two places far apart: 5 × 3 pixels by 9 levels, and one pixel by 200.
    let result = try compare(size: Self.size, { _, _ in [20, 30, 40, 255] }) { x, y in
      if 100..<105 ~= x && 50..<53 ~= y { return [29, 30, 40, 255] }
      return (x, y) == (299, 199) ? [20, 30, 240, 255] : [20, 30, 40, 255]
    }
    #expect(result.changed == 16)
    #expect(result.different == 16)
    #expect(result.seen == 60_000)
    #expect(result.largest == 200)
    #expect(result.objections == [.pixels(16, allowed: 0)])
    #expect(result.damageCount == 2)
    #expect(
      result.damage == [
        Damage(
          bounds: PixelRect(origin: PixelPoint(x: 100, y: 50), size: PixelSize(width: 5, height: 3)), pixels: 15,
          largest: 9),
        Damage(
          bounds: PixelRect(origin: PixelPoint(x: 299, y: 199), size: PixelSize(width: 1, height: 1)), pixels: 1,
          largest: 200),
      ])
    #expect(result.densest?.pixels == 15)
  }

  @Test(arguments: [0, 1, 2, 3])
  func aDiagonalLineIsOnePlace(offset: Int) throws {
    // A V: down to the middle and up again, one pixel per column.
    let result = try compare(size: Self.size, { _, _ in [0, 0, 0, 255] }) { x, y in
      y == offset + abs(x - 150) ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    #expect(result.different == 300)
    #expect(result.damageCount == 1)
    #expect(
      result.damage[0].bounds
        == PixelRect(
          origin: PixelPoint(x: 0, y: offset), size: PixelSize(width: 300, height: 151)))
  }

  @Test(arguments: 0..<8)
  func placesMatchAFloodFillOverCells(seed: Int) throws {
    let size = PixelSize(width: 97, height: 61)
    let isHit = { (x: Int, y: Int) in Drawing.noise(x + 1000 * seed, y) % 64 == 0 }
    let result = try compare(size: size, { _, _ in [9, 9, 9, 255] }) { x, y in
      isHit(x, y) ? [10, 9, 9, 255] : [9, 9, 9, 255]
    }

    var cells: Set<PixelPoint> = []
    var count = 0
    for y in 0..<size.height {
      for x in 0..<size.width where isHit(x, y) {
        cells.insert(PixelPoint(x: x / 4, y: y / 4))
        count += 1
      }
    }
    var places = 0
    while let start = cells.popFirst() {
      places += 1
      var open = [start]
      while let cell = open.popLast() {
        for dy in -1...1 {
          for dx in -1...1 {
            if let next = cells.remove(PixelPoint(x: cell.x + dx, y: cell.y + dy)) { open.append(next) }
          }
        }
      }
    }
    #expect(result.different == count)
    #expect(result.damageCount == places)
    #expect(result.damage.reduce(0) { $0 + $1.pixels } == count)
  }

  @Test func differentSizesAreADifferenceAndTheOverlapIsCompared() throws {
    let result = try Comparison.compare(
      Drawing(PixelSize(width: 80, height: 50)) { _, _ in [1, 2, 3, 255] },
      Drawing(PixelSize(width: 70, height: 60)) { x, y in (x, y) == (69, 49) ? [2, 2, 3, 255] : [1, 2, 3, 255] })
    #expect(
      result.objections.first
        == .size(
          expected: PixelSize(width: 80, height: 50), actual: PixelSize(width: 70, height: 60)))
    #expect(result.different == 1)
    #expect(result.seen == 70 * 50)
    #expect(result.unmatched == 10 * 50 + 70 * 10)
  }

  @Test func theColorOfTransparentPixelsIsIgnored() throws {
    let result = try compare({ _, _ in [10, 20, 30, 0] }) { _, _ in [200, 100, 0, 0] }
    #expect(result.isIdentical)
  }

  @Test func exactComparesStraightValuesAtLowAlpha() throws {
    let (one, other): (Drawing.Pixel, Drawing.Pixel) = ([100, 100, 100, 2], [120, 100, 100, 2])
    #expect(
      try compare(size: PixelSize(width: 9, height: 9), by: Tolerance(.exact), { _, _ in one }, { _, _ in other })
        .different == 81)
    #expect(
      try compare(size: PixelSize(width: 9, height: 9), by: Tolerance(.channels(0)), { _, _ in one }, { _, _ in other })
        .isSame)
  }

  @Test func depthsAreComparedOnOneScale() throws {
    let size = PixelSize(width: 64, height: 64)
    func result(_ step: UInt16, _ tolerance: Tolerance) throws -> PictureDifferences {
      try Comparison.compare(
        Drawing(size, Drawing.photo),
        Drawing(size, depth: .sixteen) { x, y in Drawing.photo(x, y) &* 257 &+ [step, 0, 0, 0] }, tolerance: tolerance)
    }
    #expect(try result(0, Tolerance()).isIdentical)
    #expect(try !result(1, Tolerance()).isSame)
    #expect(try result(1, Tolerance()).largest == 1.0 / 257)
    #expect(try result(128, Tolerance(.channels(0.5))).isSame)
    #expect(try !result(129, Tolerance(.channels(0.5))).isSame)
  }

  @Test func ignoredExcludedAndMaskedPixelsAreNotCompared() throws {
    func result(_ area: ComparisonArea) throws -> PictureDifferences {
      try compare(size: PixelSize(width: 40, height: 30), area: area, { _, _ in [0, 0, 0, 255] }) { x, y in
        10..<20 ~= x && 5..<15 ~= y ? [255, 0, 0, 255] : [0, 0, 0, 255]
      }
    }
    let damage = PixelRect(origin: PixelPoint(x: 10, y: 5), size: PixelSize(width: 10, height: 10))
    let half = PixelRect(origin: PixelPoint(x: 0, y: 0), size: PixelSize(width: 15, height: 30))
    #expect(try result(ComparisonArea()).different == 100)
    #expect(try result(ComparisonArea(ignoring: [damage])).isSame)
    #expect(try result(ComparisonArea(ignoring: [damage])).seen == 1200 - 100)
    #expect(try result(ComparisonArea(ignoring: [half])).different == 50)
    #expect(try result(ComparisonArea(only: [half])).different == 50)
    #expect(try result(ComparisonArea(only: [half])).seen == 450)
    #expect(try result(ComparisonArea(ignoring: [half], only: [half])).seen == 0)
    // Overlapping rectangles, and ones that extend beyond the picture.
    let beyond = PixelRect(origin: PixelPoint(x: -5, y: -5), size: PixelSize(width: 20, height: 100))
    #expect(try result(ComparisonArea(ignoring: [half, beyond])).different == 50)
    #expect(try result(ComparisonArea(only: [half, beyond, damage])).different == 100)
  }

  @Test func whitePixelsOfAMaskAreCompared() throws {
    let size = PixelSize(width: 4, height: 1)
    let pixels: [Drawing.Pixel] = [[255, 255, 255, 255], [0, 0, 0, 255], [255, 255, 255, 0], [200, 200, 200, 255]]
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: .encodedStraight))
    for (x, pixel) in pixels.enumerated() {
      buffer.mutableRow(0).storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: pixel), toByteOffset: 4 * x, as: SIMD4<UInt8>.self)
    }
    let mask = try ComparisonArea.Mask(FileRows(EncodedImage(Image(buffer).encoded(.png()))))
    #expect(mask.size == size)
    let result = try compare(size: size, area: ComparisonArea(mask: mask), { _, _ in [0, 0, 0, 255] }) { _, _ in
      [9, 9, 9, 255]
    }
    #expect(result.seen == 2)
    #expect(result.damage.first?.bounds.columns == 0..<4)
    #expect(result.different == 2)
  }

  @Test func antialiasingIsDistinguishedFromAThinLine() throws {
    let size = PixelSize(width: 60, height: 60)
    // Two flat areas with a soft pixel between them, of another shade in each picture.
    func edge(_ soft: UInt16) -> (Int, Int) -> Drawing.Pixel {
      { x, _ in
        let level: UInt16 = x < 30 ? 250 : x == 30 ? soft : 10
        return [level, level, level, 255]
      }
    }
    let ignoring = Tolerance(.channels(10), countsAntialiasing: false)
    let redrawn = try compare(size: size, by: ignoring, edge(150), edge(100))
    #expect(redrawn.isSame)
    #expect(redrawn.antialiased == 60)
    #expect(try compare(size: size, by: Tolerance(.channels(10)), edge(150), edge(100)).different == 60)
    // A thin line on a flat area isn't an edge.
    let line = try compare(size: size, by: ignoring, { _, _ in [250, 250, 250, 255] }) { x, _ in
      x == 30 ? [10, 10, 10, 255] : [250, 250, 250, 255]
    }
    #expect(line.different == 60)
  }

  @Test func concentratedPixelsFailAndScatteredOnesPass() throws {
    let size = PixelSize(width: 400, height: 400)
    let tolerance = Tolerance(.exact, pixels: .count(64))
    let spread = try compare(size: size, by: tolerance, Drawing.photo) { x, y in
      Drawing.photo(x, y) &+ (x % 50 == 7 && y % 50 == 31 ? [1, 0, 0, 0] : .zero)
    }
    #expect(spread.isSame)
    #expect(spread.different == 64)
    let dent = try compare(size: size, by: tolerance, Drawing.photo) { x, y in
      Drawing.photo(x, y) &+ (200..<203 ~= x && 301..<304 ~= y ? [1, 0, 0, 0] : .zero)
    }
    #expect(
      dent.objections == [
        .density(
          pixels: 9, of: 64,
          window: PixelRect(origin: PixelPoint(x: 196, y: 296), size: PixelSize(width: 8, height: 8)), allowed: 1.0 / 16
        )
      ])
  }

  @Test func smallerWindowsAtTheEdgeAllowAsManyPixels() throws {
    let result = try compare(
      size: PixelSize(width: 9, height: 64), by: Tolerance(.exact, pixels: .count(10)), Drawing.photo
    ) {
      x, y in
      Drawing.photo(x, y) &+ (y == 20 && x >= 6 ? [1, 0, 0, 0] : .zero)
    }
    #expect(result.different == 3)
    #expect(result.isSame)
  }

  @Test func aComparisonOfNoPixelsFails() throws {
    let everything = PixelRect(origin: .zero, size: PixelSize(width: 9, height: 9))
    let result = try compare(
      size: PixelSize(width: 9, height: 9), area: ComparisonArea(ignoring: [everything]), Drawing.photo, Drawing.photo)
    #expect(result.objections == [.nothingSeen])
  }

  @Test(arguments: [0, 1])
  func anErrorWhileReadingEndsTheComparison(side: Int) {
    struct Broken: Error {}
    final class BreakingRows: RowSource {
      private let rows = Drawing(PixelSize(width: 1200, height: 1200), Drawing.photo)
      private var readCount = 0
      var shape: ImageShape { rows.shape }
      var iccProfile: [UInt8]? { nil }
      var orientation: Orientation { .up }
      func read(rows count: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int {
        readCount += 1
        if readCount > 3 { throw Broken() }
        return rows.read(rows: count, into: destination, stride: stride)
      }
    }
    let whole = Drawing(PixelSize(width: 1200, height: 1200), Drawing.photo)
    #expect(throws: Broken.self) {
      try side == 0 ? Comparison.compare(BreakingRows(), whole) : Comparison.compare(whole, BreakingRows())
    }
  }

  @Test func aRotatedPictureDiffersFromAnUprightOne() throws {
    let size = PixelSize(width: 8, height: 8)
    let result = try Comparison.compare(
      Drawing(size) { _, _ in [0, 0, 0, 255] },
      Drawing(size, orientation: Orientation(rawValue: 6)!) { _, _ in [0, 0, 0, 255] })
    #expect(result.objections == [.orientation(expected: .up, actual: Orientation(rawValue: 6)!)])
  }

  @Test func differentProfilesAreNamed() throws {
    func objection(_ expected: [UInt8]?, _ actual: [UInt8]?) throws -> String? {
      let size = PixelSize(width: 8, height: 8)
      return try Comparison.compare(
        Drawing(size, iccProfile: expected) { _, _ in [0, 0, 0, 255] },
        Drawing(size, iccProfile: actual) { _, _ in [0, 0, 0, 255] }
      ).objections.first?.description
    }
    let (srgb, p3) = (Drawing.profile(named: "sRGB"), Drawing.profile(named: "Display P3"))
    #expect(try objection(srgb, srgb) == nil)
    #expect(try objection(srgb, p3) == "its colour profile is Display P3; expected was sRGB")
    #expect(try objection(nil, p3) == "its colour profile is Display P3; expected was none")
    #expect(try objection(srgb, srgb + [0])!.hasPrefix("its colour profile is sRGB (162 bytes, "))
  }
}
