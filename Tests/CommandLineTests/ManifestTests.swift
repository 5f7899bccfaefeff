import Foundation
import PackshotKit
import Testing

/// What a shop's page gets about products.
@Suite struct ManifestTests {
  private static let catalog = ["--catalog", "shop/catalog.sqlite"]

  /// A red mug on white, 60 × 40 pixels, as files of two sizes and two formats, and one of another shape.
  private func shop() throws -> Packshot {
    let packshot = try Packshot.shop()
    try packshot.write(
      """
      packshot: 1
      name: web
      sources: { mug: { circle: { size: [20, 20], fill: "#c81e28" } } }
      steps: [ { colorMatrix: [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]] }, { sourceOver: { foreground: mug, at: center } } ]
      outputs:
        - { file: "{sku}/{view} big.png", formats: [webp, png], lossless: true }
        - { file: "{sku}/{view}-30.png", steps: [ { resize: { width: 30 } } ] }
        - { file: "{sku}/square.png", steps: [ { resize: { width: 20, height: 20, mode: cover } } ] }
      catalog: { sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)_(?<view>\\w+)' }
      """, to: "web.yaml")
    let run = try packshot.run("run", "web.yaml", "photos/MUG-1_front.jpg", "--output", "shop")
    try #require(run.status == 0, "\(run.errors)")
    return packshot
  }

  private func manifest(_ packshot: Packshot, _ arguments: String...) throws -> [String: Any] {
    let run = try packshot.run(["manifest"] + Self.catalog + arguments)
    try #require(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: run.bytes) as? [String: Any])
  }

