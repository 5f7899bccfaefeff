import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Segmentation
import TestSupport
import Testing

/// Products at known positions on several kinds of backdrop.
@Suite struct TrimTests {
  private static let size = PixelSize(width: 240, height: 180)
  private static let product = PixelRect(columns: 70..<151, rows: 40..<121)

  /// A red square on light grey, overlaid with `more`.
  private func picture(
    size: PixelSize = size, product: PixelRect = product, _ more: (Int, Int) -> Color? = { _, _ in nil }
  ) -> Pixels {
    let (red, grey) = (Color(css: "#b02018")!, Color(css: "#ececec")!)
    return (0..<size.height).map { y in
      (0..<size.width).map { x in
        (more(x, y) ?? (product.columns.contains(x) && product.rows.contains(y) ? red : grey)).word
      }
    }
  }

  /// The trimmed picture.
  private func trimmed(_ pixels: Pixels, _ filter: Trim = Trim(), format: PixelFormat = .encodedOpaque) throws -> Pixels
  {
    try render(filter, pixels, format: format).pixels
  }

  private func part(_ pixels: Pixels, _ area: PixelRect) -> Pixels { pixels[area.rows].map { Array($0[area.columns]) } }

  @Test(arguments: PixelFormat.working)
  func theProductIsLeftInEveryFormat(format: PixelFormat) throws {
    let opaque = Image(picture(), format: .encodedOpaque)
    var buffer = PixelBuffer(
      shape: ImageShape(size: Self.size, format: format.alpha == .opaque ? format : format.with(alpha: .premultiplied)))
    let conversion = FormatConversion(from: .encodedOpaque, to: buffer.shape.format, kernels: .current)
    for y in 0..<Self.size.height { conversion.apply(buffer.mutableRow(y), opaque.row(y), count: Self.size.width) }
    #expect(try render(Trim(), Image(buffer)).size == Self.product.size)
  }

  @Test func keptPixelsAreUnchanged() throws {
    let pixels = picture { x, y in
      Self.product.columns.contains(x) && y == 60 ? Color(css: "#b020\(x % 90 + 10)")! : nil
    }
    #expect(try trimmed(pixels) == part(pixels, Self.product))
  }

  @Test(arguments: [0, 5, 60, 1000])
  func leavesAMarginAsFarAsThePhotoReaches(margin: Int) throws {
    let pixels = picture()
    let columns = max(0, 70 - margin)..<min(240, 151 + margin), rows = max(0, 40 - margin)..<min(180, 121 + margin)
    #expect(try trimmed(pixels, Trim(margin: margin)) == part(pixels, PixelRect(columns: columns, rows: rows)))
  }

  @Test func thirtySpecksOfDustChangeNothing() throws {
    var generator = SeededGenerator(seed: 31)
    let specks = Set(
      (0..<30).map { _ in [Int.random(in: 0..<240, using: &generator), .random(in: 0..<180, using: &generator)] })
    // Specks within five pixels of the product count as product.
    let pixels = picture { x, y in
      (64..<157).contains(x) && (34..<127).contains(y) || !specks.contains([x, y]) ? nil : .black
    }
    #expect(try trimmed(pixels).count == Self.product.size.height)
    #expect(try trimmed(pixels)[0].count == Self.product.size.width)
  }

  /// sharp's trim removes thin edges like this one (sharp#2363, #4084).
  @Test func keepsAOnePixelCable() throws {
    let pixels = picture { x, y in x == 110 && (121..<170).contains(y) ? .black : nil }
    #expect(try trimmed(pixels).count == 130)
  }

