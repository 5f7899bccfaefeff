/// A text that a PNG file carries beside its picture, by a keyword: an iTXt chunk (PNG, third edition, section 11.3.3.4),
/// in UTF-8 and not compressed. Whoever does not know the keyword passes it by.
package enum PNGText {
  /// Where the first chunk after the header begins: signature, then IHDR with 13 bytes.
  private static let afterHeader = PNGChunks.signatureLength + PNGChunks.framing + 13

  /// The file with a text added to it.
  ///
  /// - Parameters:
  ///   - keyword: 1 to 79 characters of ASCII.
  ///   - file: A whole PNG file that was written here.
  public static func adding(_ text: String, keyword: String, to file: [UInt8]) -> [UInt8] {
    precondition(1...79 ~= keyword.utf8.count && file.count > afterHeader)
    // No compression, and neither a language nor a translated keyword.
    let data = keyword.utf8 + [0, 0, 0, 0, 0] + text.utf8
    return file[..<afterHeader] + PNGChunks.chunk("iTXt", data) + file[afterHeader...]
  }

  /// The text with a keyword, or nil where the file has none that can be read.
  public static func text(keyword: String, in file: EncodedImage) -> String? {
    let beginning = Array(keyword.utf8) + [0, 0, 0, 0, 0]
    return file.withBytes { _ in
      let chunk = PNGChunks(file).first { $0.isOf("iTXt") && $0.data.starts(with: beginning) }
      return chunk.flatMap { String(validating: $0.data.dropFirst(beginning.count), as: UTF8.self) }
    }
  }
}
