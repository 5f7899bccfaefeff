import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite struct BlurTests {
  /// Sigmas for every number of halvings, and on either side of each change.
  static let sigmas = [0.3, 0.5, 1, 1.7, 3.3, 4.99, 5, 5.4, 7, 9.99, 10, 13, 20, 28, 41, 77, 160, 400, 1000]

  /// Noise, hard edges, and checkerboards with squares as wide as the halved pixels, shifted against them.
  static func images(_ format: PixelFormat) -> [Image] {
    let shape = ImageShape(size: PixelSize(width: 83, height: 59), format: format)
    let isOpaque = format.alpha == .opaque
    return [
      .random(shape, seed: 41),
      .drawn(shape) { x, y in x < 40 ? (isOpaque ? .black : .transparent) : .white },
      .drawn(shape) { x, y in (x / 3 + y / 5) % 2 == 0 ? Color(red: 255, green: 0, blue: 130) : .black },
      .drawn(shape) { x, y in x == 41 && y == 30 || x == 0 && y == 58 ? .white : isOpaque ? .black : .transparent },
    ]
  }

  @Test(arguments: sigmas, PixelFormat.working)
  func isWithinItsBoundOfDoublePrecision(sigma: Double, format: PixelFormat) throws {
    let bound = format.depth == .eight ? 0.75 : 64
    let reference = GaussianReference(sigma: sigma)
    for (index, image) in Self.images(format).enumerated() {
      let expected = reference.channels(of: image)
      let blurred = try render(Blur(sigma: sigma), image).channels
      let worst = zip(blurred, expected).map { abs(Double($0) - $1) }.max()!
      #expect(worst <= bound, "image \(index), sigma \(sigma), \(format)")
    }
  }

  /// The worst picture for a pixel is white where the filter's weights exceed the Gaussian's, and black elsewhere. No picture
  /// is off by more than half the sum of the differences.
  ///
  /// Wider Gaussians have smaller weights, whose rounding to 16 bits would dominate here. They come ever closer.
  @Test(arguments: [1.2, 3.1, 4.99, 5, 5.6, 7.3, 9.99, 10, 14, 19.9])
  func noPictureExceedsTheBound(sigma: Double) throws {
    let radius = Int(8 * sigma)
    let size = PixelSize(width: 2 * radius + 65, height: 1)
    let format = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .opaque)
    let reference = GaussianReference(sigma: sigma)
    // A row of one white pixel blurs to the weights along one axis.
    var worst = 0.0
    for place in radius..<radius + 16 {
      let image = Image.drawn(ImageShape(size: size, format: format)) { x, _ in x == place ? .white : .black }
      let blurred = try render(Blur(sigma: sigma), image).channels
      let difference = zip(blurred, reference.channels(of: image)).enumerated().filter { $0.offset % 4 == 0 }
        .reduce(0) { $0 + abs(Double($1.element.0) - $1.element.1) }
      worst = max(worst, difference / 65_535 * 255 / 2)
    }
    // Along both axes, plus half a level for rounding.
    #expect(0.5 + 2 * worst <= 0.75, "\(worst) along an axis")
  }

  @Test(arguments: sigmas, PixelFormat.working) func oneColorIsUnchanged(sigma: Double, format: PixelFormat) throws {
    let shape = ImageShape(size: PixelSize(width: 31, height: 22), format: format)
    for colour in [Color.white, .black, Color(css: "#336699")!] {
      let image = Image.filled(shape, colour)
      #expect(try render(Blur(sigma: sigma), image).channels == image.channels)
    }
  }

  /// Blurring the mirrored image gives the mirrored result, so nothing shifts by half a pixel.
  @Test(arguments: [1.5, 6, 12, 50]) func nothingIsShifted(sigma: Double) throws {
    let format = PixelFormat(depth: .sixteen, transfer: .linear, alpha: .premultiplied)
    let image = Image.random(ImageShape(size: PixelSize(width: 64, height: 48), format: format), seed: 3)
    let turn = Orient(orientation: .fixed(.down))
    let turned = try render(turn, render(Blur(sigma: sigma), render(turn, image)))
    let worst = zip(turned.channels, try render(Blur(sigma: sigma), image).channels).map { abs($0 - $1) }.max()!
    #expect(worst <= 64)
  }

  @Test func transparentPixelsContributeNoColor() throws {
    let shape = ImageShape(size: PixelSize(width: 40, height: 9), format: .encodedPremultiplied)
    let red = Color(css: "#ff0000")!
    let blurred = try render(Blur(sigma: 3), .drawn(shape) { x, _ in x < 20 ? red : .transparent })
    for pixel in stride(from: 0, to: blurred.channels.count, by: 4) {
      let channels = blurred.channels[pixel..<pixel + 4]
      #expect(Array(channels) == [channels.last!, 0, 0, channels.last!])
    }
  }

  @Test func aGaussianTooNarrowToMatterIsSkipped() {
    let shape = ImageShape(size: PixelSize(width: 3, height: 3), format: .encodedOpaque)
    for sigma in [0, 0.001, 0.2] {
      guard case .nothing = Blur(sigma: sigma).plan(shape, in: PlanContext()).work else {
        Issue.record("it works for nothing at \(sigma)")
        return
      }
    }
  }
}

extension Image {
  /// An image with a colour for each pixel.
  static func drawn(_ shape: ImageShape, _ color: (_ x: Int, _ y: Int) -> Color) -> Image {
    var buffer = PixelBuffer(shape: shape)
    for y in 0..<shape.size.height {
      for x in 0..<shape.size.width { color(x, y).pixel(in: shape.format).store(in: buffer.mutableRow(y), at: x) }
    }
    return Image(buffer)
  }
}
