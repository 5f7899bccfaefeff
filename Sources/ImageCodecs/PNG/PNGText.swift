/// A text with a keyword in a PNG file: an uncompressed iTXt chunk in UTF-8 (PNG, third edition, section 11.3.3.4).
/// Programs that don't know the keyword ignore it.
package enum PNGText {
  /// Offset of the first chunk after the header: signature, then IHDR with 13 bytes.
  private static let afterHeader = PNGChunks.signatureLength + PNGChunks.framing + 13

  /// Returns the file with a text added.
  ///
  /// - Parameters:
  ///   - keyword: 1 to 79 ASCII characters.
  ///   - file: A whole PNG file written by packshot.
  public static func adding(_ text: String, keyword: String, to file: [UInt8]) -> [UInt8] {
    precondition(1...79 ~= keyword.utf8.count && file.count > afterHeader)
    // No compression, no language and no translated keyword.
    let data = keyword.utf8 + [0, 0, 0, 0, 0] + text.utf8
    return Array(file[..<afterHeader]) + PNGChunks.chunk("iTXt", data) + file[afterHeader...]
  }

  /// Returns the text with a keyword; nil if there is none, or it isn't readable.
  public static func text(keyword: String, in file: EncodedImage) -> String? {
    let beginning = Array(keyword.utf8) + [0, 0, 0, 0, 0]
    return file.withBytes { _ in
      let chunk = PNGChunks(file).first { $0.isOf("iTXt") && $0.data.starts(with: beginning) }
      return chunk.flatMap { String(validating: $0.data.dropFirst(beginning.count), as: UTF8.self) }
    }
  }
}
