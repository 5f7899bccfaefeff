import PixelCore

/// The facts of an Exif block that matter here. A block is a TIFF structure (TIFF 6.0, section 2; Exif 2.32):
/// a header with the byte order, then directories of 12-byte entries that point anywhere in it.
///
/// Cameras, phones and tools all write it, often wrongly, so whatever does not fit is taken as absent and nothing is
/// ever an error. Each directory is looked at once, so no loop of pointers can hold the reader.
struct Exif {
  /// How the stored picture must be turned; nil where absent or not 1...8.
  var orientation: Orientation?
  /// `DateTimeOriginal` as `2024-05-01T12:30:00`.
  var capturedAt: String?
  /// Whether its colours are Adobe RGB's: the colour space 2 that some write, or the interoperability `R03` of DCF's optional
  /// colour space (Exif 2.32, section 4.6.8), unless the colour space is said to be sRGB.
  var isAdobeRGB = false

  /// Reads a block without the `Exif` label that stands before it in a JPEG.
  init(_ block: UnsafeRawBufferPointer) {
    guard let tiff = TIFFStructure(block) else { return }
    let picture = tiff.directory(at: tiff.first)
    orientation = picture(0x0112).flatMap(tiff.number).flatMap(Orientation.init(rawValue:))
    let photo = tiff.directory(at: picture(0x8769).flatMap(tiff.number))
    capturedAt = photo(0x9003).flatMap(tiff.text).flatMap(Self.timestamp)
    let colorSpace = photo(0xa001).flatMap(tiff.number)
    let rules = tiff.directory(at: photo(0xa005).flatMap(tiff.number))
    isAdobeRGB = colorSpace == 2 || colorSpace != 1 && rules(0x0001).map { tiff.begins($0, "R03") } == true
  }

  /// `2024-05-01T12:30:00` from Exif's `2024:05:01 12:30:00`. Nil for what is no date: cameras whose clock was never set
  /// write zeros or blanks.
  private static func timestamp(_ text: [UInt8]) -> String? {
    guard text.count >= 19 else { return nil }
    let pattern = Array("0000:00:00 00:00:00".utf8)
    for (byte, expected) in zip(text, pattern) {
      guard expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected else { return nil }
    }
    let field = { (start: Int) in Int(text[start] - 0x30) * 10 + Int(text[start + 1] - 0x30) }
    guard (1...12).contains(field(5)), (1...31).contains(field(8)), field(11) < 24, field(14) < 60, field(17) <= 60
    else { return nil }
    var result = Array(text.prefix(19))
    result[4] = UInt8(ascii: "-")
    result[7] = UInt8(ascii: "-")
    result[10] = UInt8(ascii: "T")
    return String(decoding: result, as: UTF8.self)
  }
}
