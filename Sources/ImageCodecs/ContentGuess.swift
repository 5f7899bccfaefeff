/// What bytes that are no JPEG and no PNG look like, in words: "a WebP picture", "text", "an empty file".
///
/// For the message that says why a file named as a photo is none. It looks at the first bytes only and promises
/// nothing about the rest.
func describeContent(_ bytes: UnsafeRawBufferPointer) -> String {
  if bytes.isEmpty { return "an empty file" }
  for (offset, signature, name) in knownSignatures
  where bytes.count >= offset && bytes[offset...].starts(with: signature) {
    return name
  }
  if let container = describeContainer(bytes) { return container }
  let start = bytes.prefix(512)
  if start.allSatisfy({ $0 == 0 }) { return "a file of zeros" }
  if let text = text(start) { return describeText(text) }
  let digits = bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
  return "binary data that starts \(digits.joined(separator: " "))"
}

/// Where a signature stands, the signature, and the name of what has it.
private let knownSignatures: [(offset: Int, bytes: [UInt8], name: String)] = [
  (0, Array("GIF8".utf8), "a GIF picture"),
  (0, [0x49, 0x49, 0x2a, 0x00], "a TIFF or raw camera picture"),
  (0, [0x4d, 0x4d, 0x00, 0x2a], "a TIFF or raw camera picture"),
  (0, Array("8BPS".utf8), "a Photoshop document"),
  (0, [0xff, 0x0a], "a JPEG XL picture"),
  (4, Array("JXL \r\n".utf8), "a JPEG XL picture"),
  (4, Array("jP  \r\n".utf8), "a JPEG 2000 picture"),
  (0, Array("BM".utf8), "a BMP picture"),
  (0, [0x00, 0x00, 0x01, 0x00], "a Windows icon"),
  (0, Array("%PDF-".utf8), "a PDF document"),
  (0, Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
  (0, Array("PK\u{5}\u{6}".utf8), "an empty ZIP archive"),
  (0, [0xef, 0xbb, 0xbf, 0xff, 0xd8, 0xff], "a JPEG with a byte-order mark put before it"),
  (0, [0xef, 0xbb, 0xbf, 0x89, 0x50, 0x4e, 0x47], "a PNG with a byte-order mark put before it"),
  (1, Array("PNG".utf8), "a PNG whose first bytes were changed, as a transfer in text mode does"),
]

/// Names the files whose kind stands behind that of their container.
private func describeContainer(_ bytes: UnsafeRawBufferPointer) -> String? {
  guard bytes.count >= 12 else { return nil }
  let brand = String(decoding: bytes[8..<12], as: UTF8.self)
  if bytes.starts(with: "RIFF".utf8) {
    return brand == "WEBP" ? "a WebP picture" : "a RIFF file"
  }
  guard bytes[4...].starts(with: "ftyp".utf8) else { return nil }
  return switch brand {
  case "avif", "avis": "an AVIF picture"
  case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1": "a HEIC picture"
  default: "a video or another MPEG-4 file"
  }
}

/// The bytes as text if they are UTF-8 without control characters, a character cut off at the end aside.
private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String? {
  guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }) else { return nil }
  let cut = bytes.reversed().prefix(3).prefix { $0 >= 0x80 }.count
  return (0...cut).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first { !$0.isEmpty }
}

/// Names text by how it begins, after a byte-order mark and white space.
private func describeText(_ text: String) -> String {
  let start = text.drop { $0.isWhitespace || $0 == "\u{feff}" }.lowercased()
  if start.contains("<svg") { return "an SVG drawing" }
  if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "a web page" }
  if start.hasPrefix("<?xml") { return "an XML document" }
  return "text"
}
