/// How often each colour occurs in a picture of straight 8-bit pixels.
///
/// If a picture has more than ``limit`` colours, similar ones are counted together: those that are equal without their
/// lowest bits. As few bits are ignored as possible, so the order of the pixels doesn't matter.
package struct ColorCounts {
  /// Maximum number of entries.
  package static let limit = 1 << 15
  /// Upper bound of the bytes of the entries, their keys, and the table of places.
  static let byteCount = limit * (MemoryLayout<Entry>.stride + 4 + 4 * 4) * 2

  /// A colour, or several similar ones.
  package struct Entry {
    /// The number of pixels.
    package var count: Int
    /// The sum of their channels, in the units of ``PaletteColor``.
    package var sum: SIMD4<Int>
  }

  package private(set) var entries: [Entry] = []
  /// The entries' colours without the ignored bits.
  private var keys: [UInt32] = []
  /// Lowest bits of each channel that are ignored.
  private var ignoredBits: UInt32 = 0
  /// A hash table with open addressing: the number of an entry plus one, or 0 for a free place.
  private var places = [UInt32](repeating: 0, count: 4 * limit)

  package init() {}

  /// The colours of the entries; nil if similar colours were counted together.
  package var colors: [UInt32]? { ignoredBits == 0 ? keys : nil }

  /// Counts a pixel, with red in the lowest byte and alpha in the highest.
  package mutating func add(_ pixel: UInt32) {
    add(Entry(count: 1, sum: SIMD4<Int>(truncatingIfNeeded: PaletteColor(pixel).channels)), of: pixel)
  }

  /// Returns the number of the entry in which a pixel was counted.
  func entry(of pixel: UInt32) -> Int { Int(places[place(of: key(of: pixel))]) &- 1 }

  private func key(of pixel: UInt32) -> UInt32 {
    let kept = ((0xff >> ignoredBits) << ignoredBits) &* (0x0101_0101 as UInt32)
    // Opaque pixels are never counted together with translucent ones.
    return pixel >> 24 == 255 ? pixel & kept | 0xff00_0000 : pixel & kept
  }

  private func place(of key: UInt32) -> Int {
    // Multiplying by 2³² divided by the golden ratio spreads similar keys (Knuth, volume 3, section 6.4).
    var place = Int((key &* 0x9e37_79b1) >> 15)
    while places[place] != 0, keys[Int(places[place]) &- 1] != key { place = (place &+ 1) & (places.count &- 1) }
    return place
  }

  private mutating func add(_ entry: Entry, of color: UInt32) {
    let key = key(of: color)
    let place = place(of: key)
    if places[place] != 0 {
      let number = Int(places[place]) &- 1
      entries[number].count &+= entry.count
      entries[number].sum &+= entry.sum
    } else if entries.count == Self.limit {
      ignoreOneMoreBit()
      add(entry, of: color)
    } else {
      entries.append(entry)
      keys.append(key)
      places[place] = UInt32(entries.count)
    }
  }

  private mutating func ignoreOneMoreBit() {
    let old = zip(entries, keys)
    (entries, keys) = ([], [])
    for place in places.indices { places[place] = 0 }
    ignoredBits += 1
    for (entry, key) in old { add(entry, of: key) }
  }
}
