/// The brands of a file in the ISO base media format. Many kinds of file share its signature, and the brands tell them
/// apart (ISO/IEC 14496-12, section 4.3). The major brand comes first, then a version, then the compatible brands.
struct ContainerBrands {
  private let brands: Set<String>
  /// The major brand, which states the file's primary kind; nil if the file has no brands.
  let major: String?

  /// Number of bytes that are searched for brands.
  private static let longest = 256

  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 12, bytes[4...].starts(with: "ftyp".utf8) else {
      (brands, major) = ([], nil)
      return
    }
    let end = min(bytes.count, Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))), Self.longest)
    let places = [8] + (end < 20 ? [] : Array(stride(from: 16, through: end - 4, by: 4)))
    let words = places.map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
    (brands, major) = (Set(words), words[0])
  }

  /// Whether one of `words` is among the brands.
  func contain(_ words: [String]) -> Bool { !brands.isDisjoint(with: words) }
}
