import ImageCodecs
import PixelCore

/// A WebP file: its header, its rows in bands of two heights, and a lossless copy, which must be read back unchanged.
enum WebPTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] { isWebP(file) ? [file] : [] }

  static func take(_ input: [UInt8]) {
    guard isWebP(input) else { return }
    if let picture = ReadPicture.checkBands(of: EncodedImage(input)), picture.bytes.count <= 1 << 16 { write(picture) }
  }

  private static func isWebP(_ bytes: [UInt8]) -> Bool { ReadPicture.isFile(bytes, .webp) }

  private static func write(_ picture: ReadPicture) {
    let again = outcome { try ReadPicture(EncodedImage(try picture.encoded(.webp(effort: 0, lossless: true)))) }
    guard case .success(let again) = again else { fatalError("what is written can be read: \(again.failure ?? "")") }
    check(again.shape.size == picture.shape.size, "what is written has the size of what was read")
    check(again.info.iccProfile == picture.info.iccProfile, "the profile is carried")
    // Transparent pixels lose their colour, and a picture without any loses its alpha.
    let isSame = stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { place in
      let (old, new) = (picture.bytes[place..<place + 4], again.bytes[place..<place + 4])
      return old == new || old.last == 0 && new.last == 0
    }
    check(isSame, "what can be seen is what was read")
  }
}
