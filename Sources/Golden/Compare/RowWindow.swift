import PixelCore

/// A window of consecutive rows of a picture that is read from top to bottom: the current rows, and a few above and
/// below.
final class RowWindow {
  let shape: ImageShape
  /// The rows in the window.
  private(set) var rows = 0..<0
  private var buffer: PixelBuffer
  private let readAhead: ReadAhead?
  private let source: ConvertedRows
  private let bandHeight: Int

  /// Smaller pictures are read on the consumer's thread, because starting a thread takes longer.
  private static let readAheadPixels = 1 << 20

  /// - Parameters:
  ///   - bandHeight: Number of rows read at once.
  ///   - kept: Maximum number of earlier rows to keep.
  init(_ source: ConvertedRows, bandHeight: Int, keeping kept: Int) {
    self.source = source
    self.bandHeight = bandHeight
    shape = source.shape
    buffer = PixelBuffer(
      shape: ImageShape(
        size: PixelSize(width: shape.size.width, height: bandHeight + kept), format: shape.format))
    readAhead =
      shape.size.pixelCount < Self.readAheadPixels ? nil : ReadAhead(source, bandHeight: bandHeight)
  }

  deinit { readAhead?.stop() }

  /// Whether all rows have been read.
  var isComplete: Bool { rows.upperBound == shape.size.height }

  /// Returns the address of a row in the window.
  func row(_ y: Int) -> UnsafeRawPointer {
    precondition(rows.contains(y))
    return buffer.row(y - rows.lowerBound)
  }

  /// Reads the next rows and drops those above `first`.
  func advance(keepingFrom first: Int) throws {
    if isComplete { return }
    let start = max(first, rows.lowerBound)
    let kept = rows.upperBound - start
    for row in 0..<kept {
      buffer.mutableRow(row).copyMemory(from: self.row(start + row), byteCount: shape.bytesPerRow)
    }
    let place = buffer.mutableRow(kept)
    var count = 0
    if let readAhead {
      try readAhead.withNextBand { band, stride, rows in
        for row in 0..<rows {
          (place + row * buffer.stride).copyMemory(from: band + row * stride, byteCount: shape.bytesPerRow)
        }
        count = rows
      }
    } else {
      count = try source.read(rows: bandHeight, into: place, stride: buffer.stride)
    }
    rows = start..<start + kept + count
  }
}
