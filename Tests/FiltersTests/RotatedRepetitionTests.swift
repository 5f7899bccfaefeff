import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Testing

/// `repeat` with an angle.
@Suite struct RotatedRepetitionTests {
  private static let canvas = PixelSize(width: 90, height: 70)
  private static let mark = PixelSize(width: 11, height: 6)

  private func laid(
    _ repetition: Repetition, opacity: Double = 1, at: Placement = .center, format: PixelFormat = .encodedOpaque,
    bandHeight: Int? = nil, level: CPULevel = Kernels.current.level
  ) throws -> Image {
    var filter = SourceOver(foreground: SourceName("mark"), at: at, opacity: opacity)
    filter.repetition = repetition
    let photo = Image.random(ImageShape(size: Self.canvas, format: format), seed: 8)
    return try render(
      filter, photo, sources: ["mark": Self.image(format)], bandHeight: bandHeight, level: level)
  }

  private static func image(_ format: PixelFormat) -> Image {
    .random(ImageShape(size: mark, format: format.with(alpha: .premultiplied)), seed: 9)
  }

  /// Copies at every place of the pattern, far beyond the canvas: the middle of copy (i, j) is R·(i·step + shift, j·step)
  /// from the middle of the copy in the middle. Each is the rotated mark over the photo: S + round(D·(255 − Sa)/255).
  @Test(arguments: [-30.0, 45, 90, 163.7, -0.3], [0, 0.5])
  func copiesAreAtTheRotatedPlaces(angle: Double, stagger: Double) throws {
    let gap = PixelPoint(x: 9, y: 7)
    let repetition = Repetition(gap: LengthPoint(gap), stagger: stagger, angle: angle)
    let result = try laid(repetition).channels
    let copy = try render(Rotate(angle: angle), Self.image(.encodedOpaque))
    let copyChannels = copy.channels
    var expected = Image.random(ImageShape(size: Self.canvas, format: .encodedOpaque), seed: 8).channels
    // A quarter turn is exact, because its positions are halves of pixels.
    let (sine, cosine) = angle == 90 ? (1, 0) : (sin(angle * .pi / 180), cos(angle * .pi / 180))
    // at: center puts the corner at floor((W − w) / 2).
    let middle = (x: 39 + 5.5, y: 32 + 3.0)
    for j in -40...40 {
      for i in -40...40 {
        let right = Double(i * (11 + gap.x)) + (j & 1 == 1 ? (stagger * 20 + 0.5).rounded(.down) : 0)
        let down = Double(j * (6 + gap.y))
        let left = Int((middle.x + right * cosine - down * sine - Double(copy.size.width) / 2 + 0.5).rounded(.down))
        let top = Int((middle.y + right * sine + down * cosine - Double(copy.size.height) / 2 + 0.5).rounded(.down))
        for y in 0..<copy.size.height where (0..<70).contains(top + y) {
          for x in 0..<copy.size.width where (0..<90).contains(left + x) {
            let (source, target) = ((y * copy.size.width + x) * 4, ((top + y) * 90 + left + x) * 4)
            let alpha = copyChannels[source + 3]
            for channel in 0..<4 {
              let behind = Double(expected[target + channel] * (255 - alpha)) / 255
              expected[target + channel] = min(255, copyChannels[source + channel] + Int(behind.rounded()))
            }
          }
        }
      }
    }
    let different = zip(result, expected).count { $0 != $1 }
    #expect(different == 0, "\(different) of \(result.count)")
  }

  @Test func aWholeTurnIsNone() throws {
    let gap = LengthPoint(x: 4, y: 8)
    let upright = try laid(Repetition(gap: gap, stagger: 0.3))
    #expect(try laid(Repetition(gap: gap, stagger: 0.3, angle: 360)).pixels == upright.pixels)
  }

  /// A negative angle makes lines that rise to the right.
  @Test func negativeAnglesRiseToTheRight() throws {
    var filter = SourceOver(foreground: SourceName("mark"))
    filter.repetition = Repetition(gap: LengthPoint(x: 20, y: 400), angle: -30)
    let mark = Image.filled(ImageShape(size: PixelSize(width: 20, height: 10), format: .encodedPremultiplied), .white)
    let photo = Image.filled(ImageShape(size: PixelSize(width: 201, height: 201), format: .encodedOpaque), .black)
    let pixels = try render(filter, photo, sources: ["mark": mark]).pixels
    // Copies are 40 pixels apart: 40 · cos 30° = 34.6 to the right and 40 · sin 30° = 20 up.
    for number in -2...2 { #expect(pixels[100 - 20 * number][100 + Int(34.64 * Double(number))] == 0xFFFF_FFFF) }
    #expect(pixels[120][135] == 0xFF00_0000)
  }

  @Test(arguments: PixelFormat.working)
  func isTheSameInBandsAndAtEveryLevel(format: PixelFormat) throws {
    let repetition = Repetition(gap: LengthPoint(x: 3, y: 0), stagger: 0.4, angle: 21)
    let whole = try laid(repetition, opacity: 0.4, at: .bottomRight, format: format).channels
    for bandHeight in [1, 7] {
      #expect(
        try laid(repetition, opacity: 0.4, at: .bottomRight, format: format, bandHeight: bandHeight).channels == whole)
    }
    for level in CPULevel.available {
      #expect(try laid(repetition, opacity: 0.4, at: .bottomRight, format: format, level: level).channels == whole)
    }
  }

  @Test func theAngleIsReadFromTheMap() {
    let map = { (angle: Double) in Value(.map([Value.Entry(key: "angle", value: angle.value)])) }
    #expect(Repetition(map(-30)) == Repetition(angle: -30))
    #expect(Repetition(Repetition(angle: -30).value) == Repetition(angle: -30))
    #expect(Repetition(map(400)) == nil)
    #expect("\(Repetition().value)".contains("angle") == false)
  }
}
