import Filters
import Foundation
import PixelCore
import TestSupport
import Testing

/// Products with known alpha and colours, cut out.
@Suite struct CutoutTests {
  static let white = [255.0, 255, 255], sample = [242.0, 242, 240], grey = [216.0, 216, 216]

  private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// The median error of alpha along the edge, in levels of 255.
  private func alphaError(_ scene: CutoutScene, _ format: PixelFormat = .encodedOpaque) throws -> Double {
    let cut = Shares(try render(Cutout(), scene.image(format)))
    return median(scene.edge.map { abs(cut[$0.x, $0.y][3] - $0.coverage) * 255 })
  }

  @Test(arguments: [white, sample, grey], [0, 1])
  func edgesKeepTheirSoftness(backdrop: [Double], noise: Int) throws {
    #expect(try alphaError(CutoutScene(backdrop: backdrop, noise: noise)) <= 5)
    #expect(try alphaError(CutoutScene(backdrop: backdrop, product: [180, 30, 20], noise: noise)) <= 5)
    #expect(try alphaError(CutoutScene(backdrop: backdrop, product: [240, 210, 40], noise: noise)) <= 5)
  }

  /// In linear light too, where the scene is mixed in linear light.
  @Test(arguments: PixelFormat.working)
  func everyFormatIsCutOut(format: PixelFormat) throws {
    #expect(try alphaError(CutoutScene(backdrop: Self.sample), format) <= 5)
    let cut = Shares(try render(Cutout(), CutoutScene(backdrop: Self.sample).image(format)))
    #expect(cut[0, 0] == [0, 0, 0, 0] && cut[199, 159] == [0, 0, 0, 0])
    #expect(cut[100, 70] == Shares(CutoutScene().image(format))[100, 70])
  }

  @Test(arguments: [white, sample, grey])
  func noBackdropIsLeftInColors(backdrop: [Double]) throws {
    let scene = CutoutScene(backdrop: backdrop, product: [180, 30, 20], noise: 1)
    let cut = Shares(try render(Cutout(), scene.image()))
    let misses = scene.edge.filter { $0.coverage > 0.3 }.map { place in
      let pixel = cut[place.x, place.y]
      return (0..<3).map { abs(pixel[$0] / max(pixel[3], 0.01) * 255 - scene.product[$0]) }.max()!
    }
    #expect(median(misses) <= 4)
    #expect(misses.max()! <= 24, "rounding alone is one level, scaled by alpha")
  }

  @Test(arguments: [0, 0.18])
  func compositingOverTheOldBackdropRestoresThePhoto(shadow: Double) throws {
    let scene = CutoutScene(backdrop: Self.sample, shadow: shadow, noise: 1)
    let (photo, cut) = (Shares(scene.image()), Shares(try render(Cutout(minimumConfidence: 0.5), scene.image())))
    var worst = 0.0
    for y in 0..<160 {
      for x in 0..<200 {
        let (was, pixel) = (photo[x, y], cut[x, y])
        for channel in 0..<3 {
          let over = pixel[channel] * 255 + (1 - pixel[3]) * scene.backdrop[channel]
          worst = max(worst, abs(over - was[channel] * 255))
        }
      }
    }
    // Pixels within 6 levels of the backdrop count as backdrop, and a shadow's hue is neutral.
    #expect(worst <= 8, "\(worst)")
  }

