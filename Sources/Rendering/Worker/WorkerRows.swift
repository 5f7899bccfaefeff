import ImageCodecs
import PixelCore

/// Rows sent by a worker, with a known shape. Nothing beyond that shape is accepted from the worker.
final class WorkerRows: RowSource {
  let shape: ImageShape
  let iccProfile: [UInt8]?
  let orientation: Orientation
  private let worker: WorkerProcess
  private let end: ContinuousClock.Instant?
  /// The bytes received, and the number of those used.
  private var content = EncodedImage([])
  private var taken = 0
  private var rowsLeft: Int

  /// - Parameter end: Time at which all rows must have arrived. Nil if the reader sets the pace.
  init(
    of shape: ImageShape, iccProfile: [UInt8]? = nil, orientation: Orientation = .up, from worker: WorkerProcess,
    until end: ContinuousClock.Instant? = nil
  ) {
    (self.shape, self.iccProfile, self.orientation) = (shape, iccProfile, orientation)
    (self.worker, self.end, rowsLeft) = (worker, end, shape.size.height)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int {
    let count = min(rows, rowsLeft)
    if count == 0 { return 0 }
    for y in 0..<count { try fill(destination + y * stride) }
    rowsLeft -= count
    if rowsLeft == 0 {
      if taken < content.count { try worker.refuseRows() }
      try worker.endRows()
    }
    return count
  }

  private func fill(_ row: UnsafeMutableRawPointer) throws {
    var filled = 0
    while filled < shape.bytesPerRow {
      if taken == content.count {
        (content, taken) = (try worker.nextRows(until: end).content, WorkerChannel.Frame.outputPrefixCount)
      }
      let count = min(content.count - taken, shape.bytesPerRow - filled)
      content.withBytes { (row + filled).copyMemory(from: $0.baseAddress! + taken, byteCount: count) }
      (taken, filled) = (taken + count, filled + count)
    }
  }
}
