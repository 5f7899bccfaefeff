import PixelCore

/// A ring buffer of a plane's last rows, which are kept until nothing needs them.
///
/// Row y is in line y modulo the ring's height, which is a multiple of the reader's group height. The ring grows if a
/// consumer falls behind.
final class PlaneRing {
  /// Size of the plane.
  let size: PixelSize
  /// Number of the plane's rows that have arrived.
  private(set) var arrived = 0
  /// The rows that arrived with the last group.
  private(set) var newRows = 0..<0
  private let groupHeight: Int
  private let stride: Int
  private var height: Int
  private var base: UnsafeMutableRawPointer
  /// The start of each line, listed twice, so that any range of rows has contiguous pointers.
  private var lines: [UnsafeRawPointer] = []

  /// - Parameters:
  ///   - paddedWidth: Number of bytes that the reader writes per row.
  ///   - groupHeight: Number of rows that arrive at a time.
  ///   - rows: Number of rows that are usually needed at a time.
  init(size: PixelSize, paddedWidth: Int, groupHeight: Int, rows: Int) {
    (self.size, self.groupHeight) = (size, groupHeight)
    // Kernels read whole vectors, so they can read some bytes after the end of a row.
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

  /// Returns the memory for the next group. The ring grows if necessary, so that rows from `needed` on are kept.
  func nextGroup(keepingFrom needed: Int) -> (base: UnsafeMutableRawPointer, stride: Int) {
    if arrived + groupHeight - needed > height { grow(to: arrived + groupHeight - needed, keepingFrom: needed) }
    return (base + arrived % height * stride, stride)
  }

  /// Marks the group as arrived.
  func takeGroup() {
    newRows = arrived..<min(arrived + groupHeight, size.height)
    arrived = newRows.upperBound
  }

  /// Calls `body` with pointers to a range of rows, which must have arrived and not been replaced.
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
