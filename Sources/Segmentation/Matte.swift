import PixelCore

/// The product's share of each pixel, and its colour without the backdrop.
///
/// A contour pixel is a mixture: C = αF + (1 − α)B. The product's own colour F is taken from the nearest pixels inside,
/// and the backdrop's colour B from the nearest outside, so α is (C − B)·(F − B) / (F − B)². The product's
/// premultiplied part is C − (1 − α)B. Composited over the same backdrop, it gives the original pixel again.
struct Matte {
  /// An image and its backdrop.
  struct Scene {
    let levels: PixelLevels
    let colors: BackdropColors
  }

  /// The image in the format of the result.
  private let scene: Scene
  /// The image in 8-bit encoded sRGB, which contrasts are measured in.
  private let seen: Scene
  let map: RegionMap
  /// Offsets of nearby pixels, the nearest first.
  private let nearby = PixelOffset.disc(6)

  /// - Parameter map: The region map with its edges marked.
  init(of scene: Scene, seenAs seen: Scene, _ map: RegionMap) { (self.scene, self.seen, self.map) = (scene, seen, map) }

  /// An edge or fringe pixel, separated from the backdrop.
  struct Mixture {
    /// The product's share, 0 to 1.
    var alpha: Double
    /// The product's colour, premultiplied by its share.
    var product: SIMD4<Double>
    /// Brightness of the backdrop in the pixel, relative to its full light. Below 1 in a shadow.
    var light: Double
    /// Distance between the colours of product and backdrop in encoded sRGB, in levels.
    var contrast: Double
  }

  /// Minimum contrast. Below it, a pixel can't be separated and counts as completely the product's, or completely the
  /// backdrop's if it is outside.
  static let leastContrast = 20.0

  func mixture(x: Int, y: Int) -> Mixture {
    let pixel = scene.levels[x, y]
    let light = self.light(nearX: x, y)
    let backdrop = scene.colors[x, y] * light
    let inside = nearest(x, y, where: { $0 == .product })
    let contrast = inside.map { self.contrast(of: $0, x, y) } ?? strongest(nearX: x, y, in: seen)
    if contrast < Self.leastContrast {
      let isOutside = map[y * map.size.width + x].isOutside
      return Mixture(alpha: isOutside ? 0 : 1, product: isOutside ? .zero : pixel, light: light, contrast: contrast)
    }
    guard let inside else {
      // A part too thin to have an inside, such as a cable, is measured by its strongest pixel.
      let own = pixel.largestDifference(to: backdrop)
      let alpha = min(own / max(strongest(nearX: x, y, in: scene), own, 1), 1)
      return Mixture(alpha: alpha, product: pixel - backdrop * (1 - alpha), light: light, contrast: contrast)
    }
    let product = color(around: inside, in: scene)
    let difference = product - backdrop
    let alpha = min(max((pixel - backdrop).dot(difference) / max(difference.dot(difference), 1), 0), 1)
    // If the product's share is small, its colour is known better from inside than from the difference, which contains
    // noise.
    let part = alpha > 0.3 ? pixel - backdrop * (1 - alpha) : product * alpha
    return Mixture(alpha: alpha, product: part, light: light, contrast: contrast)
  }

  private func contrast(of inside: PixelPoint, _ x: Int, _ y: Int) -> Double {
    let difference = color(around: inside, in: seen) - seen.colors[x, y]
    return difference.dot(difference).squareRoot()
  }

  /// Returns the largest difference from the backdrop among the product's pixels within two pixels.
  private func strongest(nearX x: Int, _ y: Int, in scene: Scene) -> Double {
    var strongest = 0.0
    for row in max(y - 2, 0)...min(y + 2, map.size.height - 1) {
      for column in max(x - 2, 0)...min(x + 2, map.size.width - 1)
      where !map[row * map.size.width + column].isOutside {
        strongest = max(strongest, scene.levels[column, row].largestDifference(to: scene.colors[column, row]))
      }
    }
    return strongest
  }

  /// Returns the mean of the product's inner pixels around a point.
  private func color(around place: PixelPoint, in scene: Scene) -> SIMD4<Double> {
    var (sum, count) = (SIMD4<Double>.zero, 0.0)
    for row in max(place.y - 1, 0)...min(place.y + 1, map.size.height - 1) {
      for column in max(place.x - 1, 0)...min(place.x + 1, map.size.width - 1)
      where map[row * map.size.width + column] == .product {
        sum += scene.levels[column, row]
        count += 1
      }
    }
    return sum / count
  }

  /// Returns the brightness of the nearest backdrop pixel, relative to the backdrop's full light.
  private func light(nearX x: Int, _ y: Int) -> Double {
    guard let place = nearest(x, y, where: { $0 == .backdrop || $0 == .shadow }) else { return 1 }
    return map[place.y * map.size.width + place.x] == .shadow ? light(x: place.x, y: place.y) : 1
  }

  /// Returns the brightness of a backdrop pixel: the factor k for which k times the backdrop's colour is nearest to the
  /// pixel.
  func light(x: Int, y: Int) -> Double {
    let color = scene.colors[x, y]
    let light = min(max(scene.levels[x, y].dot(color) / max(color.dot(color), 1), 0), 1)
    // Smaller darkening can't be distinguished from noise.
    return light > 0.988 ? 1 : light
  }

  private func nearest(_ x: Int, _ y: Int, where isWanted: (RegionMap.Region) -> Bool) -> PixelPoint? {
    for offset in nearby {
      let (column, row) = (x + offset.x, y + offset.y)
      guard column >= 0, column < map.size.width, row >= 0, row < map.size.height else { continue }
      if isWanted(map[row * map.size.width + column]) { return PixelPoint(x: column, y: row) }
    }
    return nil
  }
}
