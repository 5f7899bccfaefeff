import PixelCore

/// How much of each pixel is the product's, and its colour without the backdrop.
///
/// A pixel of the contour is mixed: C = αF + (1 − α)B. The product's own colour F is that of the nearest pixels inside, and the
/// backdrop's B that of the nearest ones outside, so that α is (C − B)·(F − B) / (F − B)². Premultiplied, the product's part is
/// C − (1 − α)B: laid over its own backdrop again it is the pixel that it was.
struct Matte {
  /// An image and its backdrop.
  struct Scene {
    let levels: PixelLevels
    let colors: BackdropColors
  }

  /// In the format that the image is made transparent in.
  private let scene: Scene
  /// As people see it.
  private let seen: Scene
  let map: RegionMap
  /// The nearest first.
  private let nearby = PixelOffset.disc(6)

  /// - Parameter map: With its edges marked.
  init(of scene: Scene, seenAs seen: Scene, _ map: RegionMap) { (self.scene, self.seen, self.map) = (scene, seen, map) }

  /// A pixel of the edge or of the fringe, apart from what it is mixed with.
  struct Mixture {
    /// The product's share of it: 0 to 1.
    var alpha: Double
    /// The product's colour, times its share.
    var product: SIMD4<Double>
    /// How much light there is on the backdrop that it is mixed with: less than 1 in a shadow.
    var light: Double
    /// How far the product's colour is from the backdrop's, as people see them, in levels.
    var contrast: Double
  }

  /// Below this contrast nothing can be told of a pixel, and it is taken to be the product's.
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
      // Something too thin to have an inside, such as a cable, is measured by its strongest pixel.
      let own = pixel.largestDifference(to: backdrop)
      let alpha = min(own / max(strongest(nearX: x, y, in: scene), own, 1), 1)
      return Mixture(alpha: alpha, product: pixel - backdrop * (1 - alpha), light: light, contrast: contrast)
    }
    let product = color(around: inside, in: scene)
    let difference = product - backdrop
    let alpha = min(max((pixel - backdrop).dot(difference) / max(difference.dot(difference), 1), 0), 1)
    // Of a little of the product more is known from its inside than from what is left beside the backdrop's noise.
    let part = alpha > 0.3 ? pixel - backdrop * (1 - alpha) : product * alpha
    return Mixture(alpha: alpha, product: part, light: light, contrast: contrast)
  }

  private func contrast(of inside: PixelPoint, _ x: Int, _ y: Int) -> Double {
    let difference = color(around: inside, in: seen) - seen.colors[x, y]
    return difference.dot(difference).squareRoot()
  }

  /// The largest difference to the backdrop of the product's pixels at most two pixels away.
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

  /// The mean of the product's inner pixels around one of them.
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

  /// How much light there is on the backdrop at the nearest pixel of it.
  private func light(nearX x: Int, _ y: Int) -> Double {
    guard let place = nearest(x, y, where: { $0 == .backdrop || $0 == .shadow }) else { return 1 }
    return map[place.y * map.size.width + place.x] == .shadow ? light(x: place.x, y: place.y) : 1
  }

  /// How much light there is on the backdrop at a pixel of it: k where its colour is nearest to k times the backdrop's.
  func light(x: Int, y: Int) -> Double {
    let color = scene.colors[x, y]
    let light = min(max(scene.levels[x, y].dot(color) / max(color.dot(color), 1), 0), 1)
    // What is lighter than this cannot be told from noise.
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
