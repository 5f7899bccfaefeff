import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Testing

/// The contract of every filter in the list.
@Suite struct ContractTests {
  /// An example of each filter with parameters that have an effect. A filter in the list without an example here fails the
  /// first test.
  static let examples: [any Filter] = [
    Orient(orientation: .fixed(.up)), Orient(orientation: .fixed(.upMirrored)), Orient(orientation: .fixed(.right)),
    Rotate(angle: 12), Rotate(angle: -100.5, background: Color(css: "#336699")!), Rotate(angle: 33, canvas: .keep),
    Rotate(angle: 90), Rotate(angle: 90, background: .white, canvas: .keep), Rotate(angle: 180, canvas: .keep),
    Flip(direction: .horizontal), Flip(direction: .vertical),
    Crop(x: 0, y: 0, width: 1, height: 1), Crop(width: 1, height: 1, at: .bottomRight),
    Crop(width: 1, height: 1, focus: .content), Crop(width: 1, height: 1, focus: .place(x: 0.3, y: 1)),
    percentages(SourceOver(foreground: SourceName("badge"), at: .bottomRight)) {
      $0.inset = LengthPoint(x: .percent(4), y: 1)
      $0.width = .percent(40)
    },
    percentages(SourceOver(background: SourceName("canvas"))) { $0.width = .percent(70) },
    percentages(Pad()) { $0.left = .percent(12.5) },
    percentages(Shadow(offset: .zero, grow: true)) {
      ($0.offset.y, $0.blur, $0.spread) = (.percent(3), .percent(10), .percent(-2.5))
    },
    Cutout(minimumConfidence: 0, otherwise: .leave), Cutout(shadow: .drop, holes: .keep, otherwise: .leave),
    Whiten(), Whiten(to: .transparent, shadow: .drop, relight: true, holes: .keep, accept: .doubtful),
    Trim(), Trim(margin: 2, shadow: .drop, minimum: 3),
    Resize(width: 2, height: 3, mode: .stretch), Resize(width: 5), Resize(width: 9, height: 4, mode: .cover),
    Resize(width: 3, height: 40, mode: .stretch, kernel: .mitchell),
    Resize(width: 8, height: 5, mode: .stretch, kernel: .box), Resize(width: 20, kernel: .bilinear),
    Resize(height: 3, kernel: .catmullRom),
    Resize(width: 9, height: 4, mode: .cover, focus: .product),
    Fit(width: 9, height: 12, content: 0.6), Fit(width: 40, height: 3, background: .white, content: 1),
    Fit(width: 12, height: 9), Fit(width: 7, height: 7, background: Color(css: "#336699")!),
    Extend(ratio: 1), Extend(all: 3), Extend(top: 1, left: 2),
    Pad(all: 3), Pad(top: 1, left: 2, background: Color(css: "#336699")!),
    Flatten(background: Color(css: "#804020")!),
    Opacity(amount: 0.3), Opacity(amount: 0),
    Exposure(stops: 0.7), Exposure(stops: -2), Brightness(amount: 1.3), Contrast(amount: 1.6), Gamma(gamma: 1.7),
    Levels(black: 0.1, white: 0.8, gamma: 1.2), Levels(clip: 0.02), Saturation(amount: 1.8),
    Saturation(amount: 0.5, linear: true), Greyscale(), Greyscale(amount: 0.4, linear: true),
    WhiteBalance(), WhiteBalance(neutral: .backdrop), WhiteBalance(neutral: .greyWorld),
    WhiteBalance(neutral: .color(Color(css: "#e8d9c0")!)),
    ColorMatrix(rows: swapped), ColorMatrix(rows: swapped, linear: true), ColorMatrix(rows: fading),
    Blur(sigma: 0.8), Blur(sigma: 4), Blur(sigma: 11),
    Sharpen(), Sharpen(radius: 3.7, amount: 4, threshold: 0),
    SepiaTone(intensity: 0.7), SepiaTone(), SepiaTone(intensity: 0.4, model: .css),
    SourceOver(background: SourceName("canvas")),
    SourceOver(background: SourceName("canvas"), at: .topLeft, opacity: 0.3),
    SourceOver(background: SourceName("canvas"), frame: frame, opacity: 0.9),
    SourceOver(foreground: SourceName("badge"), at: .bottomRight, inset: PixelPoint(x: 1, y: 2)),
    SourceOver(foreground: SourceName("badge"), frame: frame), repeated,
    Mask(SourceName("badge")), Mask(SourceName("canvas"), channel: .alpha, invert: true),
    Shadow(), Shadow(offset: PixelPoint(x: 2, y: -1), blur: 3, spread: 1.5, grow: true),
    Shadow(blur: 0, spread: -1, colour: Color(css: "#8040e080")!, opacity: 0.8, scale: 1.5),
    Shadow(kind: .contact, blur: 2, height: 3, grow: true), Shadow(kind: .contact, blur: 14, opacity: 1),
    Circle(frame: frame, fill: Color(css: "#ff000080")!, stroke: .white, lineWidth: 1.5),
    RoundedRectangle(frame: frame, radius: 2.5, fill: Color(css: "#ff000080")!, stroke: .white, lineWidth: 1.5),
    RoundCorners(radius: 3.7), RoundCorners(radius: 100),
    Text(
      "AB\nA", size: 5, fill: Color(css: "#ff000080")!, stroke: .white, at: .bottomRight, inset: PixelPoint(x: 1, y: 2)),
    Text("A", size: .percent(60), box: TextBox(fill: .white, radius: .percent(30), stroke: .black)),
  ]

