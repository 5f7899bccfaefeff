import Foundation
import PixelCore
import Synchronization

/// Reads a picture's rows on a separate thread, a few bands ahead of the consumer.
final class ReadAhead: @unchecked Sendable {
  private static let bandCount = 3

  /// Decoded rows, or an error.
  private struct Band: ~Copyable {
    var rows: PixelBuffer
    var count = 0
    var error: (any Error)?
  }

  private let source: ConvertedRows
  private let bandHeight: Int
  // A band belongs to the reading thread after `free` was signalled, and to the consumer after `filled` was.
  private var bands: [UnsafeMutablePointer<Band>] = []
  // Semaphores start at 0, because destroying one whose value is below its initial value crashes.
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private var next = 0

  init(_ source: ConvertedRows, bandHeight: Int) {
    self.source = source
    self.bandHeight = bandHeight
    let size = PixelSize(width: source.shape.size.width, height: bandHeight)
    for _ in 0..<Self.bandCount {
      let band = UnsafeMutablePointer<Band>.allocate(capacity: 1)
      band.initialize(to: Band(rows: PixelBuffer(shape: ImageShape(size: size, format: source.shape.format))))
      bands.append(band)
    }
    for _ in bands { free.signal() }
    let thread = Thread { [unowned self] in self.readAll() }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Stops the thread and waits for it, so that nothing reads after this returns.
  func stop() {
    isCancelled.store(true, ordering: .relaxed)
    free.signal()
    ended.wait()
    for band in bands {
      band.deinitialize(count: 1)
      band.deallocate()
    }
    bands = []
  }

  private func readAll() {
    var row = 0
    var index = 0
    var failed = false
    while row < source.shape.size.height, !failed {
      free.wait()
      if isCancelled.load(ordering: .relaxed) { break }
      let band = bands[index % Self.bandCount]
      do {
        band.pointee.count = try source.read(
          rows: min(bandHeight, source.shape.size.height - row), into: band.pointee.rows.mutableRow(0),
          stride: band.pointee.rows.stride)
      } catch {
        band.pointee.error = error
        failed = true
      }
      row += band.pointee.count
      index += 1
      filled.signal()
    }
    ended.signal()
  }

  /// Calls `take` with the next band: the address of its first row, its stride and its number of rows.
  func withNextBand(_ take: (UnsafeRawPointer, _ stride: Int, _ count: Int) -> Void) throws {
    filled.wait()
    let band = bands[next % Self.bandCount]
    next += 1
    if let error = band.pointee.error { throw error }
    take(band.pointee.rows.row(0), band.pointee.rows.stride, band.pointee.count)
    free.signal()
  }
}