  @Test func filesOfOneShapeAreOnePicture() throws {
    let packshot = try shop()
    _ = try packshot.run(["products", "edit", "MUG-1", "name=The <red> \"mug\"", "price=12.5"] + Self.catalog)
    let product = try manifest(packshot, "MUG-1", "--base", "https://cdn.example.com/", "--sizes", "50vw")
    #expect(product["sku"] as? String == "MUG-1" && product["price"] as? String == "12.50")
    let pictures = try #require(product["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["width"] as? Int } == [60, 20] && pictures.map { $0["height"] as? Int } == [40, 20])
    let url = "https://cdn.example.com/MUG-1/front"
    let placeholder = try #require(pictures[0]["placeholder"] as? String)
    #expect(placeholder.hasPrefix("data:image/webp;base64,") && placeholder.count < 500)
    // The picture is translucent, so its placeholder is no background.
    #expect(
      pictures[0]["html"] as? String == """
        <picture><source type="image/webp" srcset="\(url)%20big.webp 60w" sizes="50vw">\
        <img src="\(url)%20big.png" srcset="\(url)-30.png 30w, \(url)%20big.png 60w" sizes="50vw" \
        width="60" height="40" alt="The &lt;red&gt; &quot;mug&quot;, front" loading="lazy" decoding="async"></picture>
        """)
    let files = try #require(pictures[0]["files"] as? [[String: Any]])
    let hash = try packshot.run("photos", "show", "MUG-1/front-30.png", "--json", "--catalog", "shop/catalog.sqlite")
    #expect(files.count == 3 && hash.output.contains("\"sha256\":\"\(files[1]["sha256"] as? String ?? "")\""))
  }

  /// The circle's colour, computed by hand. A tint that a person has set is kept.
  @Test func theColorIsTheProductsColor() throws {
    let packshot = try shop()
    #expect(try manifest(packshot, "MUG-1")["color"] as? String == "#c81e28")
    let tint = { try packshot.run(["products", "show", "MUG-1", "--json"] + Self.catalog).output }
    #expect(try tint().contains("\"tint\":null"))
    _ = try manifest(packshot, "MUG-1", "--set-tints")
    #expect(try tint().contains("\"tint\":\"#c81e28\""))
    _ = try packshot.run(["products", "edit", "MUG-1", "tint=#0000ff"] + Self.catalog)
    #expect(try manifest(packshot, "MUG-1", "--set-tints")["color"] as? String == "#0000ff")
    #expect(try tint().contains("\"tint\":\"#0000ff\""))
  }

  @Test func eachProductGetsAFile() throws {
    let packshot = try shop()
    let run = try packshot.run(["manifest", "--output", "manifests"] + Self.catalog)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let file = try JSONSerialization.jsonObject(with: packshot.read("manifests/MUG-1.json")) as? [String: Any]
    #expect(file?["sku"] as? String == "MUG-1")
  }

  /// The picture on white is 60 × 40 pixels: landscape, without alpha, and as bright as nearly white.
  @Test func aPictureHasAPlaceholderAndAThumbHash() throws {
    let packshot = try shop()
    let pictures = try #require(try manifest(packshot, "MUG-1")["pictures"] as? [[String: Any]])
    let hash = [UInt8](try #require(Data(base64Encoded: pictures[0]["thumbHash"] as? String ?? "")))
    #expect(hash[2] >> 7 == 0 && hash[4] >> 7 == 1 && hash[0] & 63 > 45)
    // Without its files, the manifest still has everything else.
    for name in ["front big.webp", "front big.png", "front-30.png"] { try packshot.remove("shop/MUG-1/\(name)") }
    let run = try packshot.run(["manifest"] + Self.catalog)
    let html = ((run.events[0]["pictures"] as? [[String: Any]])?[0]["html"] as? String) ?? ""
    #expect(run.status == 0 && run.errors.contains("front big.png has no placeholder: "), "\(run.errors)")
    #expect(html.contains("front%20big.png") && !html.contains("style"))
  }

  /// Otherwise, the placeholder would be seen through the picture.
  @Test func aTranslucentPicturesElementHasNoBackground() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      """
      packshot: 1
      name: web
      outputs: [ { file: "{sku}.png", steps: [ { roundCorners: 9 } ] } ]
      catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
      """, to: "web.yaml")
    _ = try packshot.run("run", "web.yaml", "photos/MUG-1_front.jpg", "--output", "shop")
    let picture = try #require((try manifest(packshot)["pictures"] as? [[String: Any]])?[0])
    #expect(picture["placeholder"] != nil && (picture["html"] as? String)?.contains("style") == false)
  }

  @Test func alternativeTextComesFromTheProductsData() throws {
    let packshot = try shop()
    _ = try packshot.run(["products", "edit", "MUG-1", "name=Red mug", "price=12.5"] + Self.catalog)
    func alt(_ template: String) throws -> (text: String?, errors: String) {
      let run = try packshot.run(["manifest", "--alt", template] + Self.catalog)
      return ((run.events.first?["pictures"] as? [[String: Any]])?[0]["alt"] as? String, run.errors)
    }
    #expect(try alt("{name} for {price} {currency}, {view}").text == "Red mug for 12.50 EUR, front")
    #expect(try alt("{name} {note|}").text == "Red mug")
    let missing = try alt("{name}: {note}")
    #expect(missing.text == "Red mug, front")
    #expect(
      missing.errors.contains("2 pictures, such as of MUG-1, have the product's name and view as alternative text"))
    let unknown = try alt("{nmae}")
    #expect(unknown.text == nil && unknown.errors.contains("{nmae} isn't one (did you mean `name`?)"))
    #expect(try alt("{name").errors.contains("--alt is {name; it must be a text with fields in braces"))
  }

  @Test func aTemplateMakesOnePageOrAPageForEachProduct() throws {
    let packshot = try shop()
    try packshot.write(
      "<ul>{{#products}}<li>{{sku}}{{#pictures}}{{{html}}}{{/pictures}}{{/products}}</ul>\n", to: "list.mustache")
    let page = try packshot.run(["manifest", "--template", "list.mustache"] + Self.catalog)
    #expect(page.status == 0 && page.output.hasPrefix("<ul><li>MUG-1<picture><source "), "\(page.errors)")
    #expect(page.output.hasSuffix("</ul>\n"))
    let pages = try packshot.run(
      ["manifest", "--template", "list.mustache", "--output", "pages"] + Self.catalog)
    #expect(pages.status == 0 && pages.output.isEmpty && pages.errors.contains("wrote 1 pages into pages"))
    #expect(String(decoding: try packshot.read("pages/MUG-1.html"), as: UTF8.self) == page.output)
  }

  @Test func aMistakeInATemplateIsReportedByFileAndLine() throws {
    let packshot = try shop()
    try packshot.write("<ul>\n{{#products}}{{nmae}}{{/products}}", to: "list.mustache")
    let run = try packshot.run(["manifest", "--template", "list.mustache"] + Self.catalog)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(
      run.errors.contains("error: list.mustache:2:14: there is no field `nmae` (did you mean `name`?)"), "\(run.errors)"
    )
    let missing = try packshot.run(["manifest", "--template", "none.mustache"] + Self.catalog)
    #expect(missing.status == 66 && missing.errors.contains("none.mustache"))
  }

  @Test func aRecipeWithoutPicturesIsReported() throws {
    let run = try shop().run(["manifest", "MUG-1", "--recipe", "wbe"] + Self.catalog)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("MUG-1 has no pictures by the recipe wbe"))
  }
}
