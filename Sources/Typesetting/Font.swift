import CLibraries

/// A font: an OpenType or TrueType file with outlines. Immutable, so any thread may use it.
///
/// HarfBuzz reads fonts and validates them. Untrusted fonts are still opened only in the sandbox.
package final class Font: @unchecked Sendable {
  /// The name that messages use.
  public let name: String
  private let bytes: UnsafeMutableRawBufferPointer
  private let font: OpaquePointer
  /// Units per em square.
  public let units: Int
  /// Distance from the baseline to the top, from the baseline to the bottom, and between lines, in font units.
  let (ascender, descender, gap): (Int, Int, Int)

  public init(_ content: UnsafeRawBufferPointer, name: String) throws(FontError) {
    try TypesettingLibraries.load()
    self.name = name
    bytes = .allocate(byteCount: max(1, content.count), alignment: 16)
    bytes.copyMemory(from: content)
    var status: Int32 = 0
    guard let font = packshot_font_create(bytes.bindMemory(to: UInt8.self).baseAddress, content.count, &status) else {
      bytes.deallocate()
      switch packshot_font_status(UInt32(status)) {
      case PACKSHOT_FONT_NO_OUTLINES:
        throw .unusableFont(why: "it has no outlines, only bitmaps, and texts are set in outlines")
      case PACKSHOT_FONT_NO_CHARACTERS: throw .unusableFont(why: "it says of no character which glyph shows it")
      case PACKSHOT_FONT_COLLECTION:
        throw .unusableFont(why: "it is a collection of fonts (TTC); extract the one that is meant")
      default: throw .unusableFont(why: "it is no OpenType or TrueType font (.otf or .ttf), or a damaged one")
      }
    }
    self.font = font
    units = Int(packshot_font_units(font))
    var heights: (Int32, Int32, Int32) = (0, 0, 0)
    packshot_font_heights(font, &heights.0, &heights.1, &heights.2)
    (ascender, descender, gap) = (Int(heights.0), Int(heights.1), Int(heights.2))
  }

  deinit {
    packshot_font_destroy(font)
    bytes.deallocate()
  }

  /// Whether the font has a glyph for each of the characters, ignoring invisible ones.
  func hasAll(_ characters: ArraySlice<UInt32>) -> Bool {
    characters.allSatisfy { packshot_is_ignorable($0) != 0 || packshot_font_has(font, $0, 0) != 0 }
  }

  /// Shapes a part of a line. Returns glyphs from left to right.
  func shape(
    _ line: [UInt32], _ part: Range<Int>, script: UInt32, language: String?, isRightward: Bool
  ) throws(FontError) -> [packshot_glyph] {
    var glyphs = [packshot_glyph](repeating: packshot_glyph(), count: part.count * 2 + 16)
    for _ in 0..<2 {
      let count = packshot_font_shape(
        font, line, line.count, part.lowerBound, part.count, script, language, isRightward ? 1 : 0, &glyphs,
        glyphs.count)
      guard count >= 0 else { throw .outOfMemory }
      if count <= glyphs.count { return Array(glyphs[..<count]) }
      glyphs = [packshot_glyph](repeating: packshot_glyph(), count: count)
    }
    throw .outOfMemory
  }

  /// Returns a glyph's outline, in font units.
  public func outline(of glyph: UInt32) -> [OutlineStep] {
    let steps = Steps()
    withExtendedLifetime(steps) {
      var pen = packshot_pen(
        context: Unmanaged.passUnretained(steps).toOpaque(),
        move: { Steps.at($0).add(.move(x: Double($1), y: Double($2))) },
        line: { Steps.at($0).add(.line(x: Double($1), y: Double($2))) },
        quadratic: { Steps.at($0).add(.quadratic(x1: Double($1), y1: Double($2), x: Double($3), y: Double($4))) },
        cubic: {
          Steps.at($0).add(
            .cubic(x1: Double($1), y1: Double($2), x2: Double($3), y2: Double($4), x: Double($5), y: Double($6)))
        })
      packshot_font_draw(font, glyph, &pen)
    }
    return steps.all
  }
}

/// A step of an outline. The y axis points up.
package enum OutlineStep: Sendable, Equatable {
  case move(x: Double, y: Double)
  case line(x: Double, y: Double)
  case quadratic(x1: Double, y1: Double, x: Double, y: Double)
  case cubic(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
}

/// Collects the outline of a glyph.
private final class Steps {
  private(set) var all: [OutlineStep] = []

  func add(_ step: OutlineStep) { all.append(step) }

  static func at(_ context: UnsafeMutableRawPointer?) -> Steps {
    Unmanaged<Steps>.fromOpaque(context!).takeUnretainedValue()
  }
}
