/// The brands of a file in the ISO base media format: many kinds of file begin alike, and these say which it is (ISO/IEC
/// 14496-12, section 4.3). The major one, and behind a version those that it is compatible with.
struct ContainerBrands {
  private let brands: Set<String>
  /// The one that says which kind it is above all; nil without any.
  let major: String?

  /// Brands further on are not looked for.
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

  /// Whether one of these is among them.
  func contain(_ words: [String]) -> Bool { !brands.isDisjoint(with: words) }
}
