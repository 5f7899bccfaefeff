import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@testable import PackshotKit

/// The entries of a `srcset`, for random recipes.
@Suite struct ManifestPropertyTests {
  private static let variants = 3

  /// A step that changes the picture, whatever it is scaled to.
  private static let changes = [
    "{ sepiaTone: 1 }", "{ colorMatrix: [[0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]] }",
    "{ crop: { width: 50, height: 50, at: topLeft } }", "{ sourceOver: { foreground: badge, at: center } }",
    "{ pad: { all: 9, background: \"#0000ff\" } }", "{ opacity: 0.5 }",
    "{ sepiaTone: 1, when: { width: { min: 90 } } }",
    "{ trim: { margin: 2 } }",
  ]

  private static func scaling(to width: Int, kind: Int) -> String {
    switch kind {
    case 0: "{ resize: { width: \(width) } }"
    case 1: "{ resize: { width: \(width), enlarge: false } }"
    case 2: "{ resize: { width: \(width), height: \(width), mode: cover } }"
    case 3: "{ resize: { width: \(width), height: \(width / 2), mode: cover, focus: [0, 0] } }"
    case 4: "{ resize: { width: \(width), height: \(width), mode: stretch } }"
    case 5: "{ fit: { width: \(width), height: \(width), background: white } }"
    default: "{ fit: { width: \(width), height: \(width), background: white, enlarge: false } }"
    }
  }
  /// The number of kinds. The last one leaves a frame larger than the photo partly empty, so it makes several pictures.
  private static let kinds = 7

  /// A recipe whose outputs `0-…` are one picture at several sizes, `1-…` another one, and so on.
  private func recipe(_ random: inout SeededGenerator) -> (yaml: String, kinds: [Int]) {
    var kinds: [Int] = []
    var outputs = ""
    for variant in 0..<Self.variants {
      let before = (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.changes.randomElement(using: &random)! }
      let behind = [[], ["{ sharpen: 0.4 }"], ["{ sepiaTone: 0.7 }"]].randomElement(using: &random)!
      let kind = Int.random(in: 0..<Self.kinds, using: &random)
      kinds.append(kind)
      let formats = ["webp", "webp, jpeg", "jpeg, png", "png"].randomElement(using: &random)!
      let widths = [24, 32, 48, 48, 64, 120].shuffled(using: &random).prefix(3)
      for (index, width) in widths.enumerated() {
        let steps = before + [Self.scaling(to: width, kind: kind)] + behind
        let quality = formats.contains("png") ? "" : ", quality: \(Int.random(in: 50...95, using: &random))"
        outputs += """
            - { file: "{stem}/\(variant)-\(index).png", formats: [\(formats)]\(quality), steps: [ \(steps.joined(separator: ", ")) ] }

          """
      }
    }
    let yaml = """
      packshot: 1
      name: web
      sources: { badge: { circle: { size: [30, 30], fill: "#ff0000" } } }
      outputs:
      \(outputs)
      catalog: { sku: '(?<sku>.+)' }
      """
    return (yaml, kinds)
  }

  /// A photo with a different colour at each position, so that any other part of it looks different.
  private func photo(_ size: PixelSize) throws -> EncodedImage {
    try TestPicture.png(
      (0..<size.height).map { y in
        (0..<size.width).map { x in
          Color(
            red: UInt8(x * 255 / (size.width - 1)), green: UInt8(y * 255 / (size.height - 1)),
            blue: UInt8((x / 16 + y / 16) % 2 * 120 + 60))
        }
      })
  }

  @Test(arguments: UInt64(1)...10) func everySrcsetHasOnePictureAtDifferentWidths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shop = try Shop(photos: [])
    for (name, size) in [
      ("wide", PixelSize(width: 96, height: 64)), ("high", PixelSize(width: 60, height: 80)),
    ] {
      try photo(size).withBytes { try Data($0).write(to: URL(fileURLWithPath: "\(shop.photos)/\(name).png")) }
    }
    let (yaml, kinds) = recipe(&random)
    shop.recipe = yaml
    let summary = try shop.run().summary
    try #require(summary.failed == 0, "\(yaml)")
    let catalog = try Catalog(at: shop.output + "/catalog.sqlite", createIfMissing: false)
    let products = try ManifestMaker(catalog).manifests()
    #expect(products.map(\.sku) == ["high", "wide"])
    for product in products {
      for picture in product.pictures {
        for set in picture.srcset { try check(set, in: shop.output, "\(product.sku) of seed \(seed):\n\(yaml)") }
      }
      // Outputs that differ only in scale must be in one picture.
      for (variant, kind) in kinds.enumerated() where kind < Self.kinds - 1 {
        let holders = product.pictures.count { picture in
          picture.files.contains { $0.url.hasPrefix("\(product.sku)/\(variant)-") }
        }
        #expect(holders == 1, "variant \(variant), \(product.sku), seed \(seed):\n\(yaml)")
      }
    }
  }

  /// Compares the pictures of a `srcset`, each scaled to the smallest, and their widths with the stated ones.
  private func check(_ set: ManifestPicture.Set, in folder: String, _ comment: String) throws {
    let entries = try set.srcset.split(separator: ", ").map { entry in
      let parts = entry.split(separator: " ")
      let path = try #require(parts[0].removingPercentEncoding)
      let photo = try Photo(contentsOf: "\(folder)/\(path)")
      return (photo: photo, size: try photo.size, width: parts[1])
    }
    #expect(Set<Substring>(entries.map(\.width)).count == entries.count, "\(set.srcset), \(comment)")
    #expect(entries.map { "\($0.size.width)w" } == entries.map { String($0.width) })
    let smallest = entries[0].size
    let images = try entries.map { entry in
      try entry.photo.applying(.resize(width: smallest.width, height: smallest.height, mode: .stretch))
        .image(in: .encodedPremultiplied)
    }
    for (entry, image) in zip(entries, images).dropFirst() {
      let different = (0..<smallest.pixelCount).count { index in
        let (x, y) = (index % smallest.width, index / smallest.width)
        return zip(images[0].pixel(x, y), image.pixel(x, y)).contains { abs($0 - $1) > 60 }
      }
      #expect(different * 100 <= 5 * smallest.pixelCount, "\(entry.width) of \(set.srcset), \(comment)")
    }
  }
}
