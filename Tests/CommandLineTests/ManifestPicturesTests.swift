import Foundation
import PackshotKit
import PixelCore
import Testing

/// Which files a manifest groups into one picture, and the URLs in its HTML.
@Suite struct ManifestPicturesTests {
  private static let catalog = ["--catalog", "shop/catalog.sqlite"]

  /// A shop with photos of 96 × 64 pixels and a recipe with these outputs. Each position in a photo has a different colour.
  private func shop(
    _ outputs: String, photos: [String] = ["MUG-1_front"], steps: String = "[]", clear: Bool = false
  ) throws -> Packshot {
    let packshot = try Packshot()
    try packshot.write(
      """
      packshot: 1
      name: web
      sources: { badge: { circle: { size: [30, 30], fill: red } } }
      steps: \(steps)
      outputs:
      \(outputs)
      catalog: { sku: '(.*/)?(?<sku>[^_]+)_(?<view>\\w+)' }
      """, to: "web.yaml")
    for name in photos {
      let file = try MadePicture.file(
        PixelSize(width: 96, height: 64), .png(), in: clear ? .encodedStraight : .encodedOpaque
      ) { x, y in
        Color(red: UInt8(2 * x), green: UInt8(3 * y), blue: 90, alpha: clear && x < 20 ? 0 : 255)
      }
      try packshot.write(file, to: "photos/\(name).png")
    }
    try run(packshot)
    return packshot
  }

  private func run(_ packshot: Packshot) throws {
    let run = try packshot.run("run", "web.yaml", "photos", "--output", "shop")
    try #require(run.status == 0, "\(run.errors)")
  }

  private func manifest(_ packshot: Packshot, _ arguments: String...) throws -> [String: Any] {
    let run = try packshot.run(["manifest"] + Self.catalog + arguments)
    try #require(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: run.bytes) as? [String: Any])
  }

  private func pictures(_ packshot: Packshot, _ arguments: String...) throws -> [[String: Any]] {
    let run = try packshot.run(["manifest"] + Self.catalog + arguments)
    try #require(run.status == 0, "\(run.errors)")
    let product = try JSONSerialization.jsonObject(with: run.bytes) as? [String: Any]
    return try #require(product?["pictures"] as? [[String: Any]])
  }

  /// The sorted file names of each picture.
  private func names(_ pictures: [[String: Any]]) -> [[String]] {
    pictures.map { picture in
      (picture["files"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }.sorted()
    }.sorted { $0[0] < $1[0] }
  }

  private func srcsets(_ picture: [String: Any]) -> [String] {
    (picture["srcset"] as? [[String: String]] ?? []).compactMap { $0["srcset"] }
  }

  @Test(arguments: [
    "{ sepiaTone: 1 }", "{ sourceOver: { foreground: badge } }", "{ crop: { width: 48, height: 32, at: topLeft } }",
    "{ roundCorners: 9 }", "{ sepiaTone: 1, when: { orientation: landscape } }", "{ mask: badge }",
  ])
  func anotherStepMakesAnotherPicture(step: String) throws {
    let packshot = try shop(
      """
        - { file: "plain-40.png", steps: [ { resize: { width: 40 } } ] }
        - { file: "plain.png", steps: [ { resize: { width: 60 } } ] }
        - { file: "other.png", steps: [ \(step), { resize: { width: 60 } } ] }
      """)
    #expect(names(try pictures(packshot)) == [["other.png"], ["plain-40.png", "plain.png"]])
  }

  @Test func anotherCropFrameOrAspectMakesAnotherPicture() throws {
    let packshot = try shop(
      """
        - { file: "cover-40.png", steps: [ { resize: { width: 40, height: 40, mode: cover } } ] }
        - { file: "cover-60.png", steps: [ { resize: { width: 60, height: 60, mode: cover } } ] }
        - { file: "left.png", steps: [ { resize: { width: 50, height: 50, mode: cover, focus: [0, 0] } } ] }
        - { file: "fit-40.png", steps: [ { fit: { width: 40, height: 40, background: white } } ] }
        - { file: "fit-60.png", steps: [ { fit: { width: 60, height: 60, background: white } } ] }
        - { file: "fit-blue.png", steps: [ { fit: { width: 50, height: 50, background: blue } } ] }
        - { file: "small.png", steps: [ { fit: { width: 200, height: 200, background: white, enlarge: false } } ] }
        - { file: "stretch.png", steps: [ { resize: { width: 30, height: 30, mode: stretch } } ] }
        - { file: "wide.png", steps: [ { resize: { width: 60, height: 20, mode: cover } } ] }
      """)
    #expect(
      names(try pictures(packshot)) == [
        ["cover-40.png", "cover-60.png"], ["fit-40.png", "fit-60.png"], ["fit-blue.png"], ["left.png"], ["small.png"],
        ["stretch.png"], ["wide.png"],
      ])
  }