  @Test func shadowsAreKeptAsBlackOrDropped() throws {
    let scene = CutoutScene(backdrop: Self.sample, shadow: 0.18, noise: 1)
    let filter = { Cutout(shadow: $0, minimumConfidence: 0.5) }
    let kept = Shares(try render(filter(.keep), scene.image()))
    let dropped = Shares(try render(filter(.drop), scene.image()))
    var (count, wrong, worst) = (0, 0, 0.0)
    for y in 0..<160 {
      for x in 0..<200 where scene.light(x, y) < 0.96 {
        // Only where no nearby pixel belongs to the product.
        let near = [-5, 0, 5].contains { dy in [-5, 0, 5].contains { scene.coverage(x + $0, y + dy) > 0 } }
        if near { continue }
        count += 1
        wrong += kept[x, y][..<3] == [0, 0, 0] && dropped[x, y] == [0, 0, 0, 0] ? 0 : 1
        worst = max(worst, abs(kept[x, y][3] - (1 - scene.light(x, y))))
      }
    }
    #expect(wrong == 0 && worst <= 0.012, "\(wrong) of \(count), \(worst)")
    #expect(count > 500)
    #expect(median(scene.edge.map { abs(dropped[$0.x, $0.y][3] - $0.coverage) * 255 }) <= 8)
  }

  @Test func backdropInsideTheProductIsDroppedOrKept() throws {
    let scene = CutoutScene(backdrop: Self.sample, noise: 1, hasHole: true)
    #expect(Shares(try render(Cutout(), scene.image()))[100, 70] == [0, 0, 0, 0])
    #expect(median(try alphas(of: scene, Cutout())) <= 5)
    let kept = Shares(try render(Cutout(holes: .keep), scene.image()))
    #expect(kept[100, 70] == Shares(scene.image())[100, 70])
  }

  private func alphas(of scene: CutoutScene, _ filter: Cutout) throws -> [Double] {
    let cut = Shares(try render(filter, scene.image()))
    return scene.edge.map { abs(cut[$0.x, $0.y][3] - $0.coverage) * 255 }
  }

  @Test func dustIsRemovedWithTheBackdrop() throws {
    let scene = CutoutScene(backdrop: Self.sample)
    let speck = Color(red: 90, green: 84, blue: 80)
    let image = scene.image()
    let clean = Shares(image)
    let dusty = Image.drawn(image.shape) { x, y in
      let pixel = clean[x, y].map { UInt8($0 * 255) }
      return x / 2 == 10 && y / 2 == 10 ? speck : Color(red: pixel[0], green: pixel[1], blue: pixel[2])
    }
    #expect(Shares(try render(Cutout(), dusty))[20, 20] == [0, 0, 0, 0])
  }

  // MARK: Refused pictures

  /// The reason that an image is refused, or nil if it isn't.
  private func refusal(_ image: Image, _ filter: Cutout = Cutout()) throws -> String? {
    do {
      _ = try render(filter, image)
      return nil
    } catch FilterError.unsuitableImage(let why, _) { return why }
  }

