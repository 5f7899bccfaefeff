import CPNG

/// Finds a PNG's eXIf chunk, which may stand before or behind the picture: libpng's header stops where the picture
/// begins. Nil where there is none, or one whose check sum is wrong.
func exifBlock(inPNG bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
  // After the signature, chunks: length, type, data, check sum of type and data.
  var chunk = 8
  while chunk <= bytes.count - 12 {
    let length = Int(bigEndian(bytes, at: chunk))
    guard length <= bytes.count - 12 - chunk else { return nil }
    if bytes[(chunk + 4)...].starts(with: "eXIf".utf8) {
      let checked = UnsafeRawBufferPointer(rebasing: bytes[chunk + 4..<chunk + 8 + length])
      let sum = packshot_png_crc(checked.baseAddress!.assumingMemoryBound(to: UInt8.self), checked.count)
      return sum == bigEndian(bytes, at: chunk + 8 + length) ? UnsafeRawBufferPointer(rebasing: checked[4...]) : nil
    }
    chunk += 12 + length
  }
  return nil
}

private func bigEndian(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
  UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}
