import PixelCore

/// A perceptual hash: nearly the same for copies of a photo that were resized, saved again or slightly edited, and far
/// apart for other photos.
///
/// The hash is ours, because products on a white backdrop look alike to hashes of whole frames. It is computed from the
/// means of 128 × 128 cells of the upright picture (``CellGrid``), with whole numbers only:
///
/// 1. Lines of cells at the frame's edges whose luma differs by at most 10 of 255 are a border if it ends in a step: three
///    quarters of the cells of the line after the next differ by more than 6. They are left out, with the next line, which
///    may contain a part of the border. Other even lines are a backdrop and are kept, because where they end depends on
///    noise.
/// 2. The differences of luma between cells that are three apart, less 4 each, are summed up by column and by row, at the
///    second of the four cells. The window contains the middle 96 % of both sums and 3 % more on each side. So it follows
///    the product wherever it is in the frame, and changes little if the frame is cropped. The blocks of a strongly
///    compressed JPEG differ by less, in a softly lit backdrop.
/// 3. The window is reduced to 32 × 32 means, and transformed by a discrete cosine transform. Bit i says whether the i-th
///    coefficient is positive, in the order of the sum of both frequencies, from 1 to 15, and then of the vertical one.
///    Brightness and contrast don't change the signs.
/// 4. The window's mean chroma tells products apart that differ only in colour.
///
/// A hash depends a little on the scale at which a JPEG is decoded, by a few bits at most.
package struct PerceptualHash: Hashable, Sendable {
  /// Number of bits that are compared.
  package static let bitCount = 128
  /// Largest ``distance(to:)`` of copies.
  ///
  /// Of copies of 145 photos saved as JPEGs of qualities 30 to 95 or as WebP, at 160 pixels to their own size, 96 % and
  /// more are this near; of copies with a border, cropped, or with other brightness and contrast, 75 to 100 %. Of 14,877
  /// pairs of different pictures none is. The nearest two, at 21 and 23, are drawn scenes, and a shirt with two prints; the
  /// next ones are at 31 and more.
  package static let copyDistance = 15

  /// The first 64 and the last 64 bits. The first bit is the highest.
  let bits: SIMD2<UInt64>
  /// The mean of (B − Y) / 1.772 and of (R − Y) / 1.402 in the window, in steps of 8-bit values.
  let chroma: SIMD2<Int8>

  init(bits: SIMD2<UInt64>, chroma: SIMD2<Int8>) { (self.bits, self.chroma) = (bits, chroma) }

  /// Returns the hash of the picture in a grid to which all rows were added, or nil if the picture is too plain.
  ///
  /// - Parameter orientation: How the rows must be turned to be upright.
  package init?(_ grid: CellGrid, turnedBy orientation: Orientation) {
    let means = grid.means(turnedBy: orientation)
    guard let window = HashWindow(around: means.luma) else { return nil }
    let coefficients = Self.transform(window.reduced(means.luma, to: Self.side))
    var bits = SIMD2<UInt64>()
    for (index, value) in coefficients.prefix(Self.bitCount).enumerated() where value > 0 {
      bits[index / 64] |= 1 << (63 - UInt64(index % 64))
    }
    func mean(_ chroma: [Int]) -> Int8 {
      Int8(clamping: (window.reduced(chroma, to: 1)[0] + CellGrid.unit / 2) >> 6)
    }
    self.init(bits: bits, chroma: SIMD2(mean(means.bluish), mean(means.reddish)))
  }

  /// Returns the number of bits in which two hashes differ, 0 to ``bitCount``. Unrelated photos differ in about half of
  /// the bits, on average in 64 ± 7. Nil if the photos differ in colour: a mean chroma differs by more than 5 and a
  /// quarter of the larger one.
  package func distance(to other: PerceptualHash) -> Int? {
    for index in 0..<2 {
      let (one, two) = (Int(chroma[index]), Int(other.chroma[index]))
      if abs(one - two) > 5 + max(abs(one), abs(two)) / 4 { return nil }
    }
    return bitDistance(to: other)
  }

  /// Returns the number of bits in which two hashes differ, whatever the photos' colours are.
  package func bitDistance(to other: PerceptualHash) -> Int {
    let different = bits ^ other.bits
    return different.x.nonzeroBitCount + different.y.nonzeroBitCount
  }

  // MARK: Transform

  /// Side of the reduced picture.
  private static let side = 32

  /// 32768 cos(π i / 64), rounded, for i from 0 to 32.
  private static let cosines = [
    32768, 32729, 32610, 32413, 32138, 31786, 31357, 30853, 30274, 29622, 28899, 28106, 27246, 26320, 25330, 24279,
    23170, 22006, 20788, 19520, 18205, 16846, 15447, 14010, 12540, 11039, 9512, 7962, 6393, 4808, 3212, 1608, 0,
  ]

  /// Returns 32768 cos(π (2 `sample` + 1) `frequency` / 64).
  private static func cosine(_ frequency: Int, _ sample: Int) -> Int {
    let angle = (2 * sample + 1) * frequency % 128
    switch angle {
    case 0...32: return cosines[angle]
    case 33...96: return angle <= 64 ? -cosines[64 - angle] : -cosines[angle - 64]
    default: return cosines[128 - angle]
    }
  }

  /// Returns the coefficients of the discrete cosine transform (DCT-II) whose frequencies add up to 1 to 15, by this sum
  /// and then by the vertical frequency.
  private static func transform(_ samples: [Int]) -> [Int] {
    let waves = (0...15).map { frequency in (0..<side).map { cosine(frequency, $0) } }
    let columns = waves.map { wave in
      (0..<side).map { x in (0..<side).reduce(0) { $0 + wave[$1] * samples[$1 * side + x] } }
    }
    return (1...15).flatMap { sum in
      (0...sum).map { vertical in
        let wave = waves[sum - vertical]
        return (0..<side).reduce(0) { $0 + wave[$1] * columns[vertical][$1] }
      }
    }
  }
}

