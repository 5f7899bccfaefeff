import CLibraries
import PixelCore
import PixelKernels

/// A PNG's picture inflated in one piece by libdeflate, in less than half of zlib's time. Needs memory for all rows.
package final class InflatedPicture {
  private let size: PixelSize
  private let samples: PNGSamples
  private let kernels: Kernels
  /// A row of zeros above the first row, then all rows, each preceded by its filter type.
  private let rows: Memory
  private let stride: Int
  private var nextRow = 0
  /// At most one row ahead of `nextRow`.
  private var unfilteredCount = 0

  /// Inflates a picture. Nil unless every checksum, the length, the filters and the chunks after the picture are valid.
  /// For an irregular file, libpng then decodes it from the beginning. Also nil if memory is short.
  init?(_ data: PNGPictureData, size: PixelSize, samples: PNGSamples, kernels: Kernels = .current) {
    stride = Self.stride(size, samples)
    let count = stride * size.height
    // Deflate's limits for shrinking and growing data. No memory is allocated outside of these limits.
    guard count / 1032 <= data.byteCount, data.byteCount <= count + 11 + count / 65535 * 5, data.isInGoodOrder,
      let rows = Memory(byteCount: stride + count)
    else { return nil }
    let stored = UnsafeMutableRawBufferPointer(rebasing: rows.bytes[stride...])
    guard data.withBytes({ Self.inflate($0, to: stored) }) == true else { return nil }
    for y in 0..<size.height where PNGFilter(rawValue: stored[y * stride]) == nil { return nil }
    UnsafeMutableRawBufferPointer(rebasing: rows.bytes[..<stride]).initializeMemory(as: UInt8.self, repeating: 0)
    (self.size, self.samples, self.kernels, self.rows) = (size, samples, kernels, rows)
  }

  /// Returns the bytes needed to inflate a picture.
  static func byteCount(_ data: PNGPictureData, size: PixelSize, samples: PNGSamples) -> Int {
    stride(size, samples) * (size.height + 1) + data.copiedByteCount
  }

  private static func stride(_ size: PixelSize, _ samples: PNGSamples) -> Int { 1 + size.width * samples.channels }

  /// Inflates zlib data. Returns whether the result fills `room` exactly.
  private static func inflate(_ data: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer) -> Bool {
    // Unlike zlib, libdeflate doesn't check the window size that a stream declares.
    guard data.count >= 2, data[0] >> 4 >= 7 || room.count <= 256 << Int(data[0] >> 4),
      let decompressor = libdeflate_alloc_decompressor()
    else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    var (used, made) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      decompressor, data.baseAddress, data.count, room.baseAddress, room.count, &used, &made)
    return result == LIBDEFLATE_SUCCESS && used == data.count && made == room.count
  }

  /// Unfilters the next rows to RGBA. At least that many rows must be left.
  func read(rows count: Int, into destination: UnsafeMutableRawPointer, stride destinationStride: Int) {
    for y in 0..<count {
      if unfilteredCount == nextRow { unfilterNext() }
      let row = start(of: nextRow) + 1
      let place = destination + y * destinationStride
      if case .indexed(let palette) = samples {
        kernels.expand(place, row, palette: palette, count: size.width)
      } else {
        kernels.expand(place, row, channels: samples.channels, count: size.width)
      }
      nextRow += 1
    }
  }

  /// Unfilters the next row, or the next two if both have Paeth's filter.
  private func unfilterNext() {
    let row = start(of: unfilteredCount)
    let (pixels, above, byteCount) = (row + 1, row + 1 - stride, stride - 1)
    // Filter types were checked in `init`.
    let filter = PNGFilter(rawValue: row.load(as: UInt8.self))!
    let isPair =
      filter == .paeth && unfilteredCount + 1 < size.height
      && (row + stride).load(as: UInt8.self) == PNGFilter.paeth.rawValue
    if isPair {
      kernels.unfilterPaethPair(
        pixels, above: above, byteCount: byteCount, bytesPerPixel: samples.channels, stride: stride)
    } else {
      kernels.unfilter(pixels, above: above, byteCount: byteCount, bytesPerPixel: samples.channels, filter: filter)
    }
    unfilteredCount += isPair ? 2 : 1
  }

  /// Returns the address of a row's filter type.
  private func start(of row: Int) -> UnsafeMutableRawPointer { rows.bytes.baseAddress! + (row + 1) * stride }
}
