import Glibc

/// The kept coefficients of all blocks of a picture, in the order of its scan, in parts: one for each stream that reads them.
final class KeptBlocks {
  let kept: KeptCoefficients
  private let memory: Memory
  /// Where each stream puts its blocks. Behind each room are spare bytes.
  let rooms: [Room]
  /// Where the MCUs are: in which parts, in order.
  private(set) var parts: [Part]
  /// How many MCUs there are, and their bytes.
  let count: Int
  var byteCount: Int { count * kept.mcuBytes }

  /// Memory for MCUs, and for how many.
  struct Room {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }

  /// MCUs that follow each other in memory, as far as to the next part's first.
  struct Part {
    let firstMCU: Int
    let place: UnsafeMutableRawPointer
  }

  /// MCUs in a room whose number is not known yet: all in the first one, half of them in the others.
  static func mostCount(room: Int, of count: Int) -> Int { room == 0 ? count : count / 2 + 1 }

  /// Room for `count` MCUs in the first part, and half as many in those of the other `streams`, where it is not known yet how
  /// many each of them reads. All is zeros; what is not written to takes no memory. Nil where memory is short.
  convenience init?(count: Int, of kept: KeptCoefficients, streams: Int) {
    self.init(count: count, of: kept, rooms: (0..<streams).map { Self.mostCount(room: $0, of: count) })
    parts = [parts[0]]
  }

  /// Room for `count` MCUs, of which streams read those from each of `parts` on.
  convenience init?(count: Int, of kept: KeptCoefficients, parts: [Int]) {
    let ends = parts.dropFirst() + [count]
    self.init(count: count, of: kept, rooms: zip(parts, ends).map { $1 - $0 })
  }

  /// `count` MCUs of zeros, in one part.
  convenience init?(zeros count: Int, of kept: KeptCoefficients) {
    self.init(count: count, of: kept, rooms: [count])
  }

  private init?(count: Int, of kept: KeptCoefficients, rooms counts: [Int]) {
    let sizes = counts.map { $0 * kept.mcuBytes }
    let byteCount = sizes.reduce(0) { $0 + $1 + BlockStream.spareBytes }
    guard let memory = Memory(zeros: byteCount) else { return nil }
    Self.useLargePages(memory)
    var (rooms, parts): ([Room], [Part]) = ([], [])
    var (place, firstMCU) = (memory.bytes.baseAddress!, 0)
    for (count, size) in zip(counts, sizes) {
      rooms.append(Room(start: place, byteCount: size))
      parts.append(Part(firstMCU: firstMCU, place: place))
      (place, firstMCU) = (place + size + BlockStream.spareBytes, firstMCU + count)
    }
    (self.memory, self.kept, self.count, self.rooms, self.parts) = (memory, kept, count, rooms, parts)
  }

  /// Asks for large pages, where there are some to give: half the time of reading a large photo at a half goes into small ones.
  private static func useLargePages(_ memory: Memory) {
    let page = 2 << 20
    guard memory.bytes.count >= 2 * page, let start = memory.bytes.baseAddress else { return }
    let first = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1))!
    madvise(first, memory.bytes.count - (first - start), Int32(MADV_HUGEPAGE))
  }

  /// Says that the blocks in each room end at one of `ends`, the last one's aside, and go on at that of `starts` in the next
  /// room. An MCU that is divided so is put together in the room where it begins, behind whose end the block that was begun
  /// there is no longer needed.
  func join(ends: [UnsafeMutableRawPointer], starts: [UnsafeMutableRawPointer]) {
    for (end, start) in zip(ends, starts) {
      let part = parts.last!
      let missing = (kept.mcuBytes - (end - part.place) % kept.mcuBytes) % kept.mcuBytes
      end.copyMemory(from: start, byteCount: missing)
      let count = (end - part.place + missing) / kept.mcuBytes
      parts.append(Part(firstMCU: part.firstMCU + count, place: start + missing))
    }
  }

  /// Where an MCU is. Those of its part follow.
  @inline(__always)
  func mcu(_ index: Int) -> UnsafeMutableRawPointer {
    let part = parts.last { $0.firstMCU <= index }!
    return part.place + (index - part.firstMCU) * kept.mcuBytes
  }

  /// MCUs as far as they follow each other in memory.
  func stretches(of mcus: Range<Int>) -> [Range<Int>] {
    let ends = parts.dropFirst().map(\.firstMCU).filter { mcus.lowerBound < $0 && $0 < mcus.upperBound }
    return zip([mcus.lowerBound] + ends, ends + [mcus.upperBound]).map { $0..<$1 }
  }
}
