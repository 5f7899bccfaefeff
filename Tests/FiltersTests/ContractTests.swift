import Filters
import Foundation
import PixelCore
import PixelKernels
import Testing

/// The questions that every filter in the list has to answer.
@Suite struct ContractTests {
  /// A filter of each kind, with parameters that make it do something. A filter in the list without an example here fails
  /// the first test.
  static let examples: [any Filter] = [
    Orient(orientation: .fixed(.up)), Orient(orientation: .fixed(.upMirrored)), Orient(orientation: .fixed(.right)),
    Resize(width: 5), Resize(width: 9, height: 4, mode: .cover), Resize(width: 3, height: 40, mode: .stretch),
    Fit(width: 12, height: 9), Fit(width: 7, height: 7, background: Color(css: "#336699")!),
    Flatten(background: Color(css: "#804020")!),
    SepiaTone(intensity: 0.7), SepiaTone(intensity: 0.4, model: .css),
    SourceOver(background: SourceName("canvas")),
    SourceOver(background: SourceName("canvas"), at: .topLeft, opacity: 0.3),
    SourceOver(foreground: SourceName("badge"), at: .bottomRight, inset: PixelPoint(x: 1, y: 2)),
    Circle(
      frame: PixelRect(origin: PixelPoint(x: -1, y: 2), size: PixelSize(width: 9, height: 6)),
      fill: Color(css: "#ff000080")!, stroke: .white, lineWidth: 1.5),
  ]

  static let sources: [String: Image] = [
    "canvas": Image(
      ImageShape(size: PixelSize(width: 10, height: 14), format: .encodedOpaque).randomPixels(seed: 71),
      format: .encodedOpaque),
    "badge": Image(
      ImageShape(size: PixelSize(width: 4, height: 3), format: .encodedPremultiplied).randomPixels(seed: 72),
      format: .encodedPremultiplied),
  ]

  static let sizes = [(1, 1), (1, 7), (13, 1), (17, 11), (37, 70)].map { PixelSize(width: $0.0, height: $0.1) }

  @Test func everyFilterInTheListHasAnExample() {
    let names = Set(Self.examples.map { type(of: $0).name })
    #expect(Set(FilterList.all.map { $0.name }) == names)
    #expect(FilterList.all.count == names.count, "two filters share a name")
  }

  @Test(arguments: FilterList.all.indices)
  func describesItself(index: Int) {
    let filter = FilterList.all[index]
    #expect(!filter.summary.isEmpty)
    #expect(filter.parameterDescriptions.allSatisfy { !$0.summary.isEmpty })
    #expect(Set(filter.parameterDescriptions.map(\.name)).count == filter.parameterDescriptions.count)
    if let shorthand = filter.shorthand { #expect(filter.parameterDescriptions.contains { $0.name == shorthand }) }
  }

  @Test(arguments: examples.indices)
  func survivesBeingEncodedAndDecoded(index: Int) throws {
    func check<F: Filter>(_ filter: F) throws {
      let json = try JSONEncoder().encode(filter)
      #expect(try JSONDecoder().decode(F.self, from: json) == filter)
      #expect(try F(parameters: filter.parameterValues) == filter)
    }
    try check(Self.examples[index])
  }

  @Test(arguments: examples.indices)
  func keepsItsPromises(index: Int) throws {
    func check(_ filter: some Filter) throws {
      for size in Self.sizes {
        for format in PixelFormat.working {
          let shape = ImageShape(size: size, format: format)
          for pixels in [
            shape.randomPixels(seed: 5), shape.pixels(of: format.alpha == .opaque ? .black : .transparent),
          ] {
            let plan = try filter.plan(shape, in: PlanContext(sources: Self.sources.mapValues(\.shape)))
            let whole = try render(filter, pixels, format: format, sources: Self.sources)
            #expect(whole.shape == plan.output)
            expectValid(whole)
            for bandHeight in [1, 2, 7, 64] {
              let banded = try render(filter, pixels, format: format, sources: Self.sources, bandHeight: bandHeight)
              #expect(banded.pixels == whole.pixels, "\(filter.canonicalText) on \(size), bands of \(bandHeight)")
            }
            for level in CPULevel.available {
              let other = try render(filter, pixels, format: format, sources: Self.sources, level: level)
              #expect(other.pixels == whole.pixels, "\(filter.canonicalText) on \(size), \(level)")
            }
          }
        }
      }
    }
    try check(Self.examples[index])
  }

  /// No colour exceeds alpha, and an opaque image is opaque.
  private func expectValid(_ image: Image) {
    for pixel in image.pixels.joined() {
      let channels = pixel.channels
      if channels.prefix(3).contains(where: { $0 > channels[3] })
        || (image.shape.format.alpha == .opaque && channels[3] != 255)
      {
        Issue.record("the pixel \(channels) is not \(image.shape.format.alpha)")
        return
      }
    }
  }
}
