/// Finds the nearest colour of a palette.
///
/// The distance between two colours is how much they differ on black or on white, whichever is more:
/// Σ w · max(Δc², (Δc − Δa)²) over red, green and blue, premultiplied, with the weights of ``PaletteColor``. Between an
/// opaque colour and a translucent one, it is larger than any other, so that a product doesn't become translucent.
package struct PaletteSearch {
  private let colors: [PaletteColor]
  /// For each colour, a quarter of the distance to the nearest other colour. By the triangle inequality, a colour within
  /// that distance has no nearer one.
  private let safeDistances: [Int32]
  /// The palette's channels, eight colours at a time. The last colour is repeated in free lanes.
  private let red: [Lanes], green: [Lanes], blue: [Lanes], alpha: [Lanes]
  /// What is added to the distance from a translucent colour, and from an opaque one.
  private let additions: (translucent: [Lanes], opaque: [Lanes])

  private typealias Lanes = SIMD8<Int32>

  /// - Parameter colors: 1 to 256 colours.
  package init(_ colors: [PaletteColor]) {
    self.colors = colors
    safeDistances = colors.indices.map { index in
      let others = colors.indices.filter { $0 != index }
      return (others.map { Self.distance(colors[$0], colors[index]) }.min() ?? .max) / 4
    }
    func lanes(_ value: (PaletteColor) -> Int32) -> [Lanes] {
      stride(from: 0, to: colors.count, by: Lanes.scalarCount).map { start in
        Lanes((0..<Lanes.scalarCount).map { value(colors[min(start + $0, colors.count - 1)]) })
      }
    }
    (red, green) = (lanes { Self.rounded($0)[0] }, lanes { Self.rounded($0)[1] })
    (blue, alpha) = (lanes { Self.rounded($0)[2] }, lanes { Self.rounded($0)[3] })
    additions = (lanes { $0.isOpaque ? Self.addition : 0 }, lanes { $0.isOpaque ? 0 : Self.addition })
  }

  /// More than the largest distance otherwise, 9 · 510².
  private static let addition: Int32 = 1 << 22

  /// Returns halves of a level, so that a distance takes 23 bits and an index fits beside it.
  private static func rounded(_ color: PaletteColor) -> SIMD4<Int32> { (color.channels &+ 4) &>> 3 }

  private static func distance(_ a: PaletteColor, _ b: PaletteColor) -> Int32 {
    let onBlack = rounded(a) &- rounded(b)
    let onWhite = onBlack &- SIMD4(repeating: onBlack[3])
    let distance = (pointwiseMax(onBlack &* onBlack, onWhite &* onWhite) &* PaletteColor.weights).wrappedSum()
    return a.isOpaque == b.isOpaque ? distance : distance &+ addition
  }

  /// Returns the index of the nearest colour. If several are equally near, returns the lowest index.
  ///
  /// - Parameter guess: The index of a colour that is probably the nearest.
  package func nearest(to color: PaletteColor, guess: Int) -> Int {
    if Self.distance(color, colors[guess]) < safeDistances[guess] { return guess }
    let wanted = Self.rounded(color)
    let (r, g, b, a) = (
      Lanes(repeating: wanted[0]), Lanes(repeating: wanted[1]), Lanes(repeating: wanted[2]),
      Lanes(repeating: wanted[3])
    )
    let additions = color.isOpaque ? additions.opaque : additions.translucent
    var best = SIMD8<UInt32>(repeating: .max)
    var index = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
    for place in red.indices {
      let da = a &- alpha[place]
      func square(_ difference: Lanes) -> Lanes {
        let onWhite = difference &- da
        return pointwiseMax(difference &* difference, onWhite &* onWhite)
      }
      let distance =
        square(r &- red[place]) &* PaletteColor.weights[0] &+ square(g &- green[place]) &* PaletteColor.weights[1]
        &+ square(b &- blue[place]) &* PaletteColor.weights[2] &+ additions[place]
      best = pointwiseMin(best, SIMD8<UInt32>(truncatingIfNeeded: distance) &<< 8 | index)
      index &+= 8
    }
    return min(Int(best.min() & 255), colors.count &- 1)
  }
}
