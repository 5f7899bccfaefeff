import Foundation
import ImageCodecs
import PackshotKit
import PixelCore

/// Small pictures as input.
enum TestPicture {
  /// One colour, with a gradient in the left column so that pictures differ in more than their size.
  static func write(to path: String, width: Int, height: Int, _ color: Color) throws {
    var rows = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    for y in 0..<height {
      color.pixel(in: .encodedOpaque).fill(rows.mutableRow(y), count: width)
    }
    let coding: EncodeOptions.Coding = path.hasSuffix("png") ? .png() : .jpeg(quality: 95)
    var bytes = Data()
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: EncodeOptions(coding)) {
      bytes.append(contentsOf: $0)
    }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}

extension TestPicture {
  /// A PNG file of the given rows of pixels, with alpha.
  static func png(_ pixels: [[Color]]) throws -> EncodedImage {
    let shape = ImageShape(size: PixelSize(width: pixels[0].count, height: pixels.count), format: .encodedStraight)
    var rows = PixelBuffer(shape: shape)
    for (y, row) in pixels.enumerated() {
      let bytes: [UInt8] = row.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
      rows.mutableRow(y).copyMemory(from: bytes, byteCount: bytes.count)
    }
    var file: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png())) {
      file.append(contentsOf: $0)
    }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    return EncodedImage(file)
  }
}

extension Image {
  /// Red, green, blue, alpha.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(row(y).load(fromByteOffset: x * 4 + $0, as: UInt8.self)) }
  }
}
