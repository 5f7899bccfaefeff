import ImageCodecs
import PixelCore

/// Passes resampled planes to an encoder in groups of rows: luma, and chroma of half its size.
final class PlaneGroups: PlaneConsumer {
  private let planes: [any PlaneRows]
  private let size: PixelSize
  private let sink: any PlaneSink
  private let lines: [GroupLines]

  init(_ planes: [any PlaneRows], size: PixelSize, sink: any PlaneSink) {
    (self.planes, self.size, self.sink) = (planes, size, sink)
    let width = PlaneWriter.paddedWidth(size.width)
    lines = [1, 2, 2].map { GroupLines(width: width / $0, groupHeight: PlaneWriter.groupHeight / $0) }
  }

  func advance() throws {
    // Chroma arrives some rows after luma. Meanwhile luma continues in the other half of its lines.
    var isMoving = true
    while isMoving {
      isMoving = false
      for (plane, lines) in zip(planes, lines) {
        while plane.isReady, lines.hasRoom(for: plane.nextRow) {
          lines.makeRows(plane)
          isMoving = true
        }
      }
      if try handOn() { isMoving = true }
    }
  }

  /// Passes on the next group if it is complete. Returns whether it was.
  private func handOn() throws -> Bool {
    let row = lines[0].row
    guard row < size.height else { return false }
    let end = min(row + PlaneWriter.groupHeight, size.height)
    let ends = planes.indices.map { $0 == 0 ? end : (end + 1) / 2 }
    guard zip(planes, ends).allSatisfy({ $0.nextRow >= $1 }) else { return false }
    for (plane, end) in ends.enumerated() { lines[plane].fillUp(from: end) }
    try sink.write(lines.map(\.group))
    for lines in lines { lines.takeGroup() }
    return true
  }

  func finish() throws { try sink.finish() }
}

/// The rows of a plane waiting to be encoded, with space for two groups.
private final class GroupLines {
  private let width: Int
  private let groupHeight: Int
  private let base: UnsafeMutableRawPointer
  /// Index of the first row of the next group.
  private(set) var row = 0

  init(width: Int, groupHeight: Int) {
    precondition(groupHeight % PlaneResampler.rowsAtOnce == 0, "rows made at a time lie in one group")
    (self.width, self.groupHeight) = (width, groupHeight)
    base = .allocate(byteCount: 2 * groupHeight * width, alignment: 64)
    // The chroma planes of a grey picture keep the middle value.
    base.initializeMemory(as: UInt8.self, repeating: 128, count: 2 * groupHeight * width)
  }

  deinit { base.deallocate() }

  private func line(_ row: Int) -> UnsafeMutableRawPointer { base + row % (2 * groupHeight) * width }

  /// The next group.
  var group: (base: UnsafeRawPointer, stride: Int) { (UnsafeRawPointer(line(row)), width) }

  func hasRoom(for row: Int) -> Bool { row < self.row + 2 * groupHeight }

  /// Makes the next rows, and repeats the last sample of each row to the end of its last block.
  func makeRows(_ plane: any PlaneRows) {
    // The lines of a group are contiguous, and their number is a multiple of the rows made at a time.
    let first = line(plane.nextRow)
    plane.makeRows(first, stride: width)
    let count = plane.size.width
    if count == width { return }
    for row in 0..<PlaneResampler.rowsAtOnce {
      let line = first + row * width
      let last = line.load(fromByteOffset: count - 1, as: UInt8.self)
      (line + count).initializeMemory(as: UInt8.self, repeating: last, count: width - count)
    }
  }

  /// Fills the rest of the group by repeating the picture's last row, the one before `end`.
  func fillUp(from end: Int) {
    for empty in end..<max(end, row + groupHeight) {
      line(empty).copyMemory(from: line(end - 1), byteCount: width)
    }
  }

  func takeGroup() { row += groupHeight }
}
