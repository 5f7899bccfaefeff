import PixelCore

/// The kept coefficients of all blocks of a picture, in the order of its scan. They are in several parts, one for each
/// stream that reads them.
final class KeptBlocks {
  let kept: KeptCoefficients
  private let memory: Memory
  /// The memory of each stream's blocks. Each room is followed by spare bytes.
  let rooms: [Room]
  /// The memory ranges of the MCUs, in order.
  private(set) var parts: [Part]
  /// Number of MCUs, and their bytes.
  let count: Int
  var byteCount: Int { count * kept.mcuBytes }

  /// Memory for a number of MCUs.
  struct Room {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }

  /// MCUs that are contiguous in memory, up to the first one of the next part.
  struct Part {
    let firstMCU: Int
    let place: UnsafeMutableRawPointer
  }

  /// Returns the capacity of a room before the number of its MCUs is known: all MCUs for the first room, half of them
  /// for every further room.
  static func mostCount(room: Int, of count: Int) -> Int { room == 0 ? count : count / 2 + 1 }

  /// Allocates room for `count` MCUs in the first part, and for half as many for each of the other `streams`, because
  /// the number that each of them will read isn't known yet. The memory is filled with zeros; pages that are never
  /// written take no physical memory. Nil if memory is short.
  convenience init?(count: Int, of kept: KeptCoefficients, streams: Int) {
    self.init(count: count, of: kept, rooms: (0..<streams).map { Self.mostCount(room: $0, of: count) })
    parts = [parts[0]]
  }

  /// Allocates room for `count` MCUs. `parts` are the first MCUs of each stream.
  convenience init?(count: Int, of kept: KeptCoefficients, parts: [Int]) {
    let ends = parts.dropFirst() + [count]
    self.init(count: count, of: kept, rooms: zip(parts, ends).map { $1 - $0 })
  }

  /// Allocates `count` MCUs of zeros, in one part.
  convenience init?(zeros count: Int, of kept: KeptCoefficients) {
    self.init(count: count, of: kept, rooms: [count])
  }

  private init?(count: Int, of kept: KeptCoefficients, rooms counts: [Int]) {
    let sizes = counts.map { $0 * kept.mcuBytes }
    let byteCount = sizes.reduce(0) { $0 + $1 + BlockStream.spareBytes }
    guard let memory = Memory(zeros: byteCount) else { return nil }
    // With small pages, page faults take half the time of reading a large photo at half size.
    LargePages.use(in: memory.bytes)
    var (rooms, parts): ([Room], [Part]) = ([], [])
    var (place, firstMCU) = (memory.bytes.baseAddress!, 0)
    for (count, size) in zip(counts, sizes) {
      rooms.append(Room(start: place, byteCount: size))
      parts.append(Part(firstMCU: firstMCU, place: place))
      (place, firstMCU) = (place + size + BlockStream.spareBytes, firstMCU + count)
    }
    (self.memory, self.kept, self.count, self.rooms, self.parts) = (memory, kept, count, rooms, parts)
  }

  /// Joins the rooms: the blocks of each room but the last end at one of `ends`, and continue at one of `starts` in the
  /// next room. An MCU divided between two rooms is completed in the first. This overwrites the block that the first
  /// stream had started there, which is no longer needed.
  func join(ends: [UnsafeMutableRawPointer], starts: [UnsafeMutableRawPointer]) {
    for (end, start) in zip(ends, starts) {
      let part = parts.last!
      let missing = (kept.mcuBytes - (end - part.place) % kept.mcuBytes) % kept.mcuBytes
      end.copyMemory(from: start, byteCount: missing)
      let count = (end - part.place + missing) / kept.mcuBytes
      parts.append(Part(firstMCU: part.firstMCU + count, place: start + missing))
    }
  }

  /// Returns the address of an MCU. The MCUs of its part follow it.
  @inline(__always)
  func mcu(_ index: Int) -> UnsafeMutableRawPointer {
    let part = parts.last { $0.firstMCU <= index }!
    return part.place + (index - part.firstMCU) * kept.mcuBytes
  }

  /// Splits a range of MCUs into ranges that are contiguous in memory.
  func stretches(of mcus: Range<Int>) -> [Range<Int>] {
    let ends = parts.dropFirst().map(\.firstMCU).filter { mcus.lowerBound < $0 && $0 < mcus.upperBound }
    return zip([mcus.lowerBound] + ends, ends + [mcus.upperBound]).map { $0..<$1 }
  }
}