  @Test func keepsOnePixelCablesAtAnyAngle() throws {
    // Straight lines at any angle, outwards from the product's edge.
    let size = PixelSize(width: 400, height: 300)
    var lost = 0
    for seed in 0..<41 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let angle = Double.random(in: 0..<2 * .pi, using: &generator)
      let length = Double.random(in: 40...80, using: &generator)
      let shade = UInt8.random(in: 20...150, using: &generator)
      let grey = UInt8.random(in: 225...255, using: &generator)
      var cable: Set<[Int]> = []
      for step in 0...Int(length * 2) {
        let distance = 50 + Double(step) / 2
        cable.insert([Int(200 + cos(angle) * distance), Int(150 + sin(angle) * distance)])
      }
      let image = Image.drawn(ImageShape(size: size, format: .encodedOpaque)) { x, y in
        let isProduct = (x - 200) * (x - 200) + (y - 150) * (y - 150) < 2500
        let value = cable.contains([x, y]) ? shade : grey
        return isProduct ? Color(red: 40, green: 90, blue: 160) : Color(red: value, green: value, blue: value)
      }
      guard case .success(let content) = image.withBand({ Content.find(in: $0, kernels: .current) }) else {
        lost += 1
        continue
      }
      let isWhole = [content.box, content.boxWithShadow].allSatisfy { box in
        cable.allSatisfy { box.columns.contains($0[0]) && box.rows.contains($0[1]) }
      }
      lost += isWhole ? 0 : 1
    }
    #expect(lost <= 1)
  }

  @Test func softShadowsAreKeptOrDropped() throws {
    let pixels = picture { x, y in
      let across = Double(x - 110) / 60, down = Double(y - 121) / 36
      let rest = max(0, 1 - (across * across + down * down))
      let shade = 0.12 * rest * rest
      guard y >= 121, shade > 0 else { return nil }
      let grey = UInt8(236 * (1 - shade))
      return Color(red: grey, green: grey, blue: grey)
    }
    #expect(try trimmed(pixels).count > Self.product.size.height + 15)
    #expect(try trimmed(pixels, Trim(shadow: .drop)).count < Self.product.size.height + 5)
  }

  @Test func unevenLightCountsAsBackdrop() throws {
    let pixels = picture { x, y in
      if Self.product.columns.contains(x), Self.product.rows.contains(y) { return nil }
      let u = Double(x) / 120 - 1, v = Double(y) / 90 - 1
      let grey = UInt8((236 - 30 * u - 12 * v - 25 * u * u - 20 * v * v).rounded())
      return Color(red: grey, green: grey, blue: grey)
    }
    // An edge spreads over two pixels.
    let left = try trimmed(pixels)
    #expect(abs(left.count - 81) <= 2 && abs(left[0].count - 81) <= 2)
  }

  @Test func withoutABackdropNothingIsTrimmedAndTheReasonIsReported() throws {
    let image = Image.random(ImageShape(size: Self.size, format: .encodedOpaque), seed: 9)
    let context = RenderContext()
    #expect(try Trim().plan(image.shape, in: PlanContext()).image(of: image, context).size == Self.size)
    #expect(
      context.notes.all == [
        "trim: nothing was cut off, because less than half of the border is a plain backdrop (at most 0 %)"
      ])
  }

  @Test func aPlainPictureIsUnchanged() throws {
    let context = RenderContext()
    let image = Image.filled(ImageShape(size: Self.size, format: .encodedOpaque), .white)
    #expect(try Trim().plan(image.shape, in: PlanContext()).image(of: image, context).size == Self.size)
    #expect(context.notes.all == ["trim: nothing was cut off, because there is nothing in front of the backdrop"])
  }

  @Test func contentBelowTheMinimumIsNotTrimmedTo() throws {
    #expect(try trimmed(picture(), Trim(minimum: 82)).count == 180)
    #expect(try trimmed(picture(), Trim(minimum: 81)).count == 81)
  }

  @Test func aTransparentBorderIsTrimmed() throws {
    let pixels = picture { x, y in
      Self.product.columns.contains(x) && Self.product.rows.contains(y) ? nil : .transparent
    }
    let left = try trimmed(pixels, format: .encodedPremultiplied)
    #expect(left == part(pixels, Self.product))
  }

  /// A picture reduced in blocks of 3 × 3: the box consists of whole blocks and contains the product.
  @Test func largePicturesAreNeverCutIntoTheProduct() throws {
    let product = PixelRect(columns: 601..<1500, rows: 400..<1202)
    let size = PixelSize(width: 2500, height: 2200)
    let left = try trimmed(picture(size: size, product: product))
    #expect((802...806).contains(left.count) && (899...903).contains(left[0].count))
    let red = Color(css: "#b02018")!.word
    #expect(left.joined().count { $0 == red } == product.size.pixelCount)
  }
}
