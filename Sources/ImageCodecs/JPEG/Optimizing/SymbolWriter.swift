/// Writes a scan's symbols with their Huffman codes, and a zero after each 0xff (T.81, F.1.2.3).
struct SymbolWriter {
  /// Number of bytes at which the buffer is passed to the sink.
  private static let pieceBytes = 64 << 10
  /// Stuffed zeros can double the last word of four bytes.
  static let bufferBytes = pieceBytes + 8

  /// By ``CodedSymbol/key``: in the lowest 5 bits, the length of the code and the value. Above, the code followed by zeros in place of
  /// the value.
  private let codes: [UInt32]
  /// The bits that don't fill a word yet, at the low end.
  private var bits: UInt64 = 0
  private var bitCount = 0
  private let memory: Memory
  private let sink: ByteSink

  /// - Parameters:
  ///   - codes: The codes of each table.
  ///   - memory: A buffer of ``bufferBytes``.
  init(_ codes: [OptimalCode], in memory: Memory, to sink: @escaping ByteSink) {
    (self.memory, self.sink) = (memory, sink)
    var entries = [UInt32](repeating: 0, count: CodedSymbol.keyCount)
    for (table, code) in codes.enumerated() {
      code.eachCode { symbol, code, length in
        let key = table << 8 | Int(symbol)
        let size = CodedSymbol.valueSize(key)
        entries[key] = code << UInt32(size + 5) | UInt32(length + size)
      }
    }
    self.codes = entries
  }

  mutating func write(_ symbols: UnsafeBufferPointer<CodedSymbol>) throws {
    let start = memory.bytes.baseAddress!
    var (place, bits, bitCount) = (start, bits, bitCount)
    try codes.withUnsafeBufferPointer { codes in
      for symbol in symbols {
        let code = codes[symbol.key]
        let length = code & 31
        bits = (bits &<< UInt64(length)) | UInt64(code &>> 5 | symbol.value)
        bitCount &+= Int(length)
        if bitCount < 32 { continue }
        bitCount &-= 32
        Self.store(UInt32(truncatingIfNeeded: bits &>> UInt64(bitCount)), at: &place)
        if place - start >= Self.pieceBytes {
          try sink(UnsafeRawBufferPointer(start: start, count: place - start))
          place = start
        }
      }
    }
    (self.bits, self.bitCount) = (bits, bitCount)
    try sink(UnsafeRawBufferPointer(start: start, count: place - start))
  }

  /// Writes the remaining bits, and fills the last byte with ones.
  func finish() throws {
    var place = memory.bytes.baseAddress!
    let count = (bitCount + 7) / 8
    let last = (bits << 7 | 0x7f) >> UInt64(bitCount + 7 - 8 * count)
    for byte in (0..<count).reversed() { Self.store(UInt8(truncatingIfNeeded: last >> UInt64(8 * byte)), at: &place) }
    try sink(UnsafeRawBufferPointer(start: memory.bytes.baseAddress!, count: place - memory.bytes.baseAddress!))
  }

  @inline(__always)
  private static func store(_ word: UInt32, at place: inout UnsafeMutableRawPointer) {
    // The expression is 0 if no byte of the word is 0xff.
    if _fastPath((~word &- 0x0101_0101) & word & 0x8080_8080 == 0) {
      place.storeBytes(of: word.bigEndian, as: UInt32.self)
      place += 4
    } else {
      for shift in [24, 16, 8, 0] as [UInt32] { store(UInt8(truncatingIfNeeded: word >> shift), at: &place) }
    }
  }

  @inline(__always)
  private static func store(_ byte: UInt8, at place: inout UnsafeMutableRawPointer) {
    place.storeBytes(of: byte, as: UInt8.self)
    place += 1
    guard byte == 0xff else { return }
    place.storeBytes(of: 0, as: UInt8.self)
    place += 1
  }
}
