import CLibraries
import PixelKernels

/// All rows of a picture as stored in a PNG, each preceded by its filter type.
final class PictureRows {
  /// The rows, one after the other.
  let memory: Memory
  /// Bytes per row, without the filter type.
  let rowBytes: Int
  private let height: Int
  private let bytesPerPixel: Int
  private let kernels: Kernels
  /// The row above the first one, and a working row.
  private let zeros: Memory
  private let row: Memory

  /// Allocates memory for a picture; nil if memory is short.
  init?(height: Int, rowBytes: Int, bytesPerPixel: Int, kernels: Kernels) {
    (self.height, self.rowBytes, self.bytesPerPixel, self.kernels) = (height, rowBytes, bytesPerPixel, kernels)
    guard let memory = Memory(byteCount: height * (1 + rowBytes)), let zeros = Memory(byteCount: rowBytes),
      let row = Memory(byteCount: rowBytes)
    else { return nil }
    zeros.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    (self.memory, self.zeros, self.row) = (memory, zeros, row)
  }

  private func start(of row: Int) -> UnsafeMutableRawPointer { memory.bytes.baseAddress! + row * (1 + rowBytes) }

  /// Returns the address for an unfiltered row, and sets its filter type to none.
  func placeForRow(_ row: Int) -> UnsafeMutableRawPointer {
    start(of: row).storeBytes(of: PNGFilter.none.rawValue, as: UInt8.self)
    return start(of: row) + 1
  }

  /// Filters all unfiltered rows, each with its best filter.
  func filterAll() {
    // From bottom to top, because a row is predicted from the unfiltered row above it.
    for y in (0..<height).reversed() {
      start(of: y).storeBytes(of: writeFiltered(y, to: row.bytes.baseAddress!).rawValue, as: UInt8.self)
      (start(of: y) + 1).copyMemory(from: row.bytes.baseAddress!, byteCount: rowBytes)
    }
  }

  /// Writes a row to `destination` with its best filter.
  private func writeFiltered(_ y: Int, to destination: UnsafeMutableRawPointer) -> PNGFilter {
    let above = y > 0 ? UnsafeRawPointer(start(of: y - 1) + 1) : UnsafeRawPointer(zeros.bytes.baseAddress!)
    let row = start(of: y) + 1
    let filter = kernels.bestFilter(row, above: above, byteCount: rowBytes, bytesPerPixel: bytesPerPixel)
    kernels.filter(
      destination, row, above: above, byteCount: rowBytes, bytesPerPixel: bytesPerPixel, filter: filter)
    return filter
  }
}

extension PictureRows {
  /// Number of rows that a trial deflates at a time: enough for deflate to find repetitions.
  private static func stripe(height: Int, rowBytes: Int) -> Int { min(height, max(8, (24 << 10) / rowBytes + 1)) }

  /// Returns the bytes needed to hold a picture's rows, and to deflate them whole or for a trial.
  static func byteCount(height: Int, rowBytes: Int) -> Int {
    (height + 2) * (1 + rowBytes) + max(height, 2 * stripe(height: height, rowBytes: rowBytes)) * (1 + rowBytes)
  }

  /// Whether unfiltered rows compress better when filtered. Tries a sixteenth of the rows, or some rows of a small
  /// picture, both ways at the fastest level. Nil if memory is short.
  ///
  /// Photos compress better. Drawings, screenshots and dithered pictures contain repetitions, which filters hide:
  /// filtered, a page of text and small pictures takes 1.8 times as much, a paper texture 1.15 times.
  func areBestFiltered() -> Bool? {
    let stripe = Self.stripe(height: height, rowBytes: rowBytes)
    let count = min(height / stripe, max(2, height / (16 * stripe)))
    let byteCount = stripe * (1 + rowBytes)
    guard let compressor = libdeflate_alloc_compressor(1) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_deflate_compress_bound(compressor, byteCount)
    guard let filtered = Memory(byteCount: byteCount), let deflated = Memory(byteCount: bound) else { return nil }
    func size(_ bytes: UnsafeRawPointer) -> Int {
      libdeflate_deflate_compress(compressor, bytes, byteCount, deflated.bytes.baseAddress!, bound)
    }
    var gain = 0
    for index in 0..<count {
      let first = (height - stripe) * (2 * index + 1) / (2 * count)
      for y in 0..<stripe {
        let place = filtered.bytes.baseAddress! + y * (1 + rowBytes)
        place.storeBytes(of: writeFiltered(first + y, to: place + 1).rawValue, as: UInt8.self)
      }
      gain += size(start(of: first)) - size(filtered.bytes.baseAddress!)
    }
    return gain >= 0
  }
}
