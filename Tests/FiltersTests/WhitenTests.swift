import Filters
import Foundation
import PixelCore
import PixelKernels
import Segmentation
import TestSupport
import Testing

/// Discs of known alpha before an uneven, noisy backdrop, and their shadows.
@Suite struct WhitenTests {
  @Test(arguments: [(fall: 0.0, noise: 0), (fall: 30, noise: 1), (fall: 45, noise: 3)])
  func backdropsBecomeWhite(fall: Double, noise: Int) throws {
    let scene = StudioScene(fall: fall, noise: noise)
    let white = try render(Whiten(), scene.image()).pixels
    let outside = scene.places { $0.distance > scene.radius + 4 }
    let whites = outside.count { white[$0.y][$0.x].channels.prefix(3).min()! >= 254 }
    #expect(Double(whites) >= 0.995 * Double(outside.count))
  }

  /// Backdrops whose light doesn't fall off towards the frame only.
  @Test(arguments: StudioScene.Light.allCases)
  func glowsVignettesAndTwoTintsBecomeWhite(light: StudioScene.Light) throws {
    let scene = StudioScene(fall: 0, noise: 1, light: light)
    let (white, grade) = try whitened(scene)
    #expect(grade?.level == .good)
    let outside = scene.places { $0.distance > scene.radius + 4 }
    #expect(outside.allSatisfy { white[$0.y][$0.x].channels.prefix(3).min()! >= 252 })
    let (before, inside) = (scene.image().pixels, scene.places { $0.distance < scene.radius - 5 })
    #expect(inside.allSatisfy { before[$0.y][$0.x] == white[$0.y][$0.x] })
  }

  /// A model cropped at the bottom, a book at the left.
  @Test(arguments: [(0.0, 90.0), (-130.0, 0.0)])
  func productsMayTouchTheFrame(shift: (x: Double, y: Double)) throws {
    let scene = StudioScene(fall: 20, noise: 1, centre: (200 + shift.x, 160 + shift.y))
    let (white, grade) = try whitened(scene)
    #expect(grade?.level == .good)
    let outside = scene.places { $0.distance > scene.radius + 4 }
    let whites = outside.count { white[$0.y][$0.x].channels.prefix(3).min()! >= 254 }
    #expect(Double(whites) >= 0.995 * Double(outside.count))
  }

  /// A disc that fades into the backdrop on one side has no edge there.
  @Test func productsAsLightAsTheBackdropAreKept() throws {
    let scene = StudioScene(fall: 0, noise: 1, product: [200, 198, 194], fades: true, base: 205)
    let (pixels, grade) = try whitened(scene)
    #expect(grade?.level != .good, "\(grade.debugDescription)")
    #expect(pixels == scene.image().pixels)
  }

  /// The pixels after `whiten`, and the grade.
  private func whitened(_ scene: StudioScene) throws -> (Pixels, BackdropGrade?) {
    let photo = scene.image()
    var context = RenderContext()
    let notes = StepNotes()
    context.notes = notes
    let pixels = try Whiten().plan(photo.shape, in: PlanContext()).image(of: photo, context).pixels
    return (pixels, notes.content?.grade)
  }

  @Test(arguments: [Whiten(), Whiten(to: Color(css: "#3c8ce6")!, shadow: .drop)])
  func productsKeepTheirPixels(filter: Whiten) throws {
    let photo = StudioScene(fall: 30, noise: 1).image()
    let (before, after) = (photo.pixels, try render(filter, photo).pixels)
    let inside = StudioScene(fall: 30, noise: 1).places { $0.distance < 120 - 5 }
    #expect(inside.allSatisfy { before[$0.y][$0.x] == after[$0.y][$0.x] })
    #expect(before != after)
  }

  @Test(arguments: PixelFormat.working)
  func everyFormatIsWhitened(format: PixelFormat) throws {
    let scene = StudioScene(fall: 30, noise: 0)
    let white = Shares(try render(Whiten(), scene.image(format)))
    #expect(white[3, 3] == [1, 1, 1, 1])
    #expect(white[200, 160] == Shares(scene.image(format))[200, 160])
  }

