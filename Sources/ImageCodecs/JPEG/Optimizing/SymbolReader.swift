import Platform

/// Reads a scan in which the code of each symbol equals the symbol, in eight bits. libjpeg writes such scans for
/// ``HuffmanOptimizer``.
///
/// This needs no table of codes, so a symbol's length is known at once.
struct SymbolReader {
  /// Maximum number of symbols in a block.
  static let mostBlockSymbols = 64
  /// Maximum bytes of a block, and the bytes of the window that is loaded at its last bit.
  private static let readAhead = mostBlockSymbols * (8 + Int(CodedSymbol.valueBits)) / 8 + 8

  /// The unread bytes of the scan, without the zeros stuffed after each 0xff.
  private let bytes: UnsafeMutableRawPointer
  private let memory: Memory
  private var count = 0
  /// The offset of the next bit.
  private var bit = 0
  /// Whether the last byte was 0xff. The next byte is a stuffed zero, or belongs to the marker that ends the scan.
  private var isAfterMarker = false
  private var hasEnded = false
  /// ``ScanLayout/components``, and the index of the next block's.
  private let components: [UInt32]
  private var block = 0
  private(set) var blocksLeft: Int

  /// - Parameter pieceBytes: Maximum bytes in a call of ``take(_:)``.
  init(_ layout: ScanLayout, pieceBytes: Int) throws(CodecError) {
    guard let memory = Memory(byteCount: pieceBytes + 2 * Self.readAhead) else { throw .outOfMemory(.jpeg) }
    (self.memory, bytes) = (memory, memory.bytes.baseAddress!)
    components = layout.components
    blocksLeft = layout.blockCount
  }

  /// Adds the next bytes of the scan. ``read(into:before:counting:)`` must have read all earlier blocks.
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

  /// Reads complete blocks until the memory has no room for another block.
  ///
  /// - Parameters:
  ///   - symbols: Where to store the next symbol. Advanced past the symbols read.
  ///   - end: The end of the memory.
  ///   - frequencies: How often each symbol was read, by ``CodedSymbol/key``.
  mutating func read(
    into symbols: inout UnsafeMutablePointer<CodedSymbol>, before end: UnsafeMutablePointer<CodedSymbol>,
    counting frequencies: UnsafeMutablePointer<UInt32>
  ) {
    let lastBit = 8 * (hasEnded ? count : count - Self.readAhead)
    var (symbol, bit, block, blocksLeft) = (symbols, bit, block, blocksLeft)
    while blocksLeft > 0, bit < lastBit, end - symbol >= Self.mostBlockSymbols {
      let component = components[block]
      let firstWindow = ScanBits.window(of: bytes, at: bit)
      bit &+= Self.read(firstWindow, component, into: symbol, counting: frequencies)
      symbol += 1
      var coefficient = 1
      reading: while true {
        // A window has at least 57 bits: three symbols with values of 11 bits.
        var window = ScanBits.window(of: bytes, at: bit)
        for _ in 0..<3 {
          let code = Int(window >> 56)
          let length = Self.read(window, 2 | component, into: symbol, counting: frequencies)
          (window, bit, symbol) = (window &<< UInt64(truncatingIfNeeded: length), bit &+ length, symbol + 1)
          coefficient &+= code &>> 4 &+ 1
          // Symbol 0 ends the block. A block whose last coefficient isn't zero has no such symbol.
          if code == 0 || coefficient > 63 { break reading }
        }
      }
      blocksLeft &-= 1
      block = block &+ 1 == components.count ? 0 : block &+ 1
    }
    (symbols, self.bit, self.block, self.blocksLeft) = (symbol, bit, block, blocksLeft)
  }

  /// Stores and counts the first symbol of a window. Returns the length of the symbol and its value in bits.
  @inline(__always)
  private static func read(
    _ window: UInt64, _ table: UInt32, into symbol: UnsafeMutablePointer<CodedSymbol>,
    counting frequencies: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let key = table &<< 8 | UInt32(truncatingIfNeeded: window &>> 56)
    let size = UInt64(CodedSymbol.valueSize(Int(key)))
    let value = UInt32(truncatingIfNeeded: ((window &<< 8) &>> 1) &>> (63 &- size))
    symbol.pointee = (key &<< CodedSymbol.valueBits) | value
    frequencies[Int(key)] &+= 1
    return Int(truncatingIfNeeded: 8 &+ size)
  }
}
