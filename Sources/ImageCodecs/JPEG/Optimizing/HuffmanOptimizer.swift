/// Gives a baseline JPEG Huffman codes made for its picture, while libjpeg writes it.
///
/// libjpeg's own way (`optimize_coding`) keeps all coefficients, in two bytes each, and goes through them twice, which takes
/// twice as long as encoding with the standard codes. Here libjpeg writes a file in which the code of a symbol is the symbol.
/// The symbols are counted as they come, kept, and written again with their codes, in 1.4 times as long. The bytes are the
/// same, unless a picture has more than ``mostSymbols``: then the codes are those of the first ones, completed for others.
final class HuffmanOptimizer {
  /// The most symbols that are kept, in 16 MiB: of 25 megapixels or so of a photo at quality 82.
  static let mostSymbols = 4 << 20

  /// The file's bytes before its scan.
  private var header: [UInt8] = []
  private var isInScan = false
  private var reader: SymbolReader
  private var writer: SymbolWriter?
  private let hasChroma: Bool
  /// The symbols that were read and aren't written yet are those before `next`.
  private let symbols: UnsafeMutableBufferPointer<CodedSymbol>
  private var next: UnsafeMutablePointer<CodedSymbol>
  private let memory: Memory
  private let written: Memory
  /// For each place of a symbol, how often it was read.
  private var frequencies = [UInt32](repeating: 0, count: CodedSymbol.placeCount)
  private let sink: ByteSink

  /// - Parameters:
  ///   - pieceBytes: The most bytes that are taken at once.
  ///   - sink: Receives the file.
  init(_ layout: ScanLayout, pieceBytes: Int, to sink: @escaping ByteSink) throws(CodecError) {
    guard let memory = Memory(byteCount: Self.symbolBytes(layout), isSparse: true),
      let written = Memory(byteCount: SymbolWriter.bufferBytes)
    else { throw .outOfMemory(.jpeg) }
    (self.memory, self.written) = (memory, written)
    symbols = memory.bytes.bindMemory(to: CodedSymbol.self)
    next = symbols.baseAddress!
    reader = try SymbolReader(layout, pieceBytes: pieceBytes)
    hasChroma = layout.hasChroma
    self.sink = sink
  }

  /// Upper estimate of the bytes that are held for a picture, without its metadata.
  static func memory(for layout: ScanLayout) -> Int { symbolBytes(layout) + fixedMemory }

  private static func symbolBytes(_ layout: ScanLayout) -> Int {
    min(layout.blockCount * SymbolReader.mostBlockSymbols, mostSymbols) * MemoryLayout<CodedSymbol>.stride
  }

  /// Buffers of 64 KiB for what is read and written, and tables.
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

  /// The offset of the scan's data; nil if its header isn't complete.
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
      // There is room for every block of a picture whose symbols are all kept.
      guard reader.blocksLeft > 0, end - next < SymbolReader.mostBlockSymbols else { return }
      try writeSymbols(areAll: false)
    } while true
  }

  /// Completes the file, after all bytes were taken.
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
      writer = SymbolWriter(codes, in: written, to: sink)
    }
    let start = symbols.baseAddress!
    try writer!.write(UnsafeBufferPointer(start: start, count: next - start))
    next = start
  }

  /// The symbols of a table that a picture of 8 bits a channel can have: values of 11 bits of the first coefficients, and of 10
  /// bits of the others after up to 15 zeros, sixteen zeros, and the end of a block.
  private static func possibleSymbols(_ table: Int) -> [Int] {
    table < 2 ? Array(0...11) : [0x00, 0xf0] + (0..<16).flatMap { zeros in (1...10).map { zeros << 4 | $0 } }
  }

  /// Writes a header with other codes.
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
