/// The name of a colour profile: its description (ICC.1:2022, section 9.2.41; before version 4, ICC.1:2001-04, section
/// 6.5.17).
struct ProfileName {
  let name: String
  private let byteCount: Int
  private let hash: UInt64

  init(_ profile: [UInt8]) {
    byteCount = profile.count
    hash = profile.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    name = Self.description(profile) ?? "one without a name"
  }

  /// The name with size and hash, which distinguish profiles of the same name.
  var nameAndSize: String { "\(name) (\(byteCount) bytes, \(String(hash, radix: 16)))" }

  private static func description(_ profile: [UInt8]) -> String? {
    guard let count = profile.number(at: 128), count < 200 else { return nil }
    for entry in 0..<count {
      let place = 132 + 12 * entry
      guard let signature = profile.number(at: place), let offset = profile.number(at: place + 4),
        let type = profile.number(at: offset)
      else { return nil }
      if signature != 0x6465_7363 { continue }  // desc
      if type == 0x6465_7363 {
        guard let length = profile.number(at: offset + 8), length > 1, offset + 12 + length <= profile.count else {
          return nil
        }
        return String(decoding: profile[(offset + 12)..<(offset + 11 + length)], as: UTF8.self)
      }
      guard type == 0x6D6C_7563, let length = profile.number(at: offset + 20),  // mluc
        let start = profile.number(at: offset + 24), offset + start + length <= profile.count
      else { return nil }
      let bytes = profile[(offset + start)..<(offset + start + length)]
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns a big-endian 32-bit number.
  fileprivate func number(at offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    return self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
