import CLibraries

/// A text set in a typeface: lines of positioned glyphs, independent of the drawing size.
///
/// Each line is a paragraph of Unicode's bidirectional algorithm; its first strong character determines its direction.
/// The line is split into clusters, characters that belong together. Each cluster uses the first font that has all of
/// its characters. Runs of the same level, script and font are shaped, and then ordered from left to right.
package struct TextLayout: Sendable {
  /// A glyph in one of the typeface's fonts.
  public struct Glyph: Sendable, Hashable {
    public var font: Int
    public var id: UInt32
    /// Position of the glyph's origin, from the left end of the line and up from the baseline, in ``em`` units.
    public var x: Int
    public var y: Int
  }

  /// A line, in ``em`` units.
  public struct Line: Sendable, Equatable {
    public var glyphs: [Glyph]
    /// Width from the first glyph's origin to the end of the last glyph.
    public var width: Int
    public var isRightToLeft: Bool
  }

  /// Units per em of all lengths.
  public static let em = 1 << 24

  public let lines: [Line]
  /// Distance from the baseline to the top and to the bottom, and from one baseline to the next, in ``em`` units.
  public let (ascender, descender, lineHeight): (Int, Int, Int)

  /// Sets a text with lines separated by "\n".
  public init(_ text: String, in typeface: Typeface) throws(FontError) {
    let first = typeface.fonts[0]
    (ascender, descender) = (first.parts(first.ascender), first.parts(first.descender))
    lineHeight = first.parts(first.ascender + first.descender + first.gap)
    var lines: [Line] = []
    for line in text.unicodeScalars.filter({ $0 != "\r" }).split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(try Line(line.map(\.value), in: typeface))
    }
    self.lines = lines
  }
}

extension Font {
  /// Converts font units to ``em`` units.
  fileprivate func parts(_ units: Int) -> Int {
    let product = 2 * units * TextLayout.em + self.units
    return product >= 0 ? product / (2 * self.units) : -((-product + 2 * self.units - 1) / (2 * self.units))
  }
}

extension TextLayout.Line {
  fileprivate init(_ characters: [UInt32], in typeface: Typeface) throws(FontError) {
    var levels = [UInt8](repeating: 0, count: characters.count)
    let direction = packshot_bidi_levels(characters, characters.count, 0, &levels)
    guard direction >= 0 else { throw .outOfMemory }
    (glyphs, width, isRightToLeft) = ([], 0, direction == 1)
    let scripts = Self.scripts(of: characters)
    let fonts = try Self.fonts(of: characters, scripts, levels, typeface)
    var runs: [Run] = []
    for index in characters.indices {
      let run = Run(
        part: index..<index + 1, font: fonts[index], level: levels[index], script: scripts[index])
      if let last = runs.last, last.continues(run) {
        runs[runs.count - 1].part = last.part.lowerBound..<index + 1
      } else {
        runs.append(run)
      }
    }
    for run in Self.ordered(runs) {
      let font = typeface.fonts[run.font]
      // The pen position within the run, in font units so that rounding errors don't add up.
      var pen = 0
      let shaped = try font.shape(
        characters, run.part, script: run.script, language: typeface.language, isRightward: run.level % 2 == 0)
      for glyph in shaped {
        if glyph.glyph == 0 {
          throw .missing([characters[Int(glyph.cluster)]], in: typeface)
        }
        glyphs.append(
          TextLayout.Glyph(
            font: run.font, id: glyph.glyph, x: width + font.parts(pen + Int(glyph.x_offset)),
            y: font.parts(Int(glyph.y_offset))))
        pen += Int(glyph.x_advance)
      }
      width += font.parts(pen)
    }
  }

  /// Characters that are shaped together.
  private struct Run {
    var part: Range<Int>
    var font: Int
    var level: UInt8
    var script: UInt32

    func continues(_ other: Run) -> Bool { font == other.font && level == other.level && script == other.script }
  }

  /// Returns the script of each character. A character without a script takes the script of the character before it. At
  /// the beginning, it takes the script of the first character that has one.
  private static func scripts(of characters: [UInt32]) -> [UInt32] {
    var scripts = characters.map(packshot_script)
    var last = scripts.first { $0 != 0 } ?? 0
    for index in scripts.indices {
      if scripts[index] == 0 { scripts[index] = last }
      last = scripts[index]
    }
    return scripts
  }

  /// Returns the font of each character: for each cluster, the first font that has all of its characters.
  private static func fonts(
    of characters: [UInt32], _ scripts: [UInt32], _ levels: [UInt8], _ typeface: Typeface
  ) throws(FontError) -> [Int] {
    var fonts = [Int](repeating: 0, count: characters.count)
    var unknown: [UInt32] = []
    var start = 0
    while start < characters.count {
      var end = start + 1
      // A zero-width joiner also attaches the next character.
      while end < characters.count, packshot_continues(characters[end]) != 0 || characters[end - 1] == 0x200d {
        end += 1
      }
      let cluster = start..<end
      var found: Int?
      for (index, font) in typeface.fonts.enumerated() where found == nil {
        if try font.shows(characters, cluster, script: scripts[start], isRightward: levels[start] % 2 == 0) {
          found = index
        }
      }
      if found == nil { unknown += typeface.unknown(of: characters[cluster]) }
      for index in cluster { fonts[index] = found ?? 0 }
      start = end
    }
    if !unknown.isEmpty { throw .missing(unknown, in: typeface) }
    return fonts
  }

  /// Orders runs from left to right by rule L2 of the bidirectional algorithm (UAX 9): from the highest level down,
  /// reverses every sequence of runs at or above the level.
  private static func ordered(_ runs: [Run]) -> [Run] {
    var runs = runs
    var level = runs.map(\.level).max() ?? 0
    while level > 0 {
      var start = 0
      while start < runs.count {
        var end = start
        while end < runs.count, runs[end].level >= level { end += 1 }
        runs[start..<end].reverse()
        start = max(end, start + 1)
      }
      level -= 1
    }
    return runs
  }
}

extension Font {
  /// Whether the font has glyphs for a cluster: one for each character, or for the combined characters.
  fileprivate func shows(
    _ line: [UInt32], _ cluster: Range<Int>, script: UInt32, isRightward: Bool
  ) throws(FontError) -> Bool {
    if hasAll(line[cluster]) { return true }
    // Shapes the cluster alone, so that the result doesn't depend on its neighbours.
    let shaped = try shape(
      Array(line[cluster]), 0..<cluster.count, script: script, language: nil, isRightward: isRightward)
    return shaped.allSatisfy { $0.glyph != 0 }
  }
}

extension Typeface {
  /// Returns the characters of a cluster that no font has, or the whole cluster if only the combination is missing.
  fileprivate func unknown(of cluster: ArraySlice<UInt32>) -> [UInt32] {
    let unknown = cluster.filter { character in !fonts.contains { $0.hasAll([character][...]) } }
    return unknown.isEmpty ? Array(cluster) : unknown
  }
}

extension FontError {
  /// Names each of the characters once.
  fileprivate static func missing(_ characters: [UInt32], in typeface: Typeface) -> FontError {
    var named: [Unicode.Scalar] = []
    for character in characters.compactMap(Unicode.Scalar.init) where !named.contains(character) {
      named.append(character)
    }
    return .missingGlyph(named, fonts: typeface.fonts.map(\.name))
  }
}
