import Filters
import Parameters
import PixelCore
import Testing

/// The reference is the area of a quarter disc in each pixel, summed over lines in float64.
@Suite struct RoundCornersTests {
  private func corner(_ radius: Double, x: Int, y: Int) -> Double {
    let lines = 2000
    return (0..<lines).reduce(0) { sum, line in
      let height = Double(y) + (Double(line) + 0.5) / Double(lines)
      let beyond = max(0, radius - height)
      let cut = radius - (radius * radius - beyond * beyond).squareRoot()
      return sum + max(0, Double(x + 1) - max(cut, Double(x))) / Double(lines)
    }
  }

  @Test(arguments: PixelFormat.working, [0.4, 1, 2.5, 6])
  func multipliesByTheAreaInside(format: PixelFormat, radius: Double) throws {
    let photo = Image.random(ImageShape(size: PixelSize(width: 13, height: 14), format: format), seed: 3)
    let image = try render(RoundCorners(radius: .pixels(radius)), photo)
    #expect(image.shape.format == format.with(alpha: .premultiplied))
    let (before, after) = (photo.channels, image.channels)
    for y in 0..<14 {
      for x in 0..<13 {
        let share = corner(radius, x: min(x, 12 - x), y: min(y, 13 - y))
        for channel in 0..<4 {
          let index = (y * 13 + x) * 4 + channel
          let exact = Double(before[index]) * share
          #expect(abs(Double(after[index]) - exact) <= (format.depth == .eight ? 1 : 257))
          if share == 1 { #expect(after[index] == before[index]) }
        }
      }
    }
  }

  /// A radius beyond half the shorter side makes half circles.
  @Test func aLargeRadiusMakesAPill() throws {
    let photo = ImageShape(size: PixelSize(width: 30, height: 10), format: .encodedOpaque).pixels(of: .white)
    let (large, half) = try (
      render(RoundCorners(radius: 900), photo, format: .encodedOpaque),
      render(RoundCorners(radius: 2.5, scale: 2), photo, format: .encodedOpaque)
    )
    #expect(large.channels == half.channels)
    #expect(try render(RoundCorners(radius: .percent(50)), photo, format: .encodedOpaque).channels == half.channels)
    #expect(large.pixels[0][0] == 0 && large.pixels[5][0] != 0 && large.pixels[0][15] == Color.white.word)
  }

  @Test func aRadiusOfZeroChangesNothing() throws {
    let photo = Image.random(ImageShape(size: PixelSize(width: 5, height: 4), format: .encodedOpaque), seed: 3)
    #expect(try render(RoundCorners(radius: 0), photo).channels == photo.channels)
    #expect(try render(RoundCorners(radius: 0), photo).shape.format == .encodedOpaque)
  }
}
