import Filters
import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// Encoding pictures in Swift.
@Suite struct LibraryEncodingTests {
  /// One translucent and one transparent pixel.
  private func cutOut() throws -> Photo {
    let file = try TestPicture.png([
      [Color(red: 200, green: 100, blue: 50, alpha: 128), Color(red: 0, green: 0, blue: 0, alpha: 0)]
    ])
    return try Photo(file, name: "cut-out.png")
  }

  private func photo(_ file: some Collection<UInt8>) throws -> Photo { try Photo(data: file, name: "again") }

  @Test func aCutOutIsEncodedWithItsAlpha() throws {
    let file = try cutOut().data(as: .png)
    #expect(file.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
    let again = try photo(file).image(in: .encodedStraight)
    #expect(again.pixel(0, 0) == [200, 100, 50, 128])
    #expect(again.pixel(1, 0) == [0, 0, 0, 0])
  }

  @Test func encodingGivesTheSameBytesAsWriting() throws {
    let folder = try TemporaryFolder()
    let photo = try cutOut().applying(Resize(width: 40))
    for name in ["mug.png", "mug.jpg"] {
      try photo.write(to: folder.path(name), quality: 70, background: .black)
      let written = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      let format = try #require(ImageFileFormat(pathExtension: String(name.suffix(3))))
      #expect(try photo.data(as: format, quality: 70, background: .black) == written)
    }
  }

  /// Premultiplied by 128 of 255, red is 100, and 100 · 255 / 128 is 199.
  @Test func anImageOfPremultipliedPixelsIsEncodedStraight() throws {
    let again = try photo(cutOut().image().encoded(.png())).image(in: .encodedStraight)
    #expect(again.pixel(0, 0) == [199, 100, 50, 128])
  }

