import Foundation
import PixelCore

/// The values that packshot uses from an Exif block. A block is a TIFF structure (TIFF 6.0, section 2; Exif 2.32): a
/// header with the byte order, then directories of 12-byte entries that point anywhere in it.
///
/// Cameras, phones and tools all write it, often wrongly. So invalid values count as missing, and nothing is ever an
/// error. Each directory is read once, so a loop of pointers can't make reading endless.
struct Exif {
  /// How to turn the stored picture upright; nil if missing or not 1...8.
  var orientation: Orientation?
  /// `DateTimeOriginal`, taken as UTC.
  var capturedAt: Date?
  /// Whether the colours are Adobe RGB: colour space 2, which some programs write, or the interoperability index `R03`
  /// of DCF's optional colour space (Exif 2.32, section 4.6.8), unless the colour space is sRGB.
  var isAdobeRGB = false

  /// Reads a block, without the `Exif` label that precedes it in a JPEG.
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

  /// Returns the date of Exif's `2024:05:01 12:30:00`. Nil if it isn't a date: cameras whose clock was never set write
  /// zeros or blanks.
  private static func timestamp(_ text: [UInt8]) -> Date? {
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
    return try? Date(String(decoding: result, as: UTF8.self) + "Z", strategy: .iso8601)
  }
}
