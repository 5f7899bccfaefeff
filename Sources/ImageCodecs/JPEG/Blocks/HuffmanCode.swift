/// A decoder of a Huffman code as defined by a file (T.81, annex C).
final class HuffmanCode {
  /// Number of bits that are looked up at once.
  static let lookUpBits = 12
  static let lookUpCount = 1 << lookUpBits

  /// For each value of the next 12 bits, the symbol they begin with, and the length of its code in the high byte. 0 if
  /// the code is longer or invalid.
  let symbols: UnsafeMutablePointer<UInt16>
  /// For each length, the last code of this length, or −1, and the offset from a code to its index in `values`.
  private let lastCodes: [Int]
  private let offsets: [Int]
  private let values: [UInt8]

  /// - Parameters:
  ///   - counts: Number of codes of each length, from 1 to 16.
  ///   - values: The symbols, in ascending order of codes: as many as the counts say.
  /// - Returns: Nil if there are more codes than their lengths allow, or a code consists of ones alone, which libjpeg
  ///   refuses.
  init?(counts: [UInt8], values: [UInt8]) {
    self.values = values
    symbols = .allocate(capacity: Self.lookUpCount)
    symbols.initialize(repeating: 0, count: Self.lookUpCount)
    var lastCodes = [Int](repeating: -1, count: 17)
    var offsets = [Int](repeating: 0, count: 17)
    var (code, place) = (0, 0)
    for (index, count) in counts.enumerated() {
      let length = index + 1
      offsets[length] = place - code
      for _ in 0..<count {
        guard code + 1 < 1 << length else {
          symbols.deallocate()
          return nil
        }
        Self.fill(symbols, code, length, values[place])
        (code, place) = (code + 1, place + 1)
      }
      if count > 0 { lastCodes[length] = code - 1 }
      code <<= 1
    }
    (self.lastCodes, self.offsets) = (lastCodes, offsets)
  }

  deinit { symbols.deallocate() }

  private static func fill(_ symbols: UnsafeMutablePointer<UInt16>, _ code: Int, _ length: Int, _ symbol: UInt8) {
    guard length <= lookUpBits else { return }
    let free = lookUpBits - length
    (symbols + code << free).update(repeating: UInt16(length) << 8 | UInt16(symbol), count: 1 << free)
  }

  /// Returns the symbol at the highest bits of `window`, and the length of its code; nil if there is none.
  @inline(__always)
  func symbol(_ window: UInt64) -> (symbol: Int, length: Int)? {
    let found = Int(symbols[Int(window >> UInt64(64 - Self.lookUpBits))])
    return found != 0 ? (found & 0xff, found >> 8) : longSymbol(window)
  }

  private func longSymbol(_ window: UInt64) -> (symbol: Int, length: Int)? {
    for length in Self.lookUpBits + 1...16 {
      let code = Int(window >> UInt64(64 - length))
      if code > lastCodes[length] { continue }
      let place = code + offsets[length]
      return values.indices.contains(place) ? (Int(values[place]), length) : nil
    }
    return nil
  }

  /// Returns the value encoded by the `size` highest bits of `window` (T.81, F.2.2.1).
  @inline(__always)
  static func value(_ window: UInt64, size: Int) -> Int {
    if size == 0 { return 0 }
    let bits = Int(window >> UInt64(64 &- size))
    return bits < 1 << (size &- 1) ? bits &- (1 << size) &+ 1 : bits
  }
}

extension HuffmanCode {
  /// Calls `take` for each symbol whose code is within the bits of a look-up behind the first `count`, with the length
  /// of its code and the range of those bits' values that begin with it; and `rest` for each value that begins with no
  /// such code.
  @inline(__always)
  func eachSymbol(
    behind count: Int, _ take: (_ symbol: Int, _ length: Int, Range<Int>) -> Void, rest: (Int) -> Void
  ) {
    let free = Self.lookUpBits - count
    var index = 0
    while index < 1 << free {
      let found = Int(symbols[index << count])
      let length = found >> 8
      if found == 0 || length > free {
        rest(index)
        index += 1
      } else {
        let next = index + 1 << (free - length)
        take(found & 0xff, length, index..<next)
        index = next
      }
    }
  }

  /// Whether a symbol of a coefficient that isn't the first ends the block. As in libjpeg, every symbol without a value
  /// does, except for the one for sixteen zeros.
  static func endsBlock(_ symbol: Int) -> Bool { symbol & 15 == 0 && symbol >> 4 != 15 }
}
