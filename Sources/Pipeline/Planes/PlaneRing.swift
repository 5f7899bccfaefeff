import PixelCore

/// The last rows of a plane as a reader delivers them, until nobody needs them any more.
///
/// Row y lies in line y modulo the ring's height, which is a whole number of the reader's groups. It grows where whoever
/// reads from it falls behind.
final class PlaneRing {
  /// The plane's own size.
  let size: PixelSize
  /// How many of the plane's rows have come.
  private(set) var arrived = 0
  private let groupHeight: Int
  private let stride: Int
  private var height: Int
  private var base: UnsafeMutableRawPointer
  /// Where each line starts, twice over, so that any run of rows has its pointers side by side.
  private var lines: [UnsafeRawPointer] = []

  /// - Parameters:
  ///   - paddedWidth: How many bytes of a row the reader writes.
  ///   - groupHeight: How many rows come at a time.
  ///   - rows: How many rows are needed at a time, as a rule.
  init(size: PixelSize, paddedWidth: Int, groupHeight: Int, rows: Int) {
    (self.size, self.groupHeight) = (size, groupHeight)
    // Loops read whole vectors: some bytes behind a row's end.
    stride = PixelBuffer.stride(bytesPerRow: paddedWidth + 64)
    height = Self.wholeGroups(rows + groupHeight, groupHeight)
    base = Self.room(height * stride)
    lines = Self.lines(base, height, stride)
  }

  deinit { base.deallocate() }

  private static func wholeGroups(_ rows: Int, _ groupHeight: Int) -> Int {
    (rows + groupHeight - 1) / groupHeight * groupHeight
  }

  private static func room(_ count: Int) -> UnsafeMutableRawPointer {
    let base = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return base
  }

  private static func lines(_ base: UnsafeMutableRawPointer, _ height: Int, _ stride: Int) -> [UnsafeRawPointer] {
    (0..<2 * height).map { UnsafeRawPointer(base + $0 % height * stride) }
  }

  /// Where the next group goes, with room made so that the rows from `needed` on stay.
  func nextGroup(keepingFrom needed: Int) -> (base: UnsafeMutableRawPointer, stride: Int) {
    if arrived + groupHeight - needed > height { grow(to: arrived + groupHeight - needed, keepingFrom: needed) }
    return (base + arrived % height * stride, stride)
  }

  /// Says that the group has come.
  func takeGroup() { arrived = min(arrived + groupHeight, size.height) }

  /// Calls `body` with where each of some rows starts, all of which have come and are still there.
  func withRows(_ rows: Range<Int>, _ body: (UnsafePointer<UnsafeRawPointer>) -> Void) {
    precondition(rows.upperBound <= arrived && rows.count <= height)
    lines.withUnsafeBufferPointer { body($0.baseAddress! + rows.lowerBound % height) }
  }

  private func grow(to rows: Int, keepingFrom needed: Int) {
    let newHeight = Self.wholeGroups(rows + rows / 2, groupHeight)
    let newBase = Self.room(newHeight * stride)
    for y in max(needed, arrived - height)..<max(arrived, needed) {
      (newBase + y % newHeight * stride).copyMemory(from: base + y % height * stride, byteCount: stride)
    }
    base.deallocate()
    (base, height) = (newBase, newHeight)
    lines = Self.lines(base, height, stride)
  }
}
