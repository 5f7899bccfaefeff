import PixelCore
import Segmentation
import TestSupport
import Testing

/// Hashes that are nearly the same for copies of a photo, and the search for them.
@Suite struct PerceptualHashTests {
  /// The expected hashes were computed from the definition by a separate Python program, with cosines as floating-point
  /// numbers.
  @Test func hashesFollowTheDefinition() throws {
    #expect(try hash(700, 600) { scene($0, $1) }.text == "fe549929c8b98741cdcef0e6f99be23707fd")
    // Some cells share their pixels.
    #expect(try hash(90, 70) { scene($0, $1) }.text == "fe549929c8bd87418dccf846f9cbe6f407fd")
    #expect(try hash(700, 600, .right) { scene($0, $1) }.text == "ecf6cc7a1082ce509b9cb44d73dae67a07fd")
    let straight = try hash(700, 600) { x, y in scene(x, y) + [UInt8(truncatingIfNeeded: x.index * 3 + y.index)] }
    #expect(straight.text == "fcf49d2bd8fb0591b98e20f0f09c973f04fe")
  }

  @Test func planesOfAnySizeGiveAHash() throws {
    let sizes = [(700, 600), (350, 300), (350, 300)].map { PixelSize(width: $0.0, height: $0.1) }
    let grid = CellGrid(planes: sizes)
    for (plane, (size, channel)) in zip(sizes, [1, 2, 0]).enumerated() {
      for y in 0..<size.height {
        let row = (0..<size.width).map { scene(Position($0, size.width), Position(y, size.height))[channel] }
        row.withUnsafeBytes { grid.add(samples: $0.baseAddress!, ofPlane: plane, y: y) }
      }
    }
    let hash = try #require(PerceptualHash(grid, turnedBy: .up))
    #expect(hash.text == "fe749929d8f98741cd8ef0e6f99be3372010")
  }

