import Foundation
import PackshotKit
import PixelCore
import Testing

/// Golden suites to run the program on.
extension Packshot {
  static let goldenPhoto = "photos/MUG-1_front.jpg"

  /// A shop with a suite of two cases: one photo with the recipe's two outputs.
  static func goldens() throws -> Packshot {
    let packshot = try Packshot.shop()
    for (name, index) in [("mugs/png", "0"), ("mugs/small", "1")] {
      let run = try packshot.run(
        "golden", "new", "suite", name, "--recipe", "recipe.yaml", "--input", goldenPhoto, "--output-index", index)
      #expect(run.status == 0 && run.output == "suite/\(name)/expected.png\n", "\(run.errors)")
    }
    return packshot
  }

  /// Changes one pixel of a PNG file with another program.
  func damage(_ name: String) throws {
    let file = try EncodedImage(read(name))
    let image = try Photo(file, name: name).image(in: .encodedOpaque)
    var rows = PixelBuffer(shape: image.shape)
    for y in 0..<image.size.height {
      rows.mutableRow(y).copyMemory(from: image.row(y), byteCount: image.shape.bytesPerRow)
    }
    let old = rows.row(3).load(fromByteOffset: 8, as: UInt8.self)
    rows.mutableRow(3).storeBytes(of: old < 128 ? old + 100 : old - 100, toByteOffset: 8, as: UInt8.self)
    try write(Data(Image(rows).encoded(.png())), to: name)
  }

  /// Temporary files anywhere in the folder.
  func unfinishedFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".packshot-") }
  }
}
