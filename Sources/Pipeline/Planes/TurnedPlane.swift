import PixelCore
import Recipes

/// A resampled plane that is buffered completely in its stored orientation and output upright.
final class TurnedPlane: PlaneRows {
  let size: PixelSize
  private(set) var nextRow = 0
  private let stored: PlaneResampler
  private let turn: Orientation
  private let base: UnsafeMutableRawPointer
  private let stride: Int

  init(_ stored: PlaneResampler, by turn: Orientation) {
    (self.stored, self.turn) = (stored, turn)
    size = turn.upright(stored.size)
    stride = PixelBuffer.stride(bytesPerRow: stored.size.width)
    let few = PlaneResampler.rowsAtOnce
    base = .allocatePixels(byteCount: (stored.size.height + few - 1) / few * few * stride)
  }

  deinit { base.deallocate() }

  /// Takes all rows that are ready.
  func takeRows() {
    while stored.isReady { stored.makeRows(base + stored.nextRow * stride, stride: stride) }
  }

  var isReady: Bool { nextRow < size.height && stored.nextRow == stored.size.height }

  func makeRows(_ destination: UnsafeMutableRawPointer, stride: Int) {
    let end = min(nextRow + PlaneResampler.rowsAtOnce, size.height)
    for y in nextRow..<end {
      // A step to the right in the upright row is a constant offset in the stored plane.
      let (first, second) = (place(x: 0, y: y), place(x: 1, y: y))
      let (source, step) = (base + first, second - first)
      let row = destination + (y - nextRow) * stride
      for x in 0..<size.width {
        row.storeBytes(of: source.load(fromByteOffset: x &* step, as: UInt8.self), toByteOffset: x, as: UInt8.self)
      }
    }
    nextRow = end
  }

  /// Returns the offset of a sample of the upright plane.
  private func place(x: Int, y: Int) -> Int {
    let point = turn.stored(x: x, y: y, in: stored.size)
    return point.y * stride + point.x
  }
}
