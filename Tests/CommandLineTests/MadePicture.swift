import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// A file that the program wrote, decoded.
struct MadePicture {
  let file: EncodedImage
  let warnings: String
  let size: PixelSize
  /// The red, green, blue and alpha of each pixel.
  let pixels: [[Int]]

  var color: [Int] { Array(pixels[0][..<3]) }

  func pixel(_ x: Int, _ y: Int) -> [Int] { pixels[y * size.width + x] }

  /// Encodes a picture: by default a lossless WebP of 40 × 30 pixels.
  static func file(
    _ size: PixelSize = PixelSize(width: 40, height: 30), _ coding: EncodeOptions.Coding = .webp(lossless: true),
    in format: PixelFormat = .encodedStraight, profile: ProfileBuilder? = nil, color: (_ x: Int, _ y: Int) -> Color
  ) throws -> Data {
    var rows = PixelBuffer(shape: ImageShape(size: size, format: format))
    for y in 0..<size.height {
      for x in 0..<size.width { color(x, y).pixel(in: format).fill(rows.mutableRow(y) + 4 * x, count: 1) }
    }
    var bytes = Data()
    let options = EncodeOptions(coding, iccProfile: profile?.bytes)
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: options) { bytes.append(contentsOf: $0) }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    return bytes
  }
}

extension Packshot {
  /// Renders `photo` with a recipe whose header is added, and decodes the result.
  func made(of photo: String, by recipe: String, as name: String = "made.png", _ options: String...) throws
    -> MadePicture
  {
    try write("packshot: 1\nname: r\n" + recipe, to: "recipe.yaml")
    let run = try run(["render", "recipe.yaml", photo, name] + options)
    try #require(run.status == 0, "\(run.errors)")
    let file = try EncodedImage([UInt8](read(name)))
    let reader = try ImageCodec.makeReader(bytes: file)
    var buffer = PixelBuffer(shape: reader.shape)
    let size = reader.shape.size
    _ = try reader.read(rows: size.height, into: buffer.mutableRow(0), stride: buffer.stride)
    let pixels = (0..<size.height).flatMap { y in
      (0..<size.width).map { x in
        (0..<4).map { Int(buffer.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self)) }
      }
    }
    return MadePicture(file: file, warnings: run.errors, size: size, pixels: pixels)
  }
}
