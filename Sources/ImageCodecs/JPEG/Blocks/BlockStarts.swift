/// The start of each block of a scan: its offset in the scan's data, in bits, as a `UInt32`. The blocks are in scan order.
/// Each stream writes the starts that it finds into its own region of the memory.
final class BlockStarts {
  static let bytesPerBlock = 4
  /// Offsets are below this limit, because the highest bit of a start marks blocks that have one coefficient.
  static let mostBits = 1 << 31

  private let memory: Memory
  /// The memory of each stream's blocks. A stream also writes the start of the block behind its last one.
  let rooms: [Room]
  /// The memory ranges of the MCUs, in order.
  private(set) var parts: [Part]
  /// Number of MCUs.
  let count: Int
  /// Bytes of the starts of an MCU's blocks.
  let mcuBytes: Int
  var byteCount: Int { count * mcuBytes }

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

  /// Allocates room for all MCUs of `frame` in the first part, and for half as many for each of the other `streams`,
  /// because the number that each of them will read isn't known yet. Pages that are never written take no physical
  /// memory. Nil if memory is short.
  convenience init?(of frame: CodedFrame, streams: Int) {
    let count = frame.mcuCount
    self.init(of: frame, rooms: (0..<streams).map { $0 == 0 ? count : count / 2 + 1 })
    parts = [parts[0]]
  }

  /// Allocates room for all MCUs of `frame`. `parts` are the first MCUs of each stream.
  convenience init?(of frame: CodedFrame, parts: [Int]) {
    let ends = parts.dropFirst() + [frame.mcuCount]
    self.init(of: frame, rooms: zip(parts, ends).map { $1 - $0 })
  }

  private init?(of frame: CodedFrame, rooms counts: [Int]) {
    let mcuBytes = Self.bytesPerBlock * frame.blocksPerMCU
    let byteCount = counts.reduce(0) { $0 + $1 * mcuBytes + Self.bytesPerBlock }
    guard let memory = Memory(zeros: byteCount) else { return nil }
    var (rooms, parts): ([Room], [Part]) = ([], [])
    var (place, firstMCU) = (memory.bytes.baseAddress!, 0)
    for count in counts {
      rooms.append(Room(start: place, byteCount: count * mcuBytes))
      parts.append(Part(firstMCU: firstMCU, place: place))
      (place, firstMCU) = (place + count * mcuBytes + Self.bytesPerBlock, firstMCU + count)
    }
    (self.memory, count, self.mcuBytes, self.rooms, self.parts) = (memory, frame.mcuCount, mcuBytes, rooms, parts)
  }

  /// Joins the rooms: the blocks of each room but the last end at one of `ends`, and continue at one of `starts` in the
  /// next room. An MCU divided between two rooms is completed in the first.
  func join(ends: [UnsafeMutableRawPointer], starts: [UnsafeMutableRawPointer]) {
    for (end, start) in zip(ends, starts) {
      let part = parts.last!
      let missing = (mcuBytes - (end - part.place) % mcuBytes) % mcuBytes
      end.copyMemory(from: start, byteCount: missing)
      let count = (end - part.place + missing) / mcuBytes
      parts.append(Part(firstMCU: part.firstMCU + count, place: start + missing))
    }
  }

  /// Returns the address of an MCU. The MCUs of its part follow it.
  func mcu(_ index: Int) -> UnsafeMutableRawPointer {
    let part = parts.last { $0.firstMCU <= index }!
    return part.place + (index - part.firstMCU) * mcuBytes
  }

  /// Splits a range of MCUs into ranges that are contiguous in memory. Returns each range with the address of its starts.
  func stretches(of mcus: Range<Int>) -> [(mcus: Range<Int>, starts: UnsafeMutablePointer<UInt32>)] {
    let ends = parts.dropFirst().map(\.firstMCU).filter { mcus.lowerBound < $0 && $0 < mcus.upperBound }
    return zip([mcus.lowerBound] + ends, ends + [mcus.upperBound]).map {
      ($0..<$1, mcu($0).assumingMemoryBound(to: UInt32.self))
    }
  }
}

// MARK: Behind the first coefficient

extension BlockStarts {
  private static let endsBlock: UInt32 = 1 << 31

  /// Returns the offset of a block's second coefficient. If the block has only one coefficient, the highest bit is set.
  ///
  /// - Parameter state: The state (``SkipTable``) after the first coefficient.
  @inline(__always)
  static func second(of start: UInt32, behind state: UInt64) -> UInt32 {
    start &+ UInt32(truncatingIfNeeded: state & 0xff) | UInt32(truncatingIfNeeded: state & SkipTable.endsBlock) &<< 16
  }

  /// Returns an offset that ``second(of:behind:)`` returned, without the mark.
  @inline(__always)
  static func position(_ second: UInt32) -> Int { Int(second & ~endsBlock) }

  /// Returns the state of a block after its first coefficient, with no bits counted.
  @inline(__always)
  static func state(_ second: UInt32) -> UInt64 { UInt64(second & endsBlock) &>> 16 | 1 << 8 }
}