  @Test func linearLightIsEncodedBeforeItIsWritten() throws {
    let file = try TestPicture.png([[Color(red: 200, green: 100, blue: 50)]])
    let linear = try Photo(file, name: "linear.png", working: .linear).image()
    #expect(linear.shape.format.transfer == .linear)
    let again = try photo(linear.encoded(.png()))
    let deep = try again.image(in: PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight))
    for (index, level) in [200, 100, 50].enumerated() {
      let found = Int(deep.row(0).load(fromByteOffset: 2 * index, as: UInt16.self))
      #expect(abs(found - level * 257) <= 8)
    }
  }

  /// Half of white and half of black is 128; in linear light, the mean of the two is 188.
  @Test(arguments: [(PixelFormat.Transfer.encoded, 128), (.linear, 188)])
  func aJPEGCompositesACutOutOverTheBackground(working: PixelFormat.Transfer, level: Int) throws {
    let pixels = Array(
      repeating: Array(repeating: Color(red: 0, green: 0, blue: 0, alpha: 127), count: 16), count: 16)
    let image = try Photo(TestPicture.png(pixels), name: "shade.png", working: working).image()
    let white = try photo(image.encoded(.jpeg(quality: 95))).image(in: .encodedOpaque)
    #expect(abs(white.pixel(8, 8)[0] - level) <= 1)
    let black = try photo(image.encoded(.jpeg(quality: 95), background: .black)).image(in: .encodedOpaque)
    #expect(black.pixel(8, 8)[0] == 0)
  }

  @Test func anImageHasTheRequestedFormat() throws {
    let straight = try cutOut().image(in: .encodedStraight)
    #expect(straight.shape.format == .encodedStraight)
    #expect(straight.pixel(0, 0) == [200, 100, 50, 128])
    #expect(try cutOut().image(in: .encodedPremultiplied).pixel(0, 0) == [100, 50, 25, 128])
    #expect(try cutOut().applying(Flatten()).image(in: .encodedStraight).shape.format == .encodedStraight)
    let error = #expect(throws: PackshotError.self) { try cutOut().image(in: .encodedOpaque) }
    #expect(error?.message.contains("flatten it first") == true)
  }

  @Test func numbersOutOfRangeAreRefusedWithTheirRange() throws {
    let image = try cutOut().image()
    for (coding, range) in [
      (EncodeOptions.Coding.jpeg(quality: 200), "1 to 100"), (.jpeg(quality: 0), "1 to 100"),
      (.png(compression: -1), "0 to 9"), (.png(compression: 10), "0 to 9"),
    ] {
      let error = #expect(throws: CodecError.self) { try image.encoded(coding) }
      #expect(error?.message.contains(range) == true)
    }
    #expect(throws: PackshotError.self) { try cutOut().data(as: .jpeg, quality: 101) }
    #expect(throws: PackshotError.self) { try cutOut().data(as: .jpeg, background: .transparent) }
    #expect(throws: CodecError.self) { try image.encoded(.jpeg(), background: .transparent) }
  }

  @Test func writersRefuseUnsupportedSizesAndFormats() throws {
    let sizes = [(0, 1), (-1, 5), (.max, .max), (0x7fff_ffff, 0x7fff_ffff), (.max, 1)].map {
      ImageShape(size: PixelSize(width: $0.0, height: $0.1), format: .encodedOpaque)
    }
    for shape in sizes.prefix(3) + sizes.suffix(1) {
      #expect(throws: CodecError.self) {
        try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png())) { _ in }
      }
    }
    _ = ImageCodec.encodingMemory(for: sizes[3], coding: .png())
    let one = PixelSize(width: 4, height: 4)
    for (coding, format) in [
      (EncodeOptions.Coding.png(), PixelFormat.encodedPremultiplied), (.jpeg(), .encodedStraight),
      (.png(), PixelFormat(depth: .eight, transfer: .linear, alpha: .opaque)),
    ] {
      let error = #expect(throws: CodecError.self) {
        try ImageCodec.makeWriter(shape: ImageShape(size: one, format: format), options: EncodeOptions(coding)) { _ in }
      }
      #expect(error?.message.contains(format.alpha.rawValue) == true)
    }
    #expect(throws: CodecError.self) {
      try ImageCodec.makePlaneWriter(size: one, options: EncodeOptions(.png())) { _ in }
    }
  }

  @Test(arguments: [EncodeOptions.Coding.png(), .jpeg()])
  func writersRefuseMissingRows(coding: EncodeOptions.Coding) throws {
    let shape = ImageShape(size: PixelSize(width: 4, height: 4), format: .encodedOpaque)
    let image = Image(PixelBuffer(shape: shape))
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(coding)) { _ in }
    #expect(throws: CodecError.self) { try writer.finish() }
    let last = RowBand(shape: shape, rows: 2..<4, base: image.row(2), stride: 64)
    #expect(throws: CodecError.self) { try writer.write(last) }
  }

  @Test func readersRefuseWhatTheFormatDoesNotOffer() throws {
    let png = EncodedImage(try cutOut().data())
    #expect(throws: CodecError.self) { try ImageCodec.makeReader(bytes: png, scale: .half) }
    #expect(throws: CodecError.self) { try ImageCodec.makePlaneReader(bytes: png) }
  }

  /// None of these may crash the program.
  @Test func extremeParametersAreErrors() throws {
    let photo = try cutOut()
    let steps: [any Filter] = [
      Resize(width: .max), Resize(width: .min, height: 0), Resize(width: 65_535, height: 65_535, mode: .stretch),
      Crop(x: .max, y: .max, width: .max, height: .max), Crop(width: -1, height: 4), Crop(width: .max, height: 1),
      Pad(all: .max), Pad(top: -5), Pad(all: 65_535), Fit(width: 0, height: -3), Fit(width: .max, height: .max),
      Opacity(amount: .nan), Opacity(amount: .infinity), SepiaTone(intensity: .nan), SepiaTone(intensity: -.infinity),
      Circle(frame: PixelRect(origin: PixelPoint(x: .max, y: .min), size: PixelSize(width: .max, height: -1))),
      Circle(frame: PixelRect(origin: .zero, size: PixelSize(width: 9, height: 9)), scale: .nan),
      Circle(size: PixelSize(width: .max, height: .max)), Flatten(background: .transparent),
    ]
    for step in steps { #expect(throws: (any Error).self, "\(step)") { try photo.applying(step) } }
    for place in [PixelPoint(x: .max, y: .max), PixelPoint(x: -1, y: 0)] {
      #expect(throws: (any Error).self) { try photo.composited(over: photo, at: .topLeft, inset: place) }
    }
    let frame = PixelRect(origin: PixelPoint(x: .max, y: .max), size: PixelSize(width: -1, height: .max))
    #expect(throws: (any Error).self) { try photo.composited(under: photo, frame: frame) }
    #expect(throws: (any Error).self) { try photo.composited(under: photo, opacity: .nan) }
    for rows in [
      [], [[1.0]], Array(repeating: [0, 0, 0, 0, .nan], count: 4), Array(repeating: [2000, 0, 0, 0, 0], count: 4),
    ] {
      #expect(throws: FilterError.self) { try ColorMatrix(rows: rows) }
      #expect(ColorCoefficients(rows: rows) == nil)
    }
    #expect(try ColorMatrix(rows: ColorCoefficients.identity.rows) == ColorMatrix())
  }

  @Test func comparingAcceptsAnyImageAndRefusesRegionsWithoutPixels() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("expected.png")
    try cutOut().write(to: path)
    let straight = try PictureComparison().compare(path, with: cutOut().image(in: .encodedStraight)) { _ in }
    #expect(straight.isSame)
    // Premultiplied, red is 199 again: one level apart.
    let near = PictureComparison(Tolerance(.channels(1)))
    #expect(try near.compare(path, with: cutOut().image()) { _ in }.isSame)
    for size in [PixelSize(width: -4, height: 4), PixelSize(width: 0, height: 0), PixelSize(width: .min, height: .max)]
    {
      let nowhere = PixelRect(origin: PixelPoint(x: 1, y: 1), size: size)
      #expect(throws: PackshotError.self) { try PictureComparison(ignoring: [nowhere]).compare(path, path) }
    }
    #expect(Tolerance.Allowance.share(.nan).count(of: 10) == 0)
    #expect(Tolerance.Allowance.share(.infinity).count(of: 10) == 10)
  }

  @Test func timeLimitsCanBeInfinite() throws {
    for seconds in [Double.infinity, .nan, 1e300] {
      var limits = DecodeLimits()
      limits.timeLimit = TimeLimit(seconds: seconds)
      _ = try ImageCodec.makeReader(bytes: EncodedImage(try cutOut().data()), limits: limits)
    }
    #expect(TimeLimit(seconds: -1e300).secondsLeft < 0)
  }
}