  /// A cut-out on white and on black. The WebP beside the first is transparent.
  @Test func anotherBackgroundMakesAnotherPicture() throws {
    let packshot = try shop(
      """
        - { file: "a.jpg", formats: [webp, jpeg] }
        - { file: "b.jpg", background: black, steps: [ { resize: { width: 40 } } ] }
      """, clear: true)
    #expect(names(try pictures(packshot)) == [["a.jpg", "a.webp"], ["b.jpg"]])
  }

  @Test func sharpeningAfterResizingKeepsOnePicture() throws {
    let packshot = try shop(
      """
        - { file: "60.png", steps: [ { resize: { width: 60 } }, { sharpen: 0.4 } ] }
        - { file: "40.png", steps: [ { resize: { width: 40 } }, { sharpen: 0.4 } ] }
      """, steps: "[ { resize: { width: 80 } } ]")
    #expect(names(try pictures(packshot)) == [["40.png", "60.png"]])
  }

  /// Two qualities, and two sizes that a small photo isn't enlarged to. The `srcset` has the smallest file; all are listed.
  @Test func aSrcsetHasOneFilePerWidth() throws {
    let packshot = try shop(
      """
        - { file: "best.jpg", quality: 99, steps: [ { resize: { width: 40 } } ] }
        - { file: "good.jpg", quality: 40, steps: [ { resize: { width: 40 } } ] }
        - { file: "{width}-1000.jpg", steps: [ { resize: { width: 1000, enlarge: false } } ] }
        - { file: "{width}-2000.jpg", steps: [ { resize: { width: 2000, enlarge: false } } ] }
      """)
    let pictures = try pictures(packshot)
    #expect(names(pictures) == [["96-1000.jpg", "96-2000.jpg", "best.jpg", "good.jpg"]])
    #expect(srcsets(pictures[0]) == ["good.jpg 40w, 96-1000.jpg 96w"])
  }

  /// A new size is rendered alone, with a recipe that has changed meanwhile.
  @Test func aSizeAddedLaterJoinsItsPicture() throws {
    let packshot = try shop("  - { file: \"60.png\", steps: [ { resize: { width: 60 } } ] }")
    let recipe = String(decoding: try packshot.read("web.yaml"), as: UTF8.self)
    try packshot.write(
      recipe.replacing("catalog:", with: "  - { file: \"40.png\", steps: [ { resize: { width: 40 } } ] }\ncatalog:"),
      to: "web.yaml")
    try run(packshot)
    #expect(srcsets(try pictures(packshot)[0]) == ["40.png 40w, 60.png 60w"])
  }

  @Test func twoViewsOrRecipesMakeTwoPictures() throws {
    let packshot = try shop(
      "  - { file: \"{view}.png\", steps: [ { resize: { width: 60 } } ] }", photos: ["MUG-1_front", "MUG-1_side"])
    let recipe = String(decoding: try packshot.read("web.yaml"), as: UTF8.self)
    try packshot.write(recipe.replacing("name: web", with: "name: two").replacing("60", with: "50"), to: "two.yaml")
    try packshot.write(
      String(decoding: try packshot.read("two.yaml"), as: UTF8.self).replacing("{view}.png", with: "{view}-2.png"),
      to: "two.yaml")
    let second = try packshot.run("run", "two.yaml", "photos", "--output", "shop")
    try #require(second.status == 0, "\(second.errors)")
    #expect(names(try pictures(packshot)) == [["front-2.png"], ["front.png"], ["side-2.png"], ["side.png"]])
  }

