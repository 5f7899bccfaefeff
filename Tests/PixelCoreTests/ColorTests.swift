import PixelCore
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("#e63946", Color(red: 0xe6, green: 0x39, blue: 0x46)),
    ("#E639467f", Color(red: 0xe6, green: 0x39, blue: 0x46, alpha: 0x7f)),
    ("#f0c", Color(red: 0xff, green: 0, blue: 0xcc)),
    ("#f0c8", Color(red: 0xff, green: 0, blue: 0xcc, alpha: 0x88)),
    ("white", Color(red: 255, green: 255, blue: 255)),
    ("Transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
  ])
  func readsWhatCSSAllows(text: String, color: Color) {
    #expect(Color(css: text) == color)
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#ggg", "e63946", "rouge", "#1234567890"])
  func refusesAnythingElse(text: String) {
    #expect(Color(css: text) == nil)
  }

  @Test func describesItselfAsItIsRead() {
    #expect(Color(red: 1, green: 2, blue: 255).description == "#0102ff")
    #expect(Color(red: 1, green: 2, blue: 255, alpha: 9).description == "#0102ff09")
  }

  @Test func premultiplyingRoundsOnceHalvesUp() {
    for alpha in 0...255 {
      for channel in 0...255 {
        let color = Color(red: UInt8(channel), green: 0, blue: 0, alpha: UInt8(alpha)).premultiplied
        let exact = (Double(channel) * Double(alpha) / 255 + 0.5).rounded(.down)
        #expect(Double(color.red) == exact)
      }
    }
  }
}
