/// Builds a TrueType font with letters of straight contours: 1000 units per em, an ascender of 800 and a descender of 200.
public struct FontBuilder: Sendable {
  private var glyphs: [(character: Unicode.Scalar?, width: Int, contours: [[(Int, Int)]])] = [
    (nil, 500, [[(0, 0), (0, 700), (400, 700), (400, 0)]])
  ]

  public init() {}

  /// - Parameter contours: Points in units, y upwards.
  public mutating func add(_ letter: Character, width: Int, _ contours: [[(Int, Int)]]) {
    glyphs.append((letter.unicodeScalars.first!, width, contours))
  }

  public var bytes: [UInt8] {
    let outlines = glyphs.map { Self.outline($0.contours) }
    var places = [0]
    for outline in outlines { places.append(places.last! + outline.count) }
    let head =
      Self.words([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000]) + [UInt8](repeating: 0, count: 16)
      + Self.words([0, 0, 1000, 1000, 0, 8, 2, 1, 0])
    let hhea = Self.words([1, 0, 800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.count])
    let maxp = Self.words([1, 0, glyphs.count, 64, 8, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    let tables: [(String, [UInt8])] = [
      ("cmap", characterMap), ("glyf", outlines.flatMap(\.self)), ("head", head), ("hhea", hhea),
      ("hmtx", glyphs.flatMap { Self.words([$0.width, 0]) }),
      ("loca", places.flatMap { Self.words([$0 >> 16, $0 & 0xffff]) }), ("maxp", maxp),
    ]
    var file = Self.words([1, 0, tables.count, 64, 2, 48])
    var content: [UInt8] = []
    let start = 12 + 16 * tables.count
    for (name, table) in tables {
      let place = start + content.count
      file +=
        Array(name.utf8) + Self.words([0, 0, place >> 16, place & 0xffff, table.count >> 16, table.count & 0xffff])
      content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    }
    return file + content
  }

  /// Format 12: one group per character.
  private var characterMap: [UInt8] {
    let mapped = glyphs.enumerated().compactMap { index, glyph in glyph.character.map { (Int($0.value), index) } }
      .sorted { $0.0 < $1.0 }
    let length = 16 + 12 * mapped.count
    return Self.words([0, 1, 3, 10, 0, 12, 12, 0, length >> 16, length & 0xffff, 0, 0, 0, mapped.count])
      + mapped.flatMap { character, glyph in
        Self.words([
          character >> 16, character & 0xffff, character >> 16, character & 0xffff, 0, glyph,
        ])
      }
  }

  private static func outline(_ contours: [[(Int, Int)]]) -> [UInt8] {
    if contours.isEmpty { return [] }
    let points = contours.flatMap(\.self)
    let (xs, ys) = (points.map(\.0), points.map(\.1))
    var ends: [Int] = []
    for contour in contours { ends.append((ends.last ?? -1) + contour.count) }
    let steps = { (values: [Int]) in words(zip(values, [0] + values).map { $0 - $1 }) }
    let outline =
      words([contours.count, xs.min()!, ys.min()!, xs.max()!, ys.max()!] + ends + [0])
      + [UInt8](repeating: 1, count: points.count) + steps(xs) + steps(ys)
    return outline + [UInt8](repeating: 0, count: (4 - outline.count % 4) % 4)
  }

  /// 16-bit big-endian words.
  private static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