  @Test func theUpperByteOfDeepPixelsCounts() throws {
    let size = PixelSize(width: 200, height: 150)
    let grid = CellGrid(pixels: size)
    let format = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .opaque)
    for y in 0..<size.height {
      var row: [UInt16] = []
      for x in 0..<size.width {
        let pixel = scene(Position(x, size.width), Position(y, size.height)) + [255]
        row += pixel.map { UInt16($0) << 8 | UInt16(x & 255) }
      }
      row.withUnsafeBytes { grid.add(pixels: $0.baseAddress!, y: y, format: format) }
    }
    #expect(try PerceptualHash(grid, turnedBy: .up) == hash(200, 150) { scene($0, $1) })
  }

  /// However the product lies in the frame.
  @Test func copiesAreNearAndOtherPicturesAreFar() throws {
    let original = try hash(700, 600) { scene($0, $1) }
    let copies = try [
      hash(350, 300) { scene($0, $1) },
      // Darker, with less contrast.
      hash(700, 600) { x, y in scene(x, y).map { $0 / 2 + 30 } },
      // With more backdrop around it.
      hash(700, 600) { x, y in scene(Position(x.thousandths * 2 - 600, 1000), Position(y.thousandths * 2 - 300, 1000))
      },
      // With a grey frame.
      hash(700, 600) { x, y in
        let isInside = (20...980).contains(x.thousandths) && (20...980).contains(y.thousandths)
        return isInside ? scene(x, y) : [128, 128, 128]
      },
    ]
    for (index, copy) in copies.enumerated() {
      let distance = original.distance(to: copy) ?? 128
      // Unrelated pictures are at 64 ± 7, so this is three deviations away.
      #expect(distance < 43, "copy \(index) is at \(distance)")
    }
    let mirrored = try hash(700, 600) { x, y in scene(Position(999 - x.thousandths, 1000), y) }
    #expect(original.bitDistance(to: mirrored) > 32)
  }

  @Test func anotherColourIsAnotherProduct() throws {
    let original = try hash(300, 300) { scene($0, $1) }
    // The same luma, by the weights of ITU-T T.871, but red instead of the product's blue.
    let red = try hash(300, 300) { x, y in
      let pixel = scene(x, y).map(Int.init)
      if pixel == [255, 255, 255] { return [255, 255, 255] }
      let luma = (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000
      return [UInt8(min(255, luma + 70)), UInt8(max(0, luma - 36)), UInt8(luma)]
    }
    #expect(original.bitDistance(to: red) <= PerceptualHash.copyDistance)
    #expect(original.distance(to: red) == nil)
  }

  @Test func plainPicturesHaveNoHash() throws {
    let size = PixelSize(width: 200, height: 150)
    for slope in [0, 1] {
      let grid = CellGrid(pixels: size)
      for y in 0..<size.height {
        let row = (0..<4 * size.width).map { $0 % 4 == 3 ? UInt8.max : UInt8(100 + slope * ($0 / 4) / 4) }
        row.withUnsafeBytes { grid.add(pixels: $0.baseAddress!, y: y, format: .encodedOpaque) }
      }
      #expect(PerceptualHash(grid, turnedBy: .up) == nil)
    }
  }

  @Test func textsAreReadBack() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let hash = randomHash(&random)
      #expect(PerceptualHash(text: hash.text) == hash)
    }
    let text = "fe549929c8b98741cdcef0e6f99be23707fd"
    for wrong in ["", String(text.dropLast()), text + "0", text.uppercased(), "g" + text.dropFirst()] {
      #expect(PerceptualHash(text: wrong) == nil, "\(wrong)")
    }
  }

  /// Compared with a search through all pairs.
  @Test(arguments: [0, 7, 8, 15, 31])
  func theIndexFindsAllNearHashes(distance: Int) {
    var random = SeededGenerator(seed: UInt64(distance))
    var hashes: [PerceptualHash] = []
    while hashes.count < 3000 {
      // Some hashes are near an earlier one.
      let near = hashes.isEmpty || hashes.count % 3 > 0 ? nil : hashes.randomElement(using: &random)
      hashes.append(
        near.map { changed($0, bits: Int.random(in: 0...40, using: &random), &random) } ?? randomHash(&random))
    }
    for hashes in [hashes, Array(hashes.prefix(500))] {
      let index = PerceptualHashIndex(hashes, distance: distance)
      for hash in hashes.prefix(300) {
        var found: [Int: Int] = [:]
        index.forEach(near: hash) { index, distance in
          let former = found.updateValue(distance, forKey: index)
          #expect(former == nil, "each is found once")
        }
        var expected: [Int: Int] = [:]
        for (place, other) in hashes.enumerated() {
          guard let bits = hash.distance(to: other), bits <= distance else { continue }
          expected[place] = bits
        }
        #expect(found == expected)
      }
    }
  }

  private func randomHash(_ random: inout SeededGenerator) -> PerceptualHash {
    let digits = (0..<32).map { _ in String(Int.random(in: 0...15, using: &random), radix: 16) }.joined()
    return PerceptualHash(text: digits + ["0000", "02fe", "1020"].randomElement(using: &random)!)!
  }

  private func changed(_ hash: PerceptualHash, bits: Int, _ random: inout SeededGenerator) -> PerceptualHash {
    var digits = hash.text.map { Int(String($0), radix: 16)! }
    for _ in 0..<bits { digits[Int.random(in: 0..<32, using: &random)] ^= 1 << Int.random(in: 0..<4, using: &random) }
    return PerceptualHash(text: digits.map { String($0, radix: 16) }.joined())!
  }

  // MARK: Pictures

  /// A coordinate of a picture, also in thousandths of its side.
  private struct Position {
    let index: Int
    let thousandths: Int

    init(_ index: Int, _ length: Int) {
      self.index = index
      let scaled = index * 1000
      thousandths = scaled >= 0 ? scaled / length : -((-scaled + length - 1) / length)
    }
  }

  /// A product with patterns on a white backdrop.
  private func scene(_ x: Position, _ y: Position) -> [UInt8] {
    let (u, v) = (x.thousandths, y.thousandths)
    let (across, down) = ((u - 450) * (u - 450), (v - 520) * (v - 520))
    if across * 350 * 350 + down * 300 * 300 >= 300 * 300 * 350 * 350 { return [255, 255, 255] }
    func wave(_ value: Int, _ period: Int) -> Int { abs(value % (2 * period) - period) * 255 / period }
    return [
      UInt8(40 + wave(u, 90) * 120 / 255), UInt8(30 + wave(v + u / 2, 130) * 150 / 255),
      UInt8(60 + wave(u - v + 1000, 210) / 2),
    ]
  }

  /// Returns the hash of a picture of opaque pixels with three channels, or straight ones with four.
  private func hash(
    _ width: Int, _ height: Int, _ orientation: Orientation = .up, _ pixel: (Position, Position) -> [UInt8]
  ) throws -> PerceptualHash {
    let grid = CellGrid(pixels: PixelSize(width: width, height: height))
    for y in 0..<height {
      let pixels = (0..<width).map { pixel(Position($0, width), Position(y, height)) }
      let format = pixels[0].count == 3 ? PixelFormat.encodedOpaque : .encodedStraight
      let row = Array(pixels.map { $0.count == 3 ? $0 + [255] : $0 }.joined())
      row.withUnsafeBytes { grid.add(pixels: $0.baseAddress!, y: y, format: format) }
    }
    return try #require(PerceptualHash(grid, turnedBy: orientation))
  }
}
