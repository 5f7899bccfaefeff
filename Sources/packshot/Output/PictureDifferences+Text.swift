import PackshotKit
import Text

extension PictureDifferences {
  /// How many places the report for people lists.
  private static let listedCount = 8

  /// What was found, for people.
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

  /// What was found, for programs.
  var json: JSONValue {
    let places = damage.map { place in
      JSONValue.object(
        place.bounds.members + [
          .init("pixels", .integer(Int64(place.pixels))), .init("largest", .double(place.largest)),
        ])
    }
    var members: [JSONValue.Member] = [
      .init("same", .boolean(isSame)), .init("identical", .boolean(isIdentical)),
      .init("expected", .object(expected.members)), .init("actual", .object(actual.members)),
      .init("objections", .array(objections.map { .string($0.description) })),
      .init("seen", .integer(Int64(seen))), .init("changed", .integer(Int64(changed))),
      .init("different", .integer(Int64(different))), .init("antialiased", .integer(Int64(antialiased))),
      .init("unmatched", .integer(Int64(unmatched))), .init("largest", .double(largest)),
    ]
    if let farthest { members.append(.init("farthest", .double(farthest))) }
    if let similarity {
      members.append(
        .init(
          "similarity",
          .object(
            [.init("mean", .double(similarity.mean)), .init("lowest", .double(similarity.lowest))]
              + similarity.window.members)))
    }
    if let densest {
      members.append(
        .init("densest", .object([.init("pixels", .integer(Int64(densest.pixels)))] + densest.window.members)))
    }
    members.append(.init("damage", .array(places)))
    members.append(.init("damageCount", .integer(Int64(damageCount))))
    return .object(members)
  }
}

extension PixelSize {
  fileprivate var members: [JSONValue.Member] {
    [.init("width", .integer(Int64(width))), .init("height", .integer(Int64(height)))]
  }
}

extension PixelRect {
  fileprivate var members: [JSONValue.Member] {
    [.init("x", .integer(Int64(origin.x))), .init("y", .integer(Int64(origin.y)))] + size.members
  }
}
