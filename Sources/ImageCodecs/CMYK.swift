import PixelKernels

/// Warning for CMYK that was converted without a profile.
let plainCMYKWarning = "CMYK was converted without a colour profile, so colours will differ from print"

/// Converts a row of C, M, Y, K to red, green, blue, opaque, in place, by `transform` or by a plain formula without one:
/// `R = (most − C)·(most − K) / most`, rounded, halves up. G and B follow from M and Y in the same way. `most` is 255, or
/// 65535 for 16-bit samples.
///
/// Real inks mix differently than the formula, so its colours are only close. `isInverted` says that the values are
/// already `most` minus the ink.
@inline(__always)
func convertCMYK<Sample: FixedWidthInteger & UnsignedInteger>(
  _ pixels: UnsafeMutablePointer<Sample>, count: Int, isInverted: Bool, by transform: TableTransform?
) {
  if let transform {
    Kernels.current.convertToSRGB(
      pixels, pixels, transform, count: count, depth: Sample.bitWidth == 16 ? .sixteen : .eight, isInverted: isInverted)
    return
  }
  let most = Int(Sample.max)
  let flip: Sample = isInverted ? 0 : .max
  for pixel in 0..<count {
    let samples = pixels + pixel * 4
    let white = Int(samples[3] ^ flip)
    for channel in 0..<3 {
      samples[channel] = Sample((Int(samples[channel] ^ flip) * white + most / 2) / most)
    }
    samples[3] = .max
  }
}
