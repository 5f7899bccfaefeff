/// Describes bytes that are neither in a supported format nor in an ``UnsupportedFormat``: "text", "an empty file".
///
/// The result is for the message that says why a file named as a photo isn't one. Looks only at the first bytes and
/// promises nothing about the rest.
func describeContent(_ bytes: UnsafeRawBufferPointer) -> String {
  if bytes.isEmpty { return "an empty file" }
  let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(UnsupportedFormat.signatureLength))
  for (offset, signature, name) in knownSignatures
  where bytes.count >= offset && bytes[offset...].starts(with: signature) {
    return name
  }
  if start.allSatisfy({ $0 == 0 }) { return "a file of zeros" }
  if let text = textStart(start) { return describeText(text) }
  let digits = bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
  return "binary data that starts \(digits.joined(separator: " "))"
}

/// Whether bytes are a pointer that Git LFS has in the place of a file (its specification, “The Pointer”).
package func isLFSPointer(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: lfsPointer.utf8) }

private let lfsPointer = "version https://git-lfs.github.com/spec/"

/// Signatures of files that aren't intact pictures, with their offsets and names.
private let knownSignatures: [(offset: Int, bytes: [UInt8], name: String)] = [
  (0, Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
  (0, Array("PK\u{5}\u{6}".utf8), "an empty ZIP archive"),
  (0, Array("RIFF".utf8), "a RIFF file"),
  (4, Array("ftyp".utf8), "a video or another MPEG-4 file"),
  (0, [0xef, 0xbb, 0xbf, 0xff, 0xd8, 0xff], "a JPEG with a byte-order mark put before it"),
  (0, [0xef, 0xbb, 0xbf, 0x89, 0x50, 0x4e, 0x47], "a PNG with a byte-order mark put before it"),
  (1, Array("PNG".utf8), "a PNG whose first bytes were changed, as a transfer in text mode does"),
]

/// Returns the start of a file as text, in lower case and without a byte order mark and leading white space. Nil if it
/// isn't UTF-8 without control characters. A character cut off at the end is allowed.
func textStart(_ bytes: UnsafeRawBufferPointer) -> String? {
  guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }) else { return nil }
  let cut = bytes.reversed().prefix(3).prefix { $0 >= 0x80 }.count
  let text = (0...cut).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first { !$0.isEmpty }
  return text.map { $0.drop { $0.isWhitespace || $0 == "\u{feff}" }.lowercased() }
}

/// Names a kind of text by its beginning.
private func describeText(_ start: String) -> String {
  if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "a web page" }
  if start.hasPrefix("<?xml") { return "an XML document" }
  if start.hasPrefix(lfsPointer) { return "a Git LFS pointer instead of its file, which `git lfs pull` gets" }
  return "text"
}
