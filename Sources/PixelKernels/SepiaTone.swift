import PixelCore

extension Kernels {
  /// Premultiplied pixels toned as Core Image's `CISepiaTone` does it; alpha stays.
  ///
  /// On straight colour in linear light, with the intensity i:
  ///
  ///     y      = 0.2126 R + 0.7152 G + 0.0722 B
  ///     tone   = (y^0.781, 0.9888 · y^1.0849, 0.9145 · y^1.9023)
  ///     result = (1 − i) · (R, G, B) + i · tone
  ///
  /// The curve is ours, fitted on a published output of Core Image; every opaque pixel of it comes out within 1 level.
  /// A translucent pixel is unpremultiplied, toned, and multiplied and rounded once. Intensity 0 changes no premultiplied
  /// pixel. Results are within 1 level of the formula in double precision, of 255 or of 65 535.
  ///
  /// - Parameters:
  ///   - intensity: 0…1; for 8-bit encoded pixels taken to the nearest 65536th.
  ///   - format: The format of both rows, premultiplied or opaque.
  public func sepiaTone(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Double, count: Int,
    format: PixelFormat
  ) {
    precondition((0...1).contains(intensity), "an intensity is from 0 to 1")
    precondition(format.alpha != .straight, "sepia is toned on premultiplied pixels")
    switch (format.depth, format.transfer) {
    case (.eight, .encoded):
      sepiaTone8(destination, source, intensity: intensity, count: count)
    case (.eight, .linear):
      Self.sepiaToneLinear(destination, source, UInt8.self, intensity: Float(intensity), count: count)
    case (.sixteen, .encoded):
      Self.sepiaToneEncoded(destination, source, UInt16.self, intensity: Float(intensity), count: count)
    case (.sixteen, .linear):
      Self.sepiaToneLinear(destination, source, UInt16.self, intensity: Float(intensity), count: count)
    }
  }
}
