import PixelCore

extension Kernels {
  /// Removes invisible colour from straight pixels, in place: if alpha is 0, all channels become 0.
  public func clearHiddenColor(_ pixels: UnsafeMutableRawPointer, count: Int, depth: PixelFormat.Depth) {
    switch depth {
    case .eight: Self.clearHiddenColor(pixels, count, UInt32.self)
    case .sixteen: Self.clearHiddenColor(pixels, count, UInt64.self)
    }
  }

  private static func clearHiddenColor<Word: FixedWidthInteger>(
    _ pixels: UnsafeMutableRawPointer, _ count: Int, _ words: Word.Type
  ) {
    let length = MemoryLayout<Word>.size
    for index in 0..<count {
      let pixel = Word(littleEndian: pixels.loadUnaligned(fromByteOffset: index &* length, as: Word.self))
      let isHidden = pixel &>> Word(Word.bitWidth / 4 * 3) == 0
      pixels.storeBytes(of: isHidden ? 0 : pixel.littleEndian, toByteOffset: index &* length, as: Word.self)
    }
  }
}
