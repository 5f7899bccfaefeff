extension Kernels {
  /// Converts luma and chroma to opaque pixels (ITU-T T.871), as libjpeg does:
  ///
  ///     R = Y + ((91881 · r + half) >> 16)
  ///     G = Y + ((−22554 · b − 46802 · r + half) >> 16)
  ///     B = Y + ((116130 · b + half) >> 16)
  ///
  /// clamped to 0…255, where b = Cb − 128 and r = Cr − 128; the factors are 1.402, 0.34414, 0.71414 and 1.772 in 65536ths.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels, opaque, encoded.
  ///   - luma: `count` bytes. `blue` and `red` are as many bytes of the chromas Cb and Cr.
  public func convertToRGB(
    _ destination: UnsafeMutableRawPointer, luma: UnsafeRawPointer, blue: UnsafeRawPointer, red: UnsafeRawPointer,
    count: Int
  ) {
    let done = vectors.convertToRGB(destination, luma, blue, red, count)
    for index in done..<count {
      let y = Int32(luma.load(fromByteOffset: index, as: UInt8.self))
      let b = Int32(blue.load(fromByteOffset: index, as: UInt8.self)) - 128
      let r = Int32(red.load(fromByteOffset: index, as: UInt8.self)) - 128
      func channel(_ change: Int32) -> UInt32 { UInt32(max(0, min(255, y + (change + 1 << 15) >> 16))) }
      let pixel =
        channel(91_881 * r) | channel(-22_554 * b - 46_802 * r) << 8 | channel(116_130 * b) << 16 | 0xff00_0000
      destination.setPixel(index, pixel)
    }
  }
}
