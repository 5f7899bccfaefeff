import Filters
import Parameters
import PixelCore
import Testing

@Suite struct FitTests {
  @Test func centersThePhotoOnTheBackground() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let photo = ImageShape(size: PixelSize(width: 4, height: 2), format: .encodedOpaque).pixels(of: red)
    let image = try render(Fit(width: 4, height: 5, background: .white), photo, format: .encodedOpaque)
    #expect(image.shape.format.alpha == .opaque)
    let white = Array(repeating: Color.white.word, count: 4)
    let line = Array(repeating: red.word, count: 4)
    // floor((5 − 2) / 2) = 1 row above.
    #expect(image.pixels == [white, line, line, white, white])
  }

  @Test func theBackgroundIsTransparentByDefault() throws {
    let photo = ImageShape(size: PixelSize(width: 2, height: 4), format: .encodedOpaque).pixels(of: .black)
    let image = try render(Fit(width: 8, height: 8), photo, format: .encodedOpaque)
    #expect(image.shape.format.alpha == .premultiplied)
    #expect(image.pixels[4][0] == 0)
    #expect(image.pixels[4][4] == Color.black.word)
  }

  @Test func bothLengthsAreRequired() {
    let half = Value(.map([.init(key: "width", value: 5.value)]))
    #expect(
      throws: FilterError.missingParameter(
        parameter: "height", filter: "fit", allowed: "a whole number from 1 to 65535")
    ) { try Fit(parameters: half) }
  }
}

@Suite struct FlattenTests {
  @Test func everyAlphaIsCompositedOverTheColor() throws {
    let background = Color(red: 10, green: 200, blue: 90)
    let pixels = ImageShape(size: PixelSize(width: 600, height: 1), format: .encodedPremultiplied).randomPixels(seed: 4)
    let image = try render(Flatten(background: background), pixels)
    for (input, output) in zip(pixels[0], image.pixels[0]) {
      let through = Double(255 - input.channels[3]) / 255
      let expected = zip(input.channels, [10, 200, 90]).map { $0 + Int((Double($1) * through + 0.5).rounded(.down)) }
      #expect(Array(output.channels.prefix(3)) == expected)
      #expect(output.channels[3] == 255)
    }
  }

  @Test func refusesATranslucentColor() throws {
    for color in ["#ffffff80", "#fff8", "transparent"] {
      let error = #expect(throws: FilterError.self) { try Flatten(parameters: Value(.text(color))) }
      #expect(error?.message.contains("it must be an opaque CSS colour") == true)
    }
    #expect(try Flatten(parameters: "#102030ff").background == Color(red: 16, green: 32, blue: 48))
  }
}