  /// A filter with percentages as lengths.
  private static func percentages<F: Filter>(_ filter: F, _ change: (inout F) -> Void) -> any Filter {
    var filter = filter
    change(&filter)
    return filter
  }

  private static var repeated: SourceOver {
    var filter = SourceOver(foreground: SourceName("badge"), opacity: 0.5)
    filter.repetition = Repetition(gap: LengthPoint(x: 3, y: .percent(20)), stagger: 0.4)
    return filter
  }

  private static let frame = PixelRect(origin: PixelPoint(x: -1, y: 2), size: PixelSize(width: 9, height: 6))

  /// Swaps red and blue; green is halved and raised.
  private static let swapped = ColorCoefficients(rows: [
    [0, 0, 1, 0, 0], [0, 0.5, 0, 0, 0.25], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0],
  ])!
  /// Alpha is the former red, and colours overflow.
  private static let fading = ColorCoefficients(rows: [
    [1.5, 0, 0, 0, -0.1], [0, 2, 0, 0, 0], [0, 0, 1, -0.5, 0.3], [0.8, 0, 0, 0.1, 0],
  ])!

  /// The sources of the examples, for photos in the given format.
  static func sources(in format: PixelFormat) -> [String: Image] {
    [
      "canvas": .random(
        ImageShape(size: PixelSize(width: 10, height: 14), format: format.with(alpha: .opaque)), seed: 71),
      "badge": .random(
        ImageShape(size: PixelSize(width: 4, height: 3), format: format.with(alpha: .premultiplied)), seed: 72),
    ]
  }

  static let sizes = [(1, 1), (1, 7), (13, 1), (17, 11), (37, 70)].map { PixelSize(width: $0.0, height: $0.1) }

  @Test func everyFilterInTheListHasAnExample() {
    let names = Set(Self.examples.map { type(of: $0).name })
    #expect(Set(FilterList.standard.all.map { $0.name }) == names)
    #expect(FilterList.standard.all.count == names.count, "two filters share a name")
  }

  @Test(arguments: FilterList.standard.all.indices)
  func hasASummaryAndParameterDescriptions(index: Int) {
    let filter = FilterList.standard.all[index]
    #expect(!filter.summary.isEmpty)
    #expect(filter.parameterDescriptions.allSatisfy { !$0.summary.isEmpty })
    #expect(Set(filter.parameterDescriptions.map(\.name)).count == filter.parameterDescriptions.count)
    if let shorthand = filter.shorthand { #expect(filter.parameterDescriptions.contains { $0.name == shorthand }) }
  }

  @Test(arguments: examples.indices)
  func roundTripsThroughJSON(index: Int) throws {
    func check<F: Filter>(_ filter: F) throws {
      let json = try JSONEncoder().encode(filter)
      #expect(try JSONDecoder().decode(F.self, from: json) == filter)
      #expect(try F(parameters: filter.parameterValues) == filter)
    }
    try check(Self.examples[index])
  }

  /// Both depths, both transfers, translucent and opaque; also fully transparent and fully black.
  @Test(arguments: examples.indices, PixelFormat.working)
  func outputMatchesThePlan(index: Int, format: PixelFormat) throws {
    let sources = Self.sources(in: format)
    func check(_ filter: some Filter) throws {
      for size in Self.sizes {
        let shape = ImageShape(size: size, format: format)
        for image in [
          Image.random(shape, seed: 5), .filled(shape, format.alpha == .opaque ? .black : .transparent),
        ] {
          let plan = try filter.plan(shape, in: PlanContext(sources: sources.mapValues(\.shape)))
          let whole = try render(filter, image, sources: sources)
          #expect(whole.shape == plan.output.resolved(whole.size))
          #expect(whole.shape.format.depth == format.depth && whole.shape.format.transfer == format.transfer)
          let channels = whole.channels
          expectValid(channels, whole.shape.format)
          #expect(try render(filter, image, sources: sources).channels == channels, "rendered a second time")
          for bandHeight in [1, 2, 7, 64] {
            let banded = try render(filter, image, sources: sources, bandHeight: bandHeight)
            #expect(banded.channels == channels, "\(filter.canonicalText) on \(size), bands of \(bandHeight)")
          }
          for level in CPULevel.available {
            let other = try render(filter, image, sources: sources, level: level)
            #expect(other.channels == channels, "\(filter.canonicalText) on \(size), \(level)")
          }
        }
      }
    }
    try check(Self.examples[index])
  }

  /// A plan for an image with an upper bound holds for every image within the bound.
  @Test(arguments: examples + lateExamples, PixelFormat.working)
  func outputMatchesThePlanForAnySizeWithinABound(filter: any Filter, format: PixelFormat) throws {
    let context = PlanContext(orientation: .right, sources: Self.sources(in: format).mapValues(\.shape))
    for bound in Self.sizes {
      let promise = try filter.output(ofAtMost: ImageShape(size: bound, format: format), in: context)
      for width in Set([1, bound.width / 2, bound.width - 1, bound.width]) where width > 0 {
        for height in Set([1, bound.height / 3, bound.height]) where height > 0 {
          let shape = ImageShape(size: PixelSize(width: width, height: height), format: format)
          let output = try filter.plan(shape, in: context).output.bound
          #expect(promise.allows(output.size), "\(output.size) of \(shape.size) within \(bound): \(promise)")
          // An opaque promise means an output without alpha.
          #expect(output.format == promise.format || output.format == promise.format.with(alpha: .opaque))
        }
      }
    }
  }

  /// Filters whose output size depends on the image's size.
  private static let lateExamples: [any Filter] = [
    Orient(), Resize(width: 12, enlarge: false), Resize(height: 9), Resize(width: 12, height: 9),
    Resize(width: 12, height: 9, enlarge: false), Resize(width: 12, height: 9, mode: .cover, enlarge: false),
    Resize(width: 12, height: 9, mode: .stretch, enlarge: false), Resize(width: 13, height: 1),
    Fit(width: 13, height: 1), Fit(width: 37, height: 70, background: .white),
  ]

  /// Moved pixels equal the input's, in straight formats too, if a filter declares that it only moves pixels.
  @Test(arguments: examples.indices, PixelFormat.Depth.allCases)
  func filtersThatMovePixelsChangeNone(index: Int, depth: PixelFormat.Depth) throws {
    func check<F: Filter>(_ filter: F) throws {
      guard F.movesPixelsOnly else { return }
      let format = PixelFormat(depth: depth, transfer: .encoded, alpha: .straight)
      let image = Image.random(ImageShape(size: PixelSize(width: 17, height: 11), format: format), seed: 12)
      let moved = try render(filter, image)
      #expect(moved.shape.format.alpha != .premultiplied)
      func pixels(_ image: Image) -> Set<[Int]> {
        let channels = image.channels
        return Set(stride(from: 0, to: channels.count, by: 4).map { Array(channels[$0..<$0 + 4]) })
      }
      let known = pixels(image).union([
        [0, 0, 0, 0], [0x33, 0x66, 0x99, 0xff].map { depth == .eight ? $0 : $0 * 257 },
      ])
      #expect(pixels(moved).isSubset(of: known))
    }
    try check(Self.examples[index])
  }

  /// Checks that no colour exceeds alpha, and that an opaque image is opaque.
  private func expectValid(_ channels: [Int], _ format: PixelFormat) {
    for pixel in stride(from: 0, to: channels.count, by: 4) {
      let alpha = channels[pixel + 3]
      if channels[pixel..<pixel + 3].contains(where: { $0 > alpha })
        || (format.alpha == .opaque && alpha != format.depth.largest)
      {
        Issue.record("the pixel \(channels[pixel..<pixel + 4]) is not \(format.alpha)")
        return
      }
    }
  }
}