  /// Against the disc's exact coverage.
  @Test(arguments: [0, 1, 3])
  func edgesKeepTheirSoftness(noise: Int) throws {
    let scene = StudioScene(fall: 30, noise: noise)
    let cut = Shares(try render(Whiten(to: .transparent, shadow: .drop), scene.image()))
    let edge = scene.places { abs($0.distance - scene.radius) < 1.5 }
    let misses = edge.map { abs(cut[$0.x, $0.y][3] - scene.coverage(at: $0.distance)) }.sorted()
    #expect(misses[misses.count / 2] <= 0.05)
    #expect(misses[misses.count * 95 / 100] <= 0.3)
  }

  @Test func shadowsKeepTheirShareOfLight() throws {
    let scene = StudioScene(fall: 30, noise: 1, shadow: 0.4)
    let white = Shares(try render(Whiten(), scene.image()))
    let shaded = scene.places { $0.distance > scene.radius + 6 }.filter {
      scene.light($0.x, $0.y) < 0.97 && (30..<370).contains($0.x) && (30..<290).contains($0.y)
    }
    #expect(shaded.count > 1000)
    let correlation = correlation(
      shaded.map { white[$0.x, $0.y].prefix(3).reduce(0, +) / 3 }, shaded.map { scene.light($0.x, $0.y) })
    #expect(correlation >= 0.97)
    let dropped = Shares(try render(Whiten(shadow: .drop, accept: .doubtful), scene.image()))
    #expect(shaded.count { dropped[$0.x, $0.y].prefix(3).min()! == 1 } > shaded.count * 9 / 10)
  }

  @Test func texturedBackdropsAreKeptWithAWarning() throws {
    let photo = Image.random(
      ImageShape(size: PixelSize(width: 200, height: 150), format: .encodedOpaque), seed: 4301)
    let notes = StepNotes()
    let plan = Whiten().plan(photo.shape, in: PlanContext())
    var context = RenderContext()
    context.notes = notes
    #expect(try plan.image(of: photo, context).pixels == photo.pixels)
    #expect(notes.all.count == 1)
    #expect(throws: FilterError.self) { try render(Whiten(otherwise: .refuse), photo) }
  }

  @Test func cutOutPhotosAreLaidOnTheNewBackdrop() throws {
    var pixels = ImageShape(size: PixelSize(width: 64, height: 48), format: .encodedPremultiplied).pixels(
      of: .transparent)
    pixels[24][32] = Color(red: 200, green: 10, blue: 20).word
    let laid = try render(Whiten(), pixels).pixels
    #expect(laid[0][0] == Color.white.word && laid[24][32] == pixels[24][32])
    #expect(try render(Whiten(to: .transparent), pixels).pixels == pixels)
  }

  @Test func translucentBackdropsAreRefused() {
    #expect(throws: FilterError.self) { try Whiten(to: Color(css: "#ffffff80")!).check() }
    #expect(throws: Never.self) { try Whiten(to: .transparent).check() }
  }

  @Test(arguments: CPULevel.available)
  func everyLevelGivesTheSameBytes(level: CPULevel) throws {
    // Larger than the analysed picture, so that it is reduced.
    let photo = StudioScene(fall: 30, noise: 2, shadow: 0.3, scale: 3).image()
    #expect(
      try render(Whiten(), photo, level: level).pixels == render(Whiten(), photo, level: CPULevel.available[0]).pixels)
  }

  private func correlation(_ first: [Double], _ second: [Double]) -> Double {
    let count = Double(first.count)
    let (mean, other) = (first.reduce(0, +) / count, second.reduce(0, +) / count)
    let covariance = zip(first, second).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - other) }
    func spread(_ values: [Double], _ mean: Double) -> Double { values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } }
    return covariance / (spread(first, mean) * spread(second, other)).squareRoot()
  }
}

