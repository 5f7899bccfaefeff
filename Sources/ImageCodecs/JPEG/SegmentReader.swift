/// Iterates over the marker segments of a file (T.81, annex B), as long as they follow each other without a gap.
struct SegmentReader: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  /// Offset of the next marker.
  private(set) var place: Int

  /// A marker with its content.
  struct Segment {
    let marker: UInt8
    /// Offset of the marker.
    let start: Int
    /// The bytes that the length covers, without the length itself.
    let content: UnsafeRawBufferPointer
  }

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// Returns the next segment; nil if there is no marker, the marker has no length, or the file ends within the
  /// segment.
  mutating func next() -> Segment? {
    // A marker may be preceded by any number of fill bytes.
    while place + 1 < bytes.count, bytes[place] == 0xff, bytes[place + 1] == 0xff { place += 1 }
    guard place + 4 <= bytes.count, bytes[place] == 0xff else { return nil }
    let (start, marker) = (place, bytes[place + 1])
    guard marker > 0x01, !(0xd0...0xd9 ~= marker) else { return nil }
    let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    guard length >= 2, place + 2 + length <= bytes.count else { return nil }
    place += 2 + length
    return Segment(
      marker: marker, start: start, content: UnsafeRawBufferPointer(rebasing: bytes[(start + 4)..<place]))
  }

  /// Whether the next marker is the file's end mark.
  var isAtEnd: Bool { place + 2 <= bytes.count && bytes[place] == 0xff && bytes[place + 1] == 0xd9 }
}
