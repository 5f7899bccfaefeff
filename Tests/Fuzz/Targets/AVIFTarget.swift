import ImageCodecs
import PixelCore

/// An AVIF file: its header, and its rows in bands of two heights.
enum AVIFTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    if isAVIF(file) { return [file] }
    // Small files of other formats, encoded again.
    let picture = outcome { try ReadPicture(EncodedImage(file)) }
    guard case .success(let picture) = picture, picture.bytes.count <= 1 << 14 else { return [] }
    return [(try? picture.encoded(.avif(quality: 40, effort: 0))) ?? []]
  }

  static func take(_ input: [UInt8]) {
    guard isAVIF(input) else { return }
    ReadPicture.checkBands(of: EncodedImage(input))
  }

  private static func isAVIF(_ bytes: [UInt8]) -> Bool { ReadPicture.isFile(bytes, .avif) }
}
