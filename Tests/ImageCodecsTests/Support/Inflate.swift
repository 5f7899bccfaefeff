/// Inflates zlib data (RFC 1950, RFC 1951) bit by bit without zlib: a reference that shares no code with the implementation under
/// test. Checksums are ignored.
struct Inflate {
  /// The stream ends early or contradicts itself.
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var bit: Int
  private var output: [UInt8] = []

  /// The inflated data of `stream`.
  static func unpack(_ stream: [UInt8]) throws -> [UInt8] {
    // The first block follows two bytes of header.
    var inflate = Inflate(bytes: stream, bit: 16)
    while try !inflate.readBlock() {}
    return inflate.output
  }

  private init(bytes: [UInt8], bit: Int) {
    self.bytes = bytes
    self.bit = bit
  }

  /// Reads a block. Returns whether it was the last one.
  private mutating func readBlock() throws -> Bool {
    let isLast = try readBit() == 1
    switch try read(2) {
    case 0: try copyStored()
    case 1: try readSymbols(.fixedLiterals, .fixedDistances)
    case 2:
      let (literals, distances) = try readCodes()
      try readSymbols(literals, distances)
    default: throw Malformed()
    }
    return isLast
  }

  /// RFC 1951, section 3.2.4: from the next whole byte, a length, its complement, and the bytes themselves.
  private mutating func copyStored() throws {
    let start = (bit + 7) / 8 + 4
    guard start <= bytes.count else { throw Malformed() }
    let length = Int(bytes[start - 4]) | Int(bytes[start - 3]) << 8
    guard length <= bytes.count - start else { throw Malformed() }
    output += bytes[start..<start + length]
    bit = (start + length) * 8
  }

  /// Section 3.2.5: literal bytes, and lengths with distances back to the repeated bytes, up to the end of the block.
  private mutating func readSymbols(_ literals: HuffmanCode, _ distances: HuffmanCode) throws {
    while case let symbol = try read(literals), symbol != 256 {
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let length = try readLength(symbol - 257)
      let distance = try readDistance(read(distances))
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  /// Lengths 3...10 one by one, then four per number of extra bits; 258 separately.
  private mutating func readLength(_ index: Int) throws -> Int {
    guard index < 29 else { throw Malformed() }
    if index < 8 { return index + 3 }
    if index == 28 { return 258 }
    let extra = index / 4 - 1
    return try 3 + (4 + index % 4) << extra + read(extra)
  }

  /// Distances 1...4 one by one, then two per number of extra bits.
  private mutating func readDistance(_ index: Int) throws -> Int {
    guard index < 30 else { throw Malformed() }
    if index < 4 { return index + 1 }
    let extra = index / 2 - 1
    return try 1 + (2 + index % 2) << extra + read(extra)
  }

  /// Section 3.2.7: the code lengths of both codes, which are coded themselves.
  private mutating func readCodes() throws -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try read(5) + 257
    let distanceCount = try read(5) + 1
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengthLengths = [Int](repeating: 0, count: order.count)
    for index in order.prefix(try read(4) + 4) { lengthLengths[index] = try read(3) }
    let lengthCode = HuffmanCode(lengths: lengthLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try read(lengthCode) {
      case 16:
        guard let last = lengths.last else { throw Malformed() }
        lengths += [Int](repeating: last, count: try read(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try read(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try read(7) + 11)
      case let length: lengths.append(length)
      }
    }
    return (HuffmanCode(lengths: lengths.prefix(literalCount)), HuffmanCode(lengths: lengths.dropFirst(literalCount)))
  }

  private mutating func readBit() throws -> Int {
    guard bit < bytes.count * 8 else { throw Malformed() }
    defer { bit += 1 }
    return Int(bytes[bit / 8] >> (bit % 8) & 1)
  }

  /// A number of `count` bits, the lowest first.
  private mutating func read(_ count: Int) throws -> Int {
    var value = 0
    for place in 0..<count { value |= try readBit() << place }
    return value
  }

  /// The next symbol, whose code begins with the highest bit. Codes of each length count up from where those of the previous
  /// length ended, doubled.
  private mutating func read(_ code: HuffmanCode) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      value += try readBit()
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      (value, first) = (value * 2, (first + count) * 2)
    }
    throw Malformed()
  }
}

/// A canonical Huffman code (RFC 1951, section 3.2.2).
private struct HuffmanCode {
  /// The number of codes of each length. Length 0 means no code.
  let counts: [Int]
  /// The symbols, by length of code and then by number.
  let symbols: [Int]

  init(lengths: some Collection<Int>) {
    let lengths = Array(lengths)
    counts = (0...15).map { length in length == 0 ? 0 : lengths.count { $0 == length } }
    symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
  }

  /// Section 3.2.6.
  static let fixedLiterals = HuffmanCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(lengths: [Int](repeating: 5, count: 30))
}