extension PerceptualHash {
  /// The hash as 36 lower-case hexadecimal digits: the bits, and a byte for each chroma.
  package var text: String {
    let bytes = [bits.x, bits.y].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    let digits = Array("0123456789abcdef".utf8)
    let all = bytes + [UInt8(bitPattern: chroma.x), UInt8(bitPattern: chroma.y)]
    return String(decoding: all.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns nil if `text` isn't 36 lower-case hexadecimal digits.
  package init?(text: String) {
    var nibbles: [UInt8] = []
    nibbles.reserveCapacity(36)
    for digit in text.utf8 {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibbles.append(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibbles.append(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    guard nibbles.count == 36 else { return nil }
    func number(_ range: Range<Int>) -> UInt64 { nibbles[range].reduce(0) { $0 << 4 | UInt64($1) } }
    self.init(
      bits: SIMD2(number(0..<16), number(16..<32)),
      chroma: SIMD2(Int8(truncatingIfNeeded: number(32..<34)), Int8(truncatingIfNeeded: number(34..<36))))
  }
}

extension PerceptualHash: Codable {
  /// Decodes ``text``.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = PerceptualHash(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a hash has 36 hexadecimal digits")
    }
    self = hash
  }

  /// Encodes ``text``.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The part of a picture that its hash describes, in 256ths of cells.
private struct HashWindow {
  private let columns: Range<Int>
  private let rows: Range<Int>

  /// Least sum of the differences between cells, in steps of 8-bit values. The plainest of 100 photos has 48,000; pictures
  /// with less than this have nothing that a hash could describe.
  private static let leastDifference = 1000

  /// Returns nil if the picture is too plain.
  init?(around luma: [Int]) {
    let (side, unit) = (CellGrid.side, CellGrid.unit)
    let (columns, rows) = Self.withoutBorder(luma)
    var byColumn = [Int](repeating: 0, count: columns.count)
    var byRow = [Int](repeating: 0, count: rows.count)
    for y in rows {
      for x in columns {
        let value = luma[y * side + x]
        func add(_ other: Int, x: Int, y: Int) {
          let difference = max(0, abs(luma[other] - value) - 4 * unit)
          byColumn[x - columns.lowerBound] += difference
          byRow[y - rows.lowerBound] += difference
        }
        if x + 3 < columns.upperBound { add(y * side + x + 3, x: x + 1, y: y) }
        if y + 3 < rows.upperBound { add((y + 3) * side + x, x: x, y: y + 1) }
      }
    }
    guard byColumn.reduce(0, +) >= Self.leastDifference * unit else { return nil }
    self.columns = Self.middle(of: byColumn, in: columns)
    self.rows = Self.middle(of: byRow, in: rows)
  }

  /// Returns the columns and rows of cells without a border. At least a quarter of the cells are kept in each direction.
  private static func withoutBorder(_ luma: [Int]) -> (columns: Range<Int>, rows: Range<Int>) {
    let (side, tolerance, step) = (CellGrid.side, 10 * CellGrid.unit, 6 * CellGrid.unit)
    /// Returns the number of lines of a border. `lines` are the first indices of lines from the edge inwards, and `cells`
    /// are added to them.
    func border(_ lines: [Int], _ cells: [Int]) -> Int {
      var width = 0
      for index in 0..<max(0, lines.count - side / 4) {
        let (line, inner) = (lines[index], lines[index + 2])
        var (low, high, stepped) = (Int.max, Int.min, 0)
        for cell in cells {
          let value = luma[line + cell]
          (low, high) = (min(low, value), max(high, value))
          if abs(luma[inner + cell] - value) > step { stepped += 1 }
        }
        if high - low > tolerance { break }
        if 4 * stepped > 3 * cells.count { width = index + 1 }
      }
      return width
    }
    var (left, right, top, bottom) = (0, side, 0, side)
    var isSmaller = true
    while isSmaller {
      let before = (left, right, top, bottom)
      top += border((top..<bottom).map { $0 * side }, Array(left..<right))
      bottom -= border((top..<bottom).reversed().map { $0 * side }, Array(left..<right))
      left += border(Array(left..<right), (top..<bottom).map { $0 * side })
      right -= border((left..<right).reversed(), (top..<bottom).map { $0 * side })
      isSmaller = before != (left, right, top, bottom)
    }
    return (
      (left > 0 ? left + 1 : 0)..<(right < side ? right - 1 : side),
      (top > 0 ? top + 1 : 0)..<(bottom < side ? bottom - 1 : side)
    )
  }

  /// Returns the middle of an axis that contains the sums but for 20 of 1024 at either end, enlarged by 30 of 1024 of
  /// its length on both sides and to at least 16 cells, as far as it is within `cells`.
  private static func middle(of sums: [Int], in cells: Range<Int>) -> Range<Int> {
    let total = sums.reduce(0, +)
    func position(_ target: Int) -> Int {
      var passed = 0
      for (index, sum) in sums.enumerated() {
        if passed + sum > target { return 256 * (cells.lowerBound + index) + (target - passed) * 256 / sum }
        passed += sum
      }
      return 256 * cells.upperBound
    }
    var (start, end) = (position(total * 20 / 1024), position(total * 1004 / 1024))
    let margin = (end - start) * 30 / 1024
    (start, end) = (start - margin, end + margin)
    let least = 16 * 256
    if end - start < least {
      let middle = (start + end) / 2
      (start, end) = (middle - least / 2, middle + least / 2)
    }
    return max(256 * cells.lowerBound, start)..<min(256 * cells.upperBound, end)
  }

  /// Returns `side` × `side` means of the window.
  func reduced(_ cells: [Int], to side: Int) -> [Int] {
    let count = CellGrid.side
    var narrow = [Int](repeating: 0, count: count * side)
    for y in rows.lowerBound >> 8..<(rows.upperBound + 255) >> 8 {
      Self.reduce(cells, from: y * count, step: 1, columns, into: &narrow, from: y * side, step: 1, count: side)
    }
    var result = [Int](repeating: 0, count: side * side)
    for x in 0..<side {
      Self.reduce(narrow, from: x, step: side, rows, into: &result, from: x, step: side, count: side)
    }
    return result
  }

  /// Computes the means of equal parts of a line of cells. Parts begin and end within cells.
  private static func reduce(
    _ cells: [Int], from place: Int, step: Int, _ range: Range<Int>, into means: inout [Int], from destination: Int,
    step destinationStep: Int, count: Int
  ) {
    var sums = [0]
    sums.reserveCapacity(CellGrid.side + 1)
    for index in 0..<CellGrid.side { sums.append(sums[index] + cells[place + index * step]) }
    func sum(before position: Int) -> Int {
      let (index, part) = (position >> 8, position & 255)
      return sums[index] * 256 + (part > 0 ? cells[place + index * step] * part : 0)
    }
    for part in 0..<count {
      let start = range.lowerBound + range.count * part / count
      let end = range.lowerBound + range.count * (part + 1) / count
      means[destination + part * destinationStep] = floorDivide(sum(before: end) - sum(before: start), end - start)
    }
  }

  /// Returns a quotient rounded down, as chroma can be negative.
  private static func floorDivide(_ sum: Int, _ count: Int) -> Int {
    let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: count)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
