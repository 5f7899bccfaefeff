import PackshotKit

extension PictureDifferences {
  /// Maximum number of regions in the text report.
  private static let listedCount = 8

  /// The differences as text.
  var report: String {
    if hasSameBytes { return "same, byte for byte" }
    if isIdentical {
      return "same in \(seen == expected.pixelCount ? "every pixel of \(expected)" : "all \(seen) pixels compared")"
    }
    var lines =
      isSame ? ["same within the tolerance"] : objections.map { "different: \(Console.printable($0.description))" }
    if changed > 0 {
      var line = "\(changed) of \(seen) pixels differ, by up to \(largest.short(4)) of 255 levels"
      if let farthest { line += " and \(farthest.short(4)) in OKLab" }
      lines.append(line)
    }
    if antialiased > 0 { lines.append("\(antialiased) of them only in the anti-aliasing of an edge") }
    if let similarity {
      lines.append(
        "structural similarity \(similarity.mean.short(4, of: 1)) on average, \(similarity.lowest.short(4, of: 1)) at \(similarity.window.origin)"
      )
    }
    if damageCount > 0 {
      lines.append("in \(damageCount) \(damageCount == 1 ? "place" : "places"):")
      for place in damage.prefix(Self.listedCount) {
        lines.append(
          "  \(place.bounds.size) at \(place.bounds.origin): \(place.pixels) "
            + "\(place.pixels == 1 ? "pixel" : "pixels"), up to \(place.largest.short(4))")
      }
      if damageCount > Self.listedCount { lines.append("  and \(damageCount - Self.listedCount) more") }
    }
    return lines.joined(separator: "\n")
  }
}

extension ComparisonResult {
  /// Creates the JSON result of the differences.
  init(_ found: PictureDifferences) {
    self.init(expected: Size(found.expected), actual: Size(found.actual))
    (same, identical, objections) = (found.isSame, found.isIdentical, found.objections.map(\.description))
    (seen, changed, different) = (found.seen, found.changed, found.different)
    (antialiased, unmatched) = (found.antialiased, found.unmatched)
    (largest, farthest) = (found.largest, found.farthest)
    similarity = found.similarity.map { Similarity(mean: $0.mean, lowest: $0.lowest, window: Place($0.window)) }
    densest = found.densest.map { Place($0.window, pixels: $0.pixels) }
    damage = found.damage.map { Place($0.bounds, pixels: $0.pixels, largest: $0.largest) }
    damageCount = found.damageCount
  }
}

extension ComparisonResult.Size {
  fileprivate init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}

extension ComparisonResult.Place {
  fileprivate init(_ place: PixelRect, pixels: Int? = nil, largest: Double? = nil) {
    self.init(
      x: place.origin.x, y: place.origin.y, width: place.size.width, height: place.size.height, pixels: pixels,
      largest: largest)
  }
}
