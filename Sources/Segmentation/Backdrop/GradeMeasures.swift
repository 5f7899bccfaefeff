import PixelCore

/// The measures that a backdrop's grade is made from.
///
/// On white, with the shadow kept, a wrong pixel is off only by the gain of a few levels, so less is asked than if the
/// backdrop gets another colour or the shadow is dropped, where a wrong pixel is off by everything.
struct GradeMeasures {
  let measures: [(BackdropGrade.Reason, Float)]

  /// - Parameters:
  ///   - parts: The connected parts of the product.
  ///   - isGentle: Whether the backdrop becomes white and its shadow is kept.
  ///   - gain: The largest level of the new backdrop divided by the level of the old one.
  init(
    of picture: IlluminationSplit, texture: Float, checked: CheckedContour, parts: ConnectedParts,
    mixtures: ContourMixtures,
    keepsShadow: Bool, isGentle: Bool, gain: Float
  ) {
    let (contour, changes) = (checked.contour, checked.changes)
    let field = picture.field
    let (width, height) = (picture.size.width, picture.size.height)
    var (onFrame, frame) = (0, 0)
    contour.forEachFramePixel { x, y in
      frame += 1
      onFrame += Int(contour[x, y])
    }
    let border = Float(onFrame) / Float(max(frame, 1))
    let outline = Outline(of: contour, mixtures, least: 14 + 4 * field.noise)
    let area = Float(outline.area)
    let share = area / Float(width * height)
    let roughness = Float(outline.length) / max(1, 4 * area.squareRoot())
    let details = Self.details(of: picture, on: contour)
    let specks = Float(Self.specks(among: parts, shorter: min(width, height)))
    var measures: [(BackdropGrade.Reason, Float)] = [
      (.size, smoothstep(share, 0.003, 0.01) * (1 - smoothstep(share, 0.8, 0.95))),
      (.light, smoothstep(Float(field.explained) / 100, 0.3, 0.7)),
      (.contour, checked.trustInContour),
      (.details, 1 - smoothstep(specks, 8, 25)),
    ]
    let isColored = field.chroma >= 40
    if isGentle, gain <= 1.03 {
      // Replacing white by white can hardly go wrong.
      measures += [
        (.border, smoothstep(border, 0.3, 0.6)),
        (.texture, 1 - smoothstep(texture, 1.5, 4)),
        (.shape, 1 - smoothstep(roughness, 12, 24)),
        (.details, 1 - smoothstep(details.share, 0.04, 0.12)),
      ]
    } else if isGentle {
      measures += [
        (.border, smoothstep(border, 0.3, 0.6)),
        (.texture, 1 - smoothstep(texture, 0.8, 2.2)),
        (.shape, 1 - smoothstep(roughness, 7, 13)),
        (.contour, smoothstep(outline.clear, 0.4, 0.75)),
        (.gain, 1 - smoothstep(gain, 1.7, 2.8)),
        (.details, 1 - smoothstep(details.share, 0.018, 0.04)),
        (.details, min(checked.trustInBackdrop, 1 - smoothstep(changes.invented, 60, 300))),
      ]
    } else {
      let count = details.count / max(1, area.squareRoot())
      measures += [
        (.border, smoothstep(border, 0.45, 0.9)),
        (.texture, 1 - smoothstep(texture, 1.5, 4)),
        (.shape, 1 - smoothstep(roughness, 6, 11)),
        (.contour, smoothstep(outline.clear, 0.7, 0.95)),
        (.gain, 1 - (keepsShadow ? smoothstep(gain, 3, 5) : smoothstep(gain, 20, 40))),
        (.details, 1 - (isColored ? smoothstep(details.share, 0.018, 0.04) : smoothstep(count, 1, 4))),
        (.details, checked.trustInBackdrop),
      ]
      if keepsShadow { measures.append((.details, 1 - smoothstep(changes.invented, 60, 300))) }
      if !isColored {
        measures.append(
          (.shade, 1 - smoothstep(Float(Self.shade(of: picture, on: contour)) / max(1, area), 0.02, 0.12)))
      }
    }
    if keepsShadow { measures.append((.stain, 1 - smoothstep(checked.shadow.stain, 0.25, 0.75))) }
    let leftovers = Leftovers(of: parts, contour)
    if leftovers.coversSide { measures.append((.border, 0.5)) }
    let hasLeftHoles = checked.hasLeftHoles && !(isGentle && gain <= 1.03)
    if leftovers.hasStrip || leftovers.hasLine || hasLeftHoles { measures.append((.details, 0.4)) }
    self.measures = measures
  }

