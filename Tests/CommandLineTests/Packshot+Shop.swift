import Foundation
import ImageCodecs
import PackshotKit
import PixelCore

/// Files to run the program on.
extension Packshot {
  private static let recipe = """
    packshot: 1
    name: thumbs
    steps: [ { fit: { width: 30, height: 30, background: white } } ]
    outputs:
      - { file: "{relative}/{stem}.png" }
      - { file: "small/{relative}/{stem}.jpg", steps: [ { resize: { width: 10 } } ] }
    catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)(_(?<view>\\w+))?' }
    """

  /// A folder with the recipe and three photos.
  static func shop() throws -> Packshot {
    let packshot = try Packshot()
    try packshot.write(recipe, to: "recipe.yaml")
    try packshot.writePhoto("photos/MUG-1_front.jpg")
    try packshot.writePhoto("photos/MUG-1_side.jpg", shade: 20)
    try packshot.writePhoto("photos/vases/VASE-2.png", shade: 210)
    return packshot
  }

  /// Writes a photo of one colour that takes long to render: 90 megapixels in a small file.
  func writeHugePhoto(_ name: String, _ color: Color) throws {
    var bytes = Data()
    let size = PixelSize(width: 10_000, height: 9_000)
    let writer = try PNGPaletteWriter(size: size, palette: Array(repeating: color, count: 16)) {
      bytes.append(contentsOf: $0)
    }
    let row = [UInt8](repeating: 0, count: writer.bytesPerRow)
    for _ in 0..<size.height { try writer.write(row: row) }
    try writer.finish()
    try write(bytes, to: name)
  }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ bytes: Data, to name: String) throws {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder + "/" + name) }

  /// Writes a photo of one colour.
  func writePhoto(_ name: String, width: Int = 60, height: Int = 40, shade: UInt8 = 90) throws {
    try write("", to: name)
    let color = Color(red: shade, green: 120, blue: 200)
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    for y in 0..<height {
      color.pixel(in: .encodedOpaque).fill(rows.mutableRow(y), count: width)
    }
    var bytes = Data()
    let coding: EncodeOptions.Coding = name.hasSuffix("png") ? .png() : .jpeg()
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: EncodeOptions(coding)) {
      bytes.append(contentsOf: $0)
    }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)) }

  /// The names in a folder, including hidden ones.
  func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/" + name).sorted()
  }
}
