/// Computes the Huffman codes of a baseline JPEG while libjpeg writes it.
///
/// libjpeg's own way (`optimize_coding`) holds all coefficients, in two bytes each, and encodes them twice. That takes twice as long
/// as the standard codes. Here, libjpeg writes each symbol as an eight-bit code that equals the symbol. The optimizer reads these
/// symbols, counts and holds them, and writes them again with the optimal codes. That takes 1.4 times as long as the standard codes.
///
/// The file equals libjpeg's, unless the picture has more symbols than are held (``symbolCount(_:)``). In that case, the codes are
/// computed from the first symbols, and every other possible symbol gets a code, too.
final class HuffmanOptimizer {
  /// The file's bytes before its scan.
  private var header: [UInt8] = []
  private var isInScan = false
  private var reader: SymbolReader
  private var writer: SymbolWriter?
  private let hasChroma: Bool
  /// The symbols that were read but not yet written, up to `next`.
  private let symbols: UnsafeMutableBufferPointer<CodedSymbol>
  private var next: UnsafeMutablePointer<CodedSymbol>
  private let memory: Memory
  /// The buffer of ``writer``.
  private let buffer: Memory
  /// How often each symbol was read, by ``CodedSymbol/key``.
  private var frequencies = [UInt32](repeating: 0, count: CodedSymbol.keyCount)
  private let sink: ByteSink

  /// - Parameters:
  ///   - pieceBytes: Maximum bytes in a call of ``take(_:)``.
  ///   - sink: Receives the file.
  init(_ layout: ScanLayout, pieceBytes: Int, to sink: @escaping ByteSink) throws(CodecError) {
    let byteCount = Self.symbolCount(layout) * MemoryLayout<CodedSymbol>.stride
    guard let memory = Memory(byteCount: byteCount, isSparse: true),
      let buffer = Memory(byteCount: SymbolWriter.bufferBytes)
    else { throw .outOfMemory(.jpeg) }
    (self.memory, self.buffer) = (memory, buffer)
    symbols = memory.bytes.bindMemory(to: CodedSymbol.self)
    next = symbols.baseAddress!
    reader = try SymbolReader(layout, pieceBytes: pieceBytes)
    hasChroma = layout.hasChroma
    self.sink = sink
  }

  /// Maximum number of symbols that are held: one for two coefficients, so that they take no more memory than libjpeg's coefficients,
  /// and at most 16 MiB. Photos of quality 82 have about one symbol for nine coefficients.
  private static func symbolCount(_ layout: ScanLayout) -> Int {
    max(leastSymbols, min(layout.blockCount * SymbolReader.mostBlockSymbols / 2, 4 << 20))
  }

  /// Small pictures of noise have more symbols, and codes computed from a few symbols would be far from optimal.
  private static let leastSymbols = 32 << 10

  /// Returns an upper estimate of the bytes held for a picture, without its metadata.
  static func memory(for layout: ScanLayout) -> Int {
    symbolCount(layout) * MemoryLayout<CodedSymbol>.stride + fixedMemory
  }

  /// Two buffers of 64 KiB, and tables.
  static let fixedMemory = 144 << 10

  /// Takes the next bytes of libjpeg's file.
  func take(_ bytes: UnsafeRawBufferPointer) throws {
    if isInScan { return try takeScan(bytes) }
    let start = header.count
    header += bytes
    guard let end = header.withUnsafeBytes(Self.scanStart) else { return }
    isInScan = true
    header.removeLast(header.count - end)
    try takeScan(UnsafeRawBufferPointer(rebasing: bytes[(end - start)...]))
  }

  /// Returns the offset of the scan's data; nil if the scan's header isn't complete.
  private static func scanStart(in file: UnsafeRawBufferPointer) -> Int? {
    var segments = SegmentReader(file, at: 2)
    while let segment = segments.next() { if segment.marker == 0xda { return segments.place } }
    return nil
  }

  private func takeScan(_ bytes: UnsafeRawBufferPointer) throws {
    reader.take(bytes)
    let end = symbols.baseAddress! + symbols.count
    repeat {
      frequencies.withUnsafeMutableBufferPointer {
        reader.read(into: &next, before: end, counting: $0.baseAddress!)
      }
      guard reader.blocksLeft > 0, end - next < SymbolReader.mostBlockSymbols else { return }
      try writeSymbols(areAll: false)
    } while true
  }

  /// Completes the file after the last bytes.
  func finish() throws {
    precondition(reader.blocksLeft == 0, "libjpeg wrote another number of blocks")
    try writeSymbols(areAll: writer == nil)
    try writer!.finish()
    try ([0xff, 0xd9] as [UInt8]).withUnsafeBytes(sink)
  }

  private func writeSymbols(areAll: Bool) throws {
    if writer == nil {
      let codes = (0..<CodedSymbol.tableCount).map { table in
        var counts = frequencies[table << 8..<(table + 1) << 8].map { Int($0) }
        if !areAll { for symbol in Self.possibleSymbols(table) { counts[symbol] = max(counts[symbol], 1) } }
        return OptimalCode(counts)
      }
      try write(header, defining: codes)
      writer = SymbolWriter(codes, in: buffer, to: sink)
    }
    let start = symbols.baseAddress!
    try writer!.write(UnsafeBufferPointer(start: start, count: next - start))
    next = start
  }

  /// The symbols that a table can have in a file of 8-bit samples. A first coefficient's symbol is the size of its value, up to 11
  /// bits. Another coefficient's symbol is a number of zeros and the size of the value behind them, up to 10 bits. Two symbols
  /// without a value mean sixteen zeros, and the end of a block.
  private static func possibleSymbols(_ table: Int) -> [Int] {
    table < 2 ? Array(0...11) : [0x00, 0xf0] + (0..<16).flatMap { zeros in (1...10).map { zeros << 4 | $0 } }
  }

  /// Writes the header with these codes instead of libjpeg's.
  private func write(_ header: [UInt8], defining codes: [OptimalCode]) throws {
    let luma = codes[0].segment(0x00) + codes[2].segment(0x10)
    let defining = luma + (hasChroma ? codes[1].segment(0x01) + codes[3].segment(0x11) : [])
    let bytes = header.withUnsafeBytes { file in
      let segments = Array(SegmentReader(file, at: 2))
      let (first, last) = (segments.firstIndex { $0.marker == 0xc4 }!, segments.lastIndex { $0.marker == 0xc4 }!)
      return file[..<segments[first].start] + defining + file[segments[last + 1].start...]
    }
    try bytes.withUnsafeBytes(sink)
  }
}
