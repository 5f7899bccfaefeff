import Filters
import PixelCore
import PixelKernels
import Testing

/// Corrections that depend on the image.
@Suite struct MeasuredCorrectionTests {
  private static let format = PixelFormat.encodedOpaque

  /// A ramp of greys from 40 to 199, one column each.
  private static let ramp = Image.columns(40...199) { Color(red: $0, green: $0, blue: $0) }

  @Test func automaticLevelsStretchTheValuesThatOccur() throws {
    let stretched = try render(Levels(clip: 0), Self.ramp)
    let expected = (40...199).map { grey -> Int in Int((Double(grey - 40) / 159 * 255 + 0.5).rounded(.down)) }
    #expect(stretched.row(channel: 0) == expected)
  }

  /// 16 of 160 columns are a tenth: as many may be clipped at either end, and no more.
  @Test func automaticLevelsClipTheirShare() throws {
    let stretched = try render(Levels(clip: 0.1), Self.ramp).row(channel: 1)
    #expect(stretched[...16].allSatisfy { $0 == 0 } && stretched[17] > 0)
    #expect(stretched[143...].allSatisfy { $0 == 255 } && stretched[142] < 255)
  }

  /// All channels have the same points, so a colour's proportions above black stay the same.
  @Test func automaticLevelsKeepTheHue() throws {
    let colours = Image.columns(0...100) { Color(red: 50 + $0, green: 50, blue: 50 + $0 / 2) }
    let stretched = try render(Levels(clip: 0), colours)
    #expect(stretched.row(channel: 0).last == 255)
    #expect(stretched.row(channel: 1).allSatisfy { $0 == 0 })
    #expect(stretched.row(channel: 2).last == 128)
  }

  @Test func automaticLevelsIgnoreTransparentPixelsAndSingleValues() throws {
    let shape = ImageShape(size: PixelSize(width: 9, height: 3), format: .encodedPremultiplied)
    let plain = Image.filled(shape, Color(css: "#505050")!)
    #expect(try render(Levels(clip: 0), plain).pixels == plain.pixels)
    let faint = Image.filled(shape, Color(css: "#50709030")!)
    #expect(try render(Levels(clip: 0), faint).pixels == faint.pixels)
  }

  /// The points have 16 bits, in both transfers, and are those of the encoded values.
  @Test(arguments: PixelFormat.Transfer.allCases)
  func automaticLevelsWorkWithSixteenBits(transfer: PixelFormat.Transfer) throws {
    let format = PixelFormat(depth: .sixteen, transfer: transfer, alpha: .opaque)
    let image = Image.columns(40...199, format) { Color(red: $0, green: $0, blue: $0) }
    let stretched = try render(Levels(clip: 0), image).row(channel: 2)
    #expect(stretched.first == 0 && stretched.last == 65_535)
    let middle = Double(stretched[53]) / 65_535
    let third = 53.0 / 159
    #expect(abs((transfer == .encoded ? middle : Correction.encode(middle)) - third) < 1e-3)
  }

  /// A photo under warm light: half of it lit less. The mean of its light becomes neutral.
  @Test func greyWorldMakesTheMeanNeutral() throws {
    let warm = Image.columns(0...99) {
      $0 < 50 ? Color(red: 200, green: 180, blue: 150) : Color(red: 90, green: 80, blue: 60)
    }
    let balanced = try render(WhiteBalance(neutral: .greyWorld), warm)
    let means = (0..<3).map { channel in
      balanced.row(channel: channel).map { Correction.decode(Double($0) / 255) }.reduce(0, +) / 100
    }
    #expect(means.max()! - means.min()! < 0.004)
    // The luminance is the same as before.
    let before = (0..<3).map { channel in
      warm.row(channel: channel).map { Correction.decode(Double($0) / 255) }.reduce(0, +) / 100
    }
    func luminance(_ light: [Double]) -> Double { 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] }
    #expect(abs(luminance(means) - luminance(before)) < 0.004)
  }

  /// A green product on a yellowish backdrop: the backdrop becomes neutral, and the product counts for nothing.
  @Test(arguments: [WhiteBalance.Neutral.backdrop, .auto])
  func theBackdropBecomesNeutral(neutral: WhiteBalance.Neutral) throws {
    let balanced = try render(
      WhiteBalance(neutral: neutral), Image.scene(backdrop: Color(red: 240, green: 232, blue: 214)))
    let corner = balanced.pixels[0][0].channels
    #expect(corner[0] == corner[1] && corner[1] == corner[2])
    #expect(balanced.pixels[40][60].channels != [20, 120, 60, 255])
  }

  /// A pink backdrop is meant to be pink, and the mean of the photo isn't neutral either.
  @Test func aColouredBackdropIsLeftAlone() throws {
    let image = Image.scene(backdrop: Color(red: 255, green: 150, blue: 190))
    let notes = StepNotes()
    #expect(try balance(image, .auto, notes).pixels == image.pixels)
    #expect(
      notes.all == [
        "whiteBalance: the colours were not changed, because neither the backdrop nor the mean of the photo is nearly neutral"
      ])
    #expect(try balance(image, .backdrop, notes).pixels != image.pixels)
  }

  @Test func aPhotoWithoutABackdropGetsAWarning() throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 80, height: 60), format: Self.format), seed: 3)
    let notes = StepNotes()
    #expect(try balance(image, .backdrop, notes).pixels == image.pixels)
    #expect(notes.all.count == 1 && notes.all[0].hasPrefix("whiteBalance: the colours were not changed, because"))
  }

  private func balance(_ image: Image, _ neutral: WhiteBalance.Neutral, _ notes: StepNotes) throws -> Image {
    var context = RenderContext()
    context.notes = notes
    return try WhiteBalance(neutral: neutral).plan(image.shape, in: PlanContext()).image(of: image, context)
  }
}

extension Image {
  /// An image of one row with a column for each number.
  fileprivate static func columns(
    _ numbers: ClosedRange<UInt8>, _ format: PixelFormat = .encodedOpaque, color: (UInt8) -> Color
  ) -> Image {
    var buffer = PixelBuffer(shape: ImageShape(size: PixelSize(width: numbers.count, height: 1), format: format))
    for (x, number) in numbers.enumerated() {
      color(number).pixel(in: format).fill(buffer.mutableRow(0) + x * format.bytesPerPixel, count: 1)
    }
    return Image(buffer)
  }

  /// A green square on a backdrop of one colour.
  fileprivate static func scene(backdrop: Color) -> Image {
    .drawn(ImageShape(size: PixelSize(width: 120, height: 80), format: .encodedOpaque)) { x, y in
      (30..<90).contains(x) && (20..<60).contains(y) ? Color(red: 20, green: 120, blue: 60) : backdrop
    }
  }

  /// A channel of the first row.
  fileprivate func row(channel: Int) -> [Int] {
    stride(from: channel, to: size.width * 4, by: 4).map { channels[$0] }
  }
}
