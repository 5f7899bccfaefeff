import CLibraries
import Filters
import ImageCodecs
import PackshotKit
import PixelCore
import PixelKernels

/// A square photo with an alpha that rises from left to right, or without alpha.
struct BenchmarkPicture {
  private let rows: [UInt8]
  private let shape: ImageShape

  var byteCount: Int { rows.count }

  init(photo: String, side: Int, isOpaque: Bool) throws {
    let resize = Resize(width: side, height: side, mode: .cover)
    let image = try Photo(contentsOf: photo).applying(resize).image()
    var rows: [UInt8] = []
    for y in 0..<side {
      rows += UnsafeRawBufferPointer(start: image.row(y), count: side * 4)
      for x in 0..<side where !isOpaque {
        // Opaque in its right half.
        rows[(y * side + x) * 4 + 3] = UInt8(min(255, 1 + x * 510 / side))
      }
    }
    self.rows = rows
    shape = ImageShape(size: image.size, format: isOpaque ? .encodedOpaque : .encodedStraight)
  }

  func encoded(_ compression: Int) throws -> [UInt8] {
    var file: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png(compression: compression))) {
      file += $0
    }
    try rows.withUnsafeBytes { bytes in
      for y in stride(from: 0, to: shape.size.height, by: 16) {
        let band = y..<min(y + 16, shape.size.height)
        let base = bytes.baseAddress! + y * shape.bytesPerRow
        try writer.write(RowBand(shape: shape, rows: band, base: base, stride: shape.bytesPerRow))
      }
    }
    try writer.finish()
    return file
  }

  /// The same with libpng and zlib.
  func encodedByLibpng(_ compression: Int) -> [UInt8] {
    final class File { var bytes: [UInt8] = [] }
    let file = File()
    let writer = packshot_png_writer_create(
      { context, bytes, count in
        Unmanaged<File>.fromOpaque(context!).takeUnretainedValue().bytes += UnsafeBufferPointer(
          start: bytes, count: count)
        return 0
      }, Unmanaged.passUnretained(file).toOpaque())!
    defer { packshot_png_writer_destroy(writer) }
    let (width, height) = (UInt32(shape.size.width), UInt32(shape.size.height))
    let statuses = [
      packshot_png_writer_start(
        writer, width, height, 8, shape.format.alpha == .opaque ? 0 : 1, Int32(compression), nil, 0, nil, 0),
      packshot_png_writer_write_rows(writer, rows, shape.bytesPerRow, height), packshot_png_writer_finish(writer),
    ]
    precondition(statuses.allSatisfy { $0 == 0 })
    return file.bytes
  }

  /// Reads a file band by band.
  static func decode(_ file: [UInt8], isInflatedWhole: Bool) throws {
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(file), spareMemory: isInflatedWhole ? 1 << 30 : 0)
    var band = [UInt8](repeating: 0, count: reader.shape.bytesPerRow * 16)
    while try band.withUnsafeMutableBytes({
      try reader.read(rows: 16, into: $0.baseAddress!, stride: reader.shape.bytesPerRow)
    }) > 0 {}
  }

  /// The loops over rows at a CPU level, by name, each over the whole picture.
  func loops(_ level: CPULevel) -> [(String, () -> Void)] {
    let kernels = Kernels(level: level)
    let count = shape.bytesPerRow
    func overRows(_ body: @escaping (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void) -> () -> Void
    {
      {
        var scratch = [UInt8](repeating: 0, count: count)
        rows.withUnsafeBytes { bytes in
          scratch.withUnsafeMutableBytes { scratch in
            for y in 1..<shape.size.height {
              let row = bytes.baseAddress! + y * count
              body(scratch.baseAddress!, row, row - count)
            }
          }
        }
      }
    }
    let best = overRows { _, row, above in
      _ = kernels.bestFilter(row, above: above, byteCount: count, bytesPerPixel: 4)
    }
    let filters = PNGFilter.allCases.dropFirst().map { filter in
      (
        "filter \(filter)",
        overRows { scratch, row, above in
          kernels.filter(scratch, row, above: above, byteCount: count, bytesPerPixel: 4, filter: filter)
        }
      )
    }
    let unfilters = PNGFilter.allCases.dropFirst().map { filter in
      (
        "unfilter \(filter)",
        overRows { scratch, _, above in
          kernels.unfilter(scratch, above: above, byteCount: count, bytesPerPixel: 4, filter: filter)
        }
      )
    }
    return [("best filter", best)] + filters + unfilters
  }
}
