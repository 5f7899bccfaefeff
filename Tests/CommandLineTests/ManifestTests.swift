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
    #expect(
      pictures[0]["html"] as? String == """
        <picture><source type="image/webp" srcset="\(url)%20big.webp 60w" sizes="50vw">\
        <img src="\(url)%20big.png" srcset="\(url)-30.png 30w, \(url)%20big.png 60w" sizes="50vw" \
        width="60" height="40" alt="The &lt;red&gt; &quot;mug&quot;, front" loading="lazy"></picture>
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

  @Test func aRecipeWithoutPicturesIsReported() throws {
    let run = try shop().run(["manifest", "MUG-1", "--recipe", "wbe"] + Self.catalog)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("MUG-1 has no pictures by the recipe wbe"))
  }
}