  /// The product's outline.
  private struct Outline {
    /// Pixels of the product.
    var area = 0
    /// Pixels beside the contour, on both of its sides.
    var length = 0
    /// Share of the outline that stands out from the backdrop.
    var clear: Float = 0

    init(of contour: Plane<UInt8>, _ mixtures: ContourMixtures, least: Float) {
      let (width, height) = (contour.width, contour.height)
      area = contour.values.reduce(0) { $0 &+ Int(1 &- $1) }
      var clearCount = 0
      for (pixel, mixture) in zip(mixtures.pixels, mixtures.mixtures) {
        let (x, y) = (Int(pixel) % width, Int(pixel) / width)
        guard x >= 2, y >= 2, x < width - 2, y < height - 2 else { continue }
        var sum: UInt8 = 0
        for other in y - 1...y + 1 { for column in x - 1...x + 1 { sum += contour[column, other] } }
        if sum == 0 || sum == 9 { continue }
        length += 1
        if mixture.contrast >= least { clearCount += 1 }
      }
      clear = length > 0 ? Float(clearCount) / Float(length) : 0
    }
  }

  /// Counts small parts beside the product, such as cracks in wood: parts of less than a 400th of the square of the
  /// picture's shorter side.
  private static func specks(among parts: ConnectedParts, shorter: Int) -> Int {
    parts.parts.count { $0.area * 400 < shorter * shorter }
  }

  /// Counts dark backdrop pixels that have product on both sides, across and down.
  private static func shade(of picture: IlluminationSplit, on contour: Plane<UInt8>) -> Int {
    let (width, height) = (contour.width, contour.height)
    let darkest = Int16((1 - 2 * picture.limits.light) * 4096)
    var firsts = [Int](repeating: .max, count: width)
    var lasts = [Int](repeating: -1, count: width)
    for y in 0..<height {
      for x in 0..<width where contour[x, y] == 0 { (firsts[x], lasts[x]) = (min(firsts[x], y), y) }
    }
    var count = 0
    for y in 0..<height {
      guard let first = (0..<width).first(where: { contour[$0, y] == 0 }),
        let last = (0..<width).last(where: { contour[$0, y] == 0 })
      else { continue }
      for x in first...last where contour[x, y] != 0 && picture.light[x, y] < darkest && firsts[x] < y && lasts[x] > y {
        count += 1
      }
    }
    return count
  }

  /// Counts pixels of the backdrop that differ from the mean around them, which shadows and noise do not.
  private static func details(of picture: IlluminationSplit, on contour: Plane<UInt8>) -> (count: Float, share: Float) {
    let (width, height) = (contour.width, contour.height)
    let clear = contour.eroded(by: 4)
    let reach = max(3, (min(width, height) + 100) / 200)
    let least = (3 + 3.75 * picture.limits.noise) * 4096
    // Every other pixel in both directions is enough for a count.
    var (count, seen) = (0, 1)
    for y in stride(from: reach, to: height - reach, by: 2) {
      let levels = picture.field.levels(ofCellsIn: y)
      for x in stride(from: reach, to: width - reach, by: 2) where clear[x, y] != 0 {
        seen += 4
        let around = picture.lightAround(x, y, at: reach)
        let level = levels[min(x / picture.field.side, levels.count - 1)]
        if abs(Float(picture.light[x, y]) - Float(around) / 4) * level > least { count += 4 }
      }
    }
    return (Float(count), Float(count) / Float(seen))
  }
}
