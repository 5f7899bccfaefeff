/// Decodes the indices of a run-length encoded BMP (Microsoft, "Bitmap Compression"): pairs of a count and an index, or
/// of two indices of 4 bits, which alternate. After a count of 0 comes a code: end of row, end of picture, a move, or a
/// number of indices that follow as they are.
struct BMPRuns {
  private let bytes: UnsafeRawBufferPointer
  private let header: BMPHeader
  private let limits: DecodeLimits

  init(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, limits: DecodeLimits) {
    (self.bytes, self.header, self.limits) = (bytes, header, limits)
  }

  /// Returns one byte per pixel, row by row from the top. Pixels that no run covers are 0.
  ///
  /// Indices beyond the end of a row are left out, and `isExact` is then false. Without the end code, the last row must be
  /// complete.
  func indices() throws(CodecError) -> (Memory, isExact: Bool) {
    let (width, height) = (header.size.width, header.size.height)
    guard let memory = Memory(zeros: header.size.pixelCount) else { throw .outOfMemory(.bmp) }
    let pixels = memory.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    // The next pixel, with its row in stored order.
    var (x, row) = (0, 0)
    var place = header.pixels
    var isExact = true

    func put(_ index: UInt8) {
      if x < width {
        pixels[(header.isTopDown ? row : height - 1 - row) * width + x] = index
      } else {
        isExact = false
      }
      x += 1
    }
    // Each byte has one or two indices.
    func index(_ position: Int, in bytes: (Int) -> UInt8) -> UInt8 {
      header.bits == 8 ? bytes(position) : bytes(position / 2) >> (position % 2 == 0 ? 4 : 0) & 15
    }

    while true {
      guard place + 2 <= bytes.count else {
        if row >= height || row == height - 1 && x >= width { return (memory, isExact) }
        throw .truncated(.bmp, row: header.isTopDown ? row : 0)
      }
      let (count, code) = (Int(bytes[place]), bytes[place + 1])
      place += 2
      switch (count, code) {
      case (0, 0):
        (x, row) = (0, row + 1)
        try limits.timeLimit?.check()
      case (0, 1): return (memory, isExact)
      case (0, 2):
        guard place + 2 <= bytes.count else { throw .truncated(.bmp, row: header.isTopDown ? row : 0) }
        (x, row) = (x + Int(bytes[place]), row + Int(bytes[place + 1]))
        place += 2
      default:
        guard row < height else { throw .damaged(.bmp, why: "its runs have more rows than it", row: height) }
        if count > 0 {
          for position in 0..<count { put(index(position) { _ in code }) }
          continue
        }
        let byteCount = (Int(code) * header.bits + 7) / 8
        guard byteCount <= bytes.count - place else { throw .truncated(.bmp, row: header.isTopDown ? row : 0) }
        for position in 0..<Int(code) { put(index(position) { bytes[place + $0] }) }
        place += (byteCount + 1) & ~1
      }
    }
  }
}
