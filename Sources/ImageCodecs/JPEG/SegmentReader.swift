/// Goes from marker to marker through a file (T.81, annex B), as long as one follows the other without a gap.
struct SegmentReader: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next marker is looked for.
  private(set) var place: Int

  /// A marker and what belongs to it.
  struct Segment {
    let marker: UInt8
    /// Where the marker is.
    let start: Int
    /// What its length spans, but for the length.
    let content: UnsafeRawBufferPointer
  }

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// The next segment; nil where there is no marker, or one that has no length, or the file ends before it does.
  mutating func next() -> Segment? {
    // A marker may stand behind any number of bytes that fill up.
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

  /// Whether the file's end mark stands here.
  var isAtEnd: Bool { place + 2 <= bytes.count && bytes[place] == 0xff && bytes[place + 1] == 0xd9 }
}