  /// Each row: the formats, then the HTML elements by what they load.
  @Test(arguments: [
    ("png, jpeg", ["img 1.jpg"]), ("tiff, jpeg", ["img 1.jpg"]), ("webp, png", ["source 1.webp", "img 1.png"]),
    ("png, avif, webp, jpeg", ["source 1.avif", "source 1.webp", "img 1.jpg"]), ("tiff, webp", ["img 1.webp"]),
    ("avif, webp", ["source 1.avif", "img 1.webp"]), ("tiff", []),
  ])
  func jpegIsTheFallbackAndNoPNGPrecedesIt(formats: String, elements: [String]) throws {
    let packshot = try shop("  - { file: \"1.png\", formats: [\(formats)] }")
    let picture = try pictures(packshot)[0]
    let html = picture["html"] as? String ?? ""
    let found = html.matches(of: /<(source|img)[^>]*?(?:src|srcset)="([^ "]+)/).map { "\($0.1) \($0.2)" }
    #expect(found == elements, "\(html)")
    #expect(html.contains("<picture>") == (elements.count > 1))
    #expect((picture["files"] as? [Any])?.count == formats.split(separator: ",").count)
  }

  @Test func aProductWithoutAPriceHasNoPriceInTheManifest() throws {
    let packshot = try shop("  - { file: \"1.png\" }")
    let without = try manifest(packshot)
    #expect(without["price"] == nil && without["currency"] == nil)
    _ = try packshot.run(["products", "edit", "MUG-1", "price=12.5"] + Self.catalog)
    let with = try manifest(packshot)
    #expect(with["price"] as? String == "12.50" && with["currency"] as? String == "EUR")
  }

  @Test(arguments: [
    "cdn.example.com/", "media/", "ftp://cdn.example.com/", "s3://shop/", "https://", "https:///media/",
    "https://cdn.example.com/?file=", "https://cdn.example.com/#", "https://cdn example.com/", "javascript:alert(1)",
    "https://user:secret@cdn.example.com/", "//", "https://cdn.example.com:port/", "/me dia/", "https://a/%zz/",
    "https://a/\"onload=", " ",
  ])
  func anInvalidBaseURLIsRefused(base: String) throws {
    let run = try shop("  - { file: \"1.png\" }").run(["manifest", "--base", base] + Self.catalog)
    #expect(run.status == 64)
    #expect(
      run.errors.contains("--base is \(base); it must be the address of a folder, such as https://"), "\(run.errors)")
  }

  @Test func aBaseURLIsAFolder() throws {
    let packshot = try shop("  - { file: \"1.png\" }")
    for (base, url) in [
      ("https://cdn.example.com", "https://cdn.example.com/1.png"), ("/media", "/media/1.png"), ("/", "/1.png"),
      ("HTTP://localhost:8080/a%20b/", "HTTP://localhost:8080/a%20b/1.png"),
      ("//cdn.example.com/x", "//cdn.example.com/x/1.png"),
    ] {
      #expect(names(try pictures(packshot, "--base", base)) == [[url]])
    }
  }

  /// RFC 3986 applied by hand: characters in a name must not end a URL, a `srcset` entry or an attribute.
  @Test func specialCharactersInNamesAreEncoded() throws {
    let packshot = try shop("  - { file: \"{sku}.png\" }", photos: ["a, b#c?d%41\"<ü>&=,_x", "s:t_x"])
    let run = try packshot.run(["manifest", "--base", "/m/"] + Self.catalog)
    let urls = run.events.flatMap { names($0["pictures"] as? [[String: Any]] ?? []).flatMap(\.self) }
    #expect(urls == ["/m/a%2C%20b%23c%3Fd%2541%22%3C%C3%BC%3E%26%3D%2C.png", "/m/s%3At.png"])
  }
}
