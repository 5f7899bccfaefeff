import Platform

/// Reads a scan in which the code of each symbol is the symbol's own eight bits, as libjpeg writes it for
/// ``HuffmanOptimizer``.
///
/// No code has to be looked up: a symbol says how many bits its value has, and the next symbol follows.
struct SymbolReader {
  /// The most symbols of a block.
  static let mostBlockSymbols = 64
  /// The most bytes of a block, and those that are read with its last bit.
  private static let readAhead = mostBlockSymbols * (8 + Int(CodedSymbol.valueBits)) / 8 + 8

  /// The scan's bytes from the one with the next bit, without the zeros stuffed after each 0xff.
  private let bytes: UnsafeMutableRawPointer
  private let memory: Memory
  private var count = 0
  /// The place of the next bit.
  private var bit = 0
  /// Whether the last byte is 0xff, so that the next is a stuffed zero or the end's marker.
  private var isAfterMarker = false
  private var hasEnded = false
  /// ``ScanLayout/components``, and the index of the next block's.
  private let components: [UInt32]
  private var block = 0
  private(set) var blocksLeft: Int

  /// - Parameter pieceBytes: The most bytes that are taken at once.
  init(_ layout: ScanLayout, pieceBytes: Int) throws(CodecError) {
    guard let memory = Memory(byteCount: pieceBytes + 2 * Self.readAhead) else { throw .outOfMemory(.jpeg) }
    (self.memory, bytes) = (memory, memory.bytes.baseAddress!)
    components = layout.components
    blocksLeft = layout.blockCount
  }

  /// Adds the next bytes of the scan, after what is there was read as far as possible.
  mutating func take(_ piece: UnsafeRawBufferPointer) {
    count -= bit >> 3
    memmove(bytes, bytes + bit >> 3, count)
    bit &= 7
    guard var source = piece.baseAddress else { return }
    let end = source + piece.count
    while source < end, !hasEnded {
      if isAfterMarker {
        (isAfterMarker, hasEnded) = (false, source.load(as: UInt8.self) != 0)
        source += 1
        continue
      }
      let found = memchr(source, 0xff, end - source).map { UnsafeRawPointer($0) }
      let next = found.map { $0 + 1 } ?? end
      memcpy(bytes + count, source, next - source)
      count += next - source
      isAfterMarker = found != nil
      source = next
    }
    if hasEnded { memset(bytes + count, 0, Self.readAhead) }
  }

  /// Reads blocks that are there as a whole, while there is room for a block's symbols.
  ///
  /// - Parameters:
  ///   - symbols: Where the next symbol is stored. Advanced past those read.
  ///   - end: The end of the room.
  ///   - frequencies: For each place of a symbol, how often it was read.
  mutating func read(
    into symbols: inout UnsafeMutablePointer<CodedSymbol>, before end: UnsafeMutablePointer<CodedSymbol>,
    counting frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let lastBit = 8 * (hasEnded ? count : count - Self.readAhead)
    var (symbol, bit, block, blocksLeft) = (symbols, bit, block, blocksLeft)
    while blocksLeft > 0, bit < lastBit, end - symbol >= Self.mostBlockSymbols {
      let component = components[block]
      let firstWindow = window(at: bit)
      bit &+= Self.read(firstWindow, component, into: symbol, counting: frequencies)
      symbol += 1
      var coefficient = 1
      reading: while true {
        // 57 bits at least: three symbols with values of 11 bits.
        var window = window(at: bit)
        for _ in 0..<3 {
          let code = Int(window >> 56)
          let length = Self.read(window, 2 | component, into: symbol, counting: frequencies)
          (window, bit, symbol) = (window &<< UInt64(truncatingIfNeeded: length), bit &+ length, symbol + 1)
          coefficient &+= code &>> 4 &+ 1
          // A symbol without zeros and value ends the block, and so does its last coefficient.
          if code == 0 || coefficient > 63 { break reading }
        }
      }
      blocksLeft &-= 1
      block = block &+ 1 == components.count ? 0 : block &+ 1
    }
    (symbols, self.bit, self.block, self.blocksLeft) = (symbol, bit, block, blocksLeft)
  }

  /// The bits from a place on, at least 57.
  @inline(__always)
  private func window(at bit: Int) -> UInt64 {
    UInt64(bigEndian: (bytes + bit &>> 3).loadUnaligned(as: UInt64.self)) &<< UInt64(truncatingIfNeeded: bit & 7)
  }

  /// Stores and counts the symbol that a window begins with. Returns the number of its bits, its value's included.
  @inline(__always)
  private static func read(
    _ window: UInt64, _ table: UInt32, into symbol: UnsafeMutablePointer<CodedSymbol>,
    counting frequencies: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let place = table &<< 8 | UInt32(truncatingIfNeeded: window &>> 56)
    let length = UInt64(place & 15)
    let value = UInt32(truncatingIfNeeded: ((window &<< 8) &>> 1) &>> (63 &- length))
    symbol.pointee = (place &<< CodedSymbol.valueBits) | value
    frequencies[Int(place)] &+= 1
    return Int(truncatingIfNeeded: 8 &+ length)
  }
}
