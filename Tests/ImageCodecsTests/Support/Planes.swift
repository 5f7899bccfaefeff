import ImageCodecs
import PixelCore

/// A file's complete planes.
struct Planes: Equatable {
  var layout: PlaneLayout
  var readsBlocks: Bool
  /// The samples of each row of each plane.
  var rows: [[[UInt8]]]

  init(_ file: [UInt8], scale: DecodeScale, limits: DecodeLimits = DecodeLimits()) throws {
    try self.init(ImageCodec.makePlaneReader(bytes: EncodedImage(file), scale: scale, limits: limits))
  }

  init(_ reader: PlaneReader) throws {
    (layout, readsBlocks) = (reader.layout, reader.readsBlocks)
    rows = reader.layout.sizes.map { _ in [] }
    var buffers = zip(reader.paddedWidths, reader.groupHeights).map { [UInt8](repeating: 0xaa, count: $0 * $1) }
    while true {
      let destinations = buffers.indices.map { plane in
        (base: buffers[plane].withUnsafeMutableBytes { $0.baseAddress! }, stride: reader.paddedWidths[plane])
      }
      guard try reader.read(into: destinations) else { return }
      for (plane, size) in layout.sizes.enumerated() {
        for y in 0..<min(reader.groupHeights[plane], size.height - rows[plane].count) {
          let start = y * reader.paddedWidths[plane]
          rows[plane].append(Array(buffers[plane][start..<start + size.width]))
        }
      }
    }
  }

  /// The pixels that libjpeg makes of planes of one size (ITU-T T.871).
  var picture: Picture {
    Picture(width: layout.luma.width, height: layout.luma.height) { x, y in
      let luma = Int(rows[0][y][x])
      guard rows.count == 3 else { return [UInt16](repeating: UInt16(luma), count: 3) + [255] }
      let (blue, red) = (Int(rows[1][y][x]) - 128, Int(rows[2][y][x]) - 128)
      let changes = [91_881 * red, -22_554 * blue - 46_802 * red, 116_130 * blue]
      return changes.map { UInt16(max(0, min(255, luma + ($0 + 1 << 15) >> 16))) } + [255]
    }
  }
}
