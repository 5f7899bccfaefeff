import PixelCore

/// What happens to edges of the photo on the backdrop: an edge that vanishes belonged to the product, such as a lace or a
/// white sleeve, and an edge that the photo doesn't have is the end of a shadow that was cut off.
package struct BackdropEvidence {
  /// Pixels of the largest vanished edge, per thousand pixels of the picture's shorter side.
  package private(set) var vanished: Float = 0
  /// Pixels of the largest invented edge, per thousand pixels of the picture's shorter side.
  package private(set) var invented: Float = 0

  /// - Parameters:
  ///   - contour: 1 on the backdrop, 0 on the product.
  ///   - shadow: The shadow that is kept.
  package init(of picture: IlluminationSplit, on contour: Plane<UInt8>, _ shadow: ShadowLight) {
    let (width, height) = (contour.width, contour.height)
    guard width > 4 * Self.margin, height > 4 * Self.margin else { return }
    let candidates = Self.candidates(contour, picture, shadow)
    var vanished = Plane<UInt8>(width: width, height: height, repeating: 0)
    var invented = vanished
    // The finished picture's level, in quarters.
    func finished(_ index: Int) -> Int32 {
      let darkness = 4096 &- min(Int32(picture.light.values[index]), 4096)
      return 1020 &- (darkness &* Int32(shadow.gates.values[index])) &>> 10
    }
    for y in Self.margin..<height - Self.margin {
      let levels = picture.field.levels(ofCellsIn: y)
      var x = candidates.end(of: 0, from: 0, in: y &* width)
      while x < width {
        let index = y &* width &+ x
        let across = abs(finished(index &+ 1) &- finished(index &- 1))
        let down = abs(finished(index &+ width) &- finished(index &- width))
        let (after, before) = (max(across, down), Int32(picture.slope.values[index]))
        if before >= Self.edge, after <= 4 { vanished.values[index] = 1 }
        // The finished picture has the photo's changes times this.
        let gain = 255 / levels[min(x / picture.field.side, levels.count - 1)]
        if after >= 40, Float(after) >= gain * Float(3 * before + 8) { invented.values[index] = 1 }
        x = candidates.end(of: 0, from: x &+ 1, in: y &* width)
      }
    }
    self.vanished = Self.largest(in: vanished)
    self.invented = Self.largest(in: invented)
  }

  /// Pixels beside the contour and along the frame that aren't looked at.
  private static let margin = 5
  /// The change over two pixels that makes an edge, in quarters of a level.
  private static let edge: Int32 = 20

  /// Returns the pixels of the backdrop that are an edge of the photo, or have a shadow beside them.
  private static func candidates(
    _ contour: Plane<UInt8>, _ picture: IlluminationSplit, _ shadow: ShadowLight
  ) -> Plane<UInt8> {
    let (width, height) = (contour.width, contour.height)
    var plane = contour.eroded(by: margin)
    let (slopes, gates) = (picture.slope.values.span, shadow.gates.values.span)
    let edge = UInt8(edge)
    var candidates = plane.values.mutableSpan
    for y in 0..<height {
      let row = y &* width
      guard (margin..<height - margin).contains(y) else {
        for x in 0..<width { candidates[unchecked: row &+ x] = 0 }
        continue
      }
      for x in 0..<width where x < margin || x >= width - margin { candidates[unchecked: row &+ x] = 0 }
      for x in margin..<width - margin {
        let index = row &+ x
        let beside = gates[unchecked: index &- 1] | gates[unchecked: index &+ 1]
        let around = beside | gates[unchecked: index &- width] | gates[unchecked: index &+ width]
        candidates[unchecked: index] &= (slopes[unchecked: index] >= edge ? 1 : 0) | (around != 0 ? 1 : 0)
      }
    }
    return plane
  }

  private static func largest(in edges: Plane<UInt8>) -> Float {
    guard edges.values.contains(1) else { return 0 }
    let parts = ConnectedParts(of: edges.dilated(by: 1), diagonally: true)
    let counts = parts.counts(in: edges.width) { edges.values[$0] != 0 }
    return Float(counts.max() ?? 0) * 1000 / Float(min(edges.width, edges.height))
  }
}