  @Test func aTexturedBackdropIsRefused() throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 200, height: 160), format: .encodedOpaque), seed: 3)
    #expect(
      try refusal(image)
        == "`cutout` cannot cut out the product, because less than half of the border is a plain backdrop (at most 0 %)"
    )
  }

  /// Noise of up to 3 levels, more than a plain backdrop may have.
  @Test func aProductIsCutOutOfANoisyBackdrop() throws {
    #expect(try alphaError(CutoutScene(backdrop: Self.grey, noise: 3)) <= 0.05 * 255)
  }

  @Test func aProductIsCutOutOfUnevenLight() throws {
    let image = Image.drawn(ImageShape(size: PixelSize(width: 200, height: 160), format: .encodedOpaque)) { x, y in
      let isProduct = (60..<140).contains(x) && (40..<120).contains(y)
      let level = UInt8(220 + x / 10)
      return isProduct ? Color(red: 40, green: 70, blue: 110) : Color(red: level, green: level, blue: level)
    }
    let cut = Shares(try render(Cutout(shadow: .drop), image))
    for (x, y) in [(0, 0), (199, 159), (57, 80), (143, 80), (100, 37)] { #expect(cut[x, y][3] == 0, "\(x), \(y)") }
    for (x, y) in [(63, 80), (136, 80), (100, 116)] { #expect(cut[x, y][3] == 1, "\(x), \(y)") }
  }

  /// 244 against 255: the product is visible, but its contour isn't.
  @Test func whiteOnWhiteIsRefused() throws {
    let scene = CutoutScene(product: [246, 246, 245])
    let why = try #require(try refusal(scene.image()))
    #expect(
      why
        == "`cutout` cannot cut out the product, because 0 % of the product's outline stands out from the backdrop, and "
        + "`minimumConfidence` is 85 %")
    #expect(
      try refusal(CutoutScene(product: Self.white).image())?.contains("there is nothing in front of the backdrop")
        == true)
  }

  /// A product half of which is as pale as the backdrop.
  @Test func theConfidenceIsTheVisibleShareOfTheContour() throws {
    let image = Image.drawn(ImageShape(size: PixelSize(width: 200, height: 160), format: .encodedOpaque)) { x, y in
      guard (50..<150).contains(x), (30..<130).contains(y) else { return .white }
      return y < 80 ? Color(red: 40, green: 70, blue: 110) : Color(red: 244, green: 244, blue: 244)
    }
    let why = try #require(try refusal(image))
    let share = try #require(why.split(separator: "because ").last?.split(separator: " ").first.flatMap { Int($0) })
    #expect((47...53).contains(share))
    #expect(try refusal(image, Cutout(minimumConfidence: 0.45)) == nil)
  }

  @Test func aRefusedPhotoIsLeftUnchangedWithAWarning() throws {
    let scene = CutoutScene(product: [246, 246, 245])
    let context = RenderContext()
    let left = try Cutout(otherwise: .leave).plan(scene.image().shape, in: PlanContext())
      .image(of: scene.image(), context)
    #expect(left.channels == scene.image().channels)
    #expect(
      context.notes.all == [
        "cutout: the backdrop was kept, because 0 % of the product's outline stands out from the backdrop, and "
          + "`minimumConfidence` is 85 %"
      ])
    #expect(context.notes.content?.confidence == 0)
  }

  @Test func aPhotoWithAClearBackdropIsUnchanged() throws {
    let image = Image.drawn(ImageShape(size: PixelSize(width: 60, height: 60), format: .encodedPremultiplied)) { x, y in
      x == 0 || y == 0 || (20..<40).contains(x)
        ? Color(red: 200, green: 200, blue: 200, alpha: x < 20 ? 0 : 200) : .transparent
    }
    #expect(try render(Cutout(), image).channels == image.channels)
  }

  @Test func theProductsBoxIsRecorded() throws {
    let image = CutoutScene(backdrop: Self.sample).image()
    let context = RenderContext()
    _ = try Cutout().plan(image.shape, in: PlanContext()).image(of: image, context)
    let content = try #require(context.notes.content)
    #expect(content.confidence == 100 && content.support == 100)
    #expect(content.backdrop == .flat(Color(red: 242, green: 242, blue: 240)))
    #expect(content.box == PixelRect(columns: 48..<153, rows: 30..<111))
    // If an earlier step has found the product, its box is kept.
    let context2 = RenderContext()
    let trimmed = try Trim().plan(image.shape, in: PlanContext()).image(of: image, context2)
    _ = try Cutout(minimumConfidence: 0, otherwise: .leave).plan(trimmed.shape, in: PlanContext())
      .image(of: trimmed, context2)
    #expect(context2.notes.content?.size == image.size)
  }

  @Test func translucentPixelsStayTranslucent() throws {
    let scene = CutoutScene(backdrop: Self.sample)
    let opaque = Shares(scene.image())
    let image = Image.drawn(ImageShape(size: scene.size, format: .encodedPremultiplied)) { x, y in
      let pixel = opaque[x, y].map { UInt8($0 * 255) }
      return Color(
        red: pixel[0], green: pixel[1], blue: pixel[2], alpha: x == 100 && scene.coverage(x, y) == 1 ? 100 : 255)
    }
    let cut = try render(Cutout(), image)
    #expect(Shares(cut)[100, 70] == Shares(image)[100, 70])
  }
}
