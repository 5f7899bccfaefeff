/// An Exif block assembled entry by entry, as TIFF 6.0, section 2, specifies, in little-endian order.
public struct ExifDirectories: Sendable {
  public struct Entry: Sendable {
    public var tag, type: Int
    public var values: [UInt8]

    /// ASCII with a terminating zero.
    public static func text(_ tag: Int, _ text: String) -> Entry {
      Entry(tag: tag, type: 2, values: Array(text.utf8) + [0])
    }

    public static func short(_ tag: Int, _ number: Int) -> Entry {
      Entry(tag: tag, type: 3, values: [UInt8(number & 0xff), UInt8(number >> 8)])
    }

    public static func bytes(_ tag: Int, type: Int = 7, _ values: [UInt8]) -> Entry {
      Entry(tag: tag, type: type, values: values)
    }

    var count: Int { values.count / [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 129: 1][type]! }
  }

  public var picture: [Entry]
  public var photo: [Entry]
  public var place: [Entry]
  /// Stored in a separate directory after the first.
  public var thumbnail: [UInt8] = []

  public init(picture: [Entry], photo: [Entry] = [], place: [Entry] = []) {
    (self.picture, self.photo, self.place) = (picture, photo, place)
  }

  public var bytes: [UInt8] {
    let further = [(0x8769, photo), (0x8825, place)].filter { !$0.1.isEmpty }
    var first = picture + further.map { Entry(tag: $0.0, type: 4, values: [0, 0, 0, 0]) }
    first.sort { $0.tag < $1.tag }
    var start = 8 + Self.length(first)
    for (tag, entries) in further {
      first[first.firstIndex { $0.tag == tag }!].values = Self.number(start, 4)
      start += Self.length(entries)
    }
    let rest = further.flatMap { _, entries in [entries] }
    var block = Array("II*\0".utf8) + Self.number(8, 4)
    block += Self.directory(first, at: 8, next: thumbnail.isEmpty ? 0 : start)
    for entries in rest { block += Self.directory(entries, at: block.count) }
    if !thumbnail.isEmpty {
      let entries = [
        Entry(tag: 0x0201, type: 4, values: Self.number(start + 30, 4)),
        Entry(tag: 0x0202, type: 4, values: Self.number(thumbnail.count, 4)),
      ]
      block += Self.directory(entries, at: start) + thumbnail
    }
    return block
  }

  private static func length(_ entries: [Entry]) -> Int {
    6 + entries.reduce(0) { $0 + 12 + ($1.values.count > 4 ? ($1.values.count + 1) & ~1 : 0) }
  }

  private static func directory(_ entries: [Entry], at start: Int, next: Int = 0) -> [UInt8] {
    var values: [UInt8] = []
    var bytes = number(entries.count, 2)
    for entry in entries {
      bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if entry.values.count > 4 {
        bytes += number(start + 6 + 12 * entries.count + values.count, 4)
        values += entry.values + [UInt8](repeating: 0, count: entry.values.count % 2)
      } else {
        bytes += entry.values + [UInt8](repeating: 0, count: 4 - entry.values.count)
      }
    }
    return bytes + number(next, 4) + values
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
