import ImageCodecs

/// A TIFF file: its header, and its rows in bands of two heights.
enum TIFFTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    if ReadPicture.isFile(file, .tiff) { return [file] }
    // Small files of other formats, encoded again.
    let picture = outcome { try ReadPicture(EncodedImage(file)) }
    guard case .success(let picture) = picture, picture.bytes.count <= 1 << 14 else { return [] }
    return [(try? picture.encoded(.tiff())) ?? []]
  }

  static func take(_ input: [UInt8]) {
    if ReadPicture.isFile(input, .tiff) { ReadPicture.checkBands(of: EncodedImage(input)) }
  }
}
