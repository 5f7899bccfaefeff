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
    let file = EncodedImage(input)
    let probed = outcome { try ImageCodec.probe(file, limits: fuzzLimits) }
    let picture = outcome { try ReadPicture(file) }
    let other = outcome { try ReadPicture(file, bandHeight: 5) }
    guard case .success(let info) = probed else {
      return check(picture.failure == probed.failure, "read, or for another reason not, than probed")
    }
    check(ImageCodec.decodingMemory(for: info) > 0, "memory")
    guard case (.success(let picture), .success(let other)) = (picture, other) else {
      return check((picture.failure == nil) == (other.failure == nil), "bands of any height end alike")
    }
    check(picture.info == info, "probing and reading say the same")
    check(picture.bytes == other.bytes && picture.warnings == other.warnings, "bands of any height give the same")
  }

  private static func isAVIF(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { ImageFileFormat(signature: $0) } == .avif
  }
}