/// A red disc before a backdrop whose light falls off towards a corner, in levels of encoded sRGB.
struct StudioScene {
  /// Levels by which the light falls off across the picture.
  var fall: Double
  /// Largest noise in levels.
  var noise: Int
  /// Share of the light that the shadow takes where it is deepest.
  var shadow = 0.0
  /// Pixels per unit.
  var scale = 1
  var light: Light?
  /// The disc's middle, in units.
  var centre = (x: 200.0, y: 160.0)
  var product = [178.0, 30, 44]
  /// Whether the disc becomes as light as the backdrop towards the right.
  var fades = false
  /// Level of the backdrop where its light doesn't fall off.
  var base = 248.0

  /// What the backdrop's light does besides falling off.
  enum Light: CaseIterable {
    /// A glow behind the product.
    case glow
    /// Dark corners.
    case vignette
    /// A floor and a wall, with a soft border between them.
    case floor
  }

  let radius = 120.0
  var width: Int { 400 * scale }
  var height: Int { 320 * scale }

  struct Place {
    let x: Int, y: Int
    /// Distance of the pixel's centre from the disc's, in units.
    let distance: Double
  }

  func places(where condition: (Place) -> Bool) -> [Place] {
    (0..<height).flatMap { y in (0..<width).map { place($0, y) }.filter(condition) }
  }

  private func place(_ x: Int, _ y: Int) -> Place {
    let (u, v) = ((Double(x) + 0.5) / Double(scale) - centre.x, (Double(y) + 0.5) / Double(scale) - centre.y)
    return Place(x: x, y: y, distance: (u * u + v * v).squareRoot())
  }

  /// The disc's share of a pixel at a distance, with a contour 2 pixels wide.
  func coverage(at distance: Double) -> Double { min(max((radius + 1 - distance) / 2, 0), 1) }

  /// The shadow's light: a soft disc to the lower right.
  func light(_ x: Int, _ y: Int) -> Double {
    let (u, v) = ((Double(x) + 0.5) / Double(scale) - 215, (Double(y) + 0.5) / Double(scale) - 170)
    let t = min(max((150 - (u * u + v * v).squareRoot()) / 40, 0), 1)
    return 1 - shadow * t * t * (3 - 2 * t)
  }

  /// Levels by which the backdrop is darker for its kind of light.
  private func shade(_ x: Int, _ y: Int) -> Double {
    let (u, v) = ((Double(x) + 0.5) / Double(width) - 0.5, (Double(y) + 0.5) / Double(height) - 0.5)
    switch light {
    case .glow: return 45 * (1 - exp(-(u * u + v * v) / 0.1))
    case .vignette: return 90 * (u * u + v * v)
    case .floor: return 30 / (1 + exp((0.3 - v) * 40))
    case nil: return 0
    }
  }

  func image(_ format: PixelFormat = .encodedOpaque) -> Image {
    var generator = SeededGenerator(seed: 4300)
    let pixels = (0..<height).map { y in
      (0..<width).map { x -> UInt32 in
        let place = place(x, y)
        let share = Double(x + y) / Double(width + height)
        let backdrop = (base - fall * share * share - shade(x, y)) * light(x, y)
        let coverage = coverage(at: place.distance)
        let fade = fades ? min(max(Double(x) / Double(width) * 2 - 0.6, 0), 1) : 0
        let levels = zip(product, [1.0, 0.99, 0.97]).map { product, tint in
          let product = product * (1 - fade) + backdrop * tint * fade
          let noise = noise == 0 ? 0 : Double(Int.random(in: -self.noise...self.noise, using: &generator))
          return UInt8(min(max(product * coverage + backdrop * tint * (1 - coverage) + noise + 0.5, 0), 255))
        }
        return Color(red: levels[0], green: levels[1], blue: levels[2]).word
      }
    }
    let photo = Image(pixels, format: .encodedOpaque)
    guard format != .encodedOpaque else { return photo }
    let conversion = FormatConversion(from: .encodedOpaque, to: format, kernels: .current)
    var converted = PixelBuffer(shape: ImageShape(size: photo.size, format: format))
    for y in 0..<height { conversion.apply(converted.mutableRow(y), photo.row(y), count: width) }
    return Image(converted)
  }
}
