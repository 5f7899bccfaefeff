extension Kernels {
  /// ``scale(_:_:millionths:count:depth:)`` at 16 bits. The products are whole numbers of millionths, as ``aboveOne``
  /// requires.
  func scale16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int, _ count: Int) {
    let factor = Double(millionths) / 1_000_000 * aboveOne
    let done = vectors.scale16(destination, source, factor, count)
    for index in done..<count {
      let pixel = source.pixel16(index)
      func scaled(_ channel: UInt64) -> UInt64 { nearest(Double(Int64(channel & 0xFFFF)) * factor) }
      destination.setPixel16(
        index,
        scaled(pixel) | scaled(pixel &>> 16) &<< 16 | scaled(pixel &>> 32) &<< 32 | scaled(pixel &>> 48) &<< 48)
    }
  }
}
