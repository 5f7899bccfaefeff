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
    ("rebeccapurple", Color(red: 102, green: 51, blue: 153)),
    ("LightGoldenrodYellow", Color(red: 250, green: 250, blue: 210)),
    ("darkslategrey", Color(red: 47, green: 79, blue: 79)),
    ("cornflowerblue", Color(red: 100, green: 149, blue: 237)),
  ])
  func parsesCSSColors(text: String, color: Color) {
    #expect(Color(css: text) == color)
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#ggg", "e63946", "rouge", "#1234567890"])
  func refusesOtherTexts(text: String) {
    #expect(Color(css: text) == nil)
  }

  /// CSS has 148 names. Seven greys have two spellings each, and two more colours have two names.
  @Test func knowsEveryCSSName() {
    #expect(Color.names.count == 148 + 1)
    let opaque = Color.names.filter { $0.value.isOpaque }
    #expect(Set(opaque.values).count == 148 - 7 - 2)
    for (name, color) in opaque { #expect(Color.names[name.replacing("grey", with: "gray")] == color, "\(name)") }
    #expect(Color.names["aqua"] == Color.names["cyan"] && Color.names["fuchsia"] == Color.names["magenta"])
  }

  @Test func descriptionIsReadBack() {
    #expect(Color(red: 1, green: 2, blue: 255).description == "#0102ff")
    #expect(Color(red: 1, green: 2, blue: 255, alpha: 9).description == "#0102ff09")
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen])
  func premultiplyingRoundsOnceHalfUp(depth: PixelFormat.Depth) {
    let format = PixelFormat(depth: depth, transfer: .encoded, alpha: .premultiplied)
    var wrong: [Color] = []
    for alpha in 0...255 {
      for channel in 0...255 {
        let color = Color(red: UInt8(channel), green: 0, blue: 0, alpha: UInt8(alpha))
        let pixel = color.pixel(in: format)
        let (product, unit) = (channel * alpha * depth.largest, 255 * 255)
        if Int(pixel.red) != (product * 2 + unit) / (unit * 2) { wrong.append(color) }
        if Int(pixel.alpha) != alpha * (depth == .eight ? 1 : 257) { wrong.append(color) }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Half of full light is 188 when encoded; IEC 61966-2-1 gives 0.2158605 for encoded 0.5.
  @Test func linearLightFollowsTheSRGBCurve() {
    let linear = PixelFormat(depth: .sixteen, transfer: .linear, alpha: .premultiplied)
    let grey = Color(red: 188, green: 128, blue: 0).pixel(in: linear)
    #expect(abs(Double(grey.red) / 65535 - 0.5) < 0.003)
    #expect(abs(Double(grey.green) / 65535 - 0.215861) < 1e-5)
    #expect(grey.blue == 0 && grey.alpha == 65535)
    let halfWhite = Color(css: "#ffffff80")!.pixel(in: linear)
    #expect(halfWhite.red == 32896 && halfWhite.alpha == 32896)
  }
}
