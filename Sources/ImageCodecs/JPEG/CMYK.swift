/// Warning for CMYK that was converted by ``convertCMYKToRGB(_:count:isInverted:)``.
let plainInksWarning = "CMYK was converted without a colour profile, so colours will differ from print"

/// Converts a row of C, M, Y, K to red, green, blue, 255, in place: `R = (255 − C)·(255 − K) / 255`, rounded, halves
/// up. G and B follow from M and Y in the same way.
///
/// This is the plain formula for files without a profile. Real inks mix differently, so the colours are only close.
/// `isInverted` says that the values are already 255 minus the ink.
func convertCMYKToRGB(_ pixels: UnsafeMutableRawPointer, count: Int, isInverted: Bool) {
  let bytes = pixels.assumingMemoryBound(to: UInt8.self)
  let flip: UInt8 = isInverted ? 0 : 255
  for pixel in 0..<count {
    let samples = bytes + pixel * 4
    let white = Int(samples[3] ^ flip)
    for channel in 0..<3 {
      samples[channel] = UInt8((Int(samples[channel] ^ flip) * white + 127) / 255)
    }
    samples[3] = 255
  }
}
