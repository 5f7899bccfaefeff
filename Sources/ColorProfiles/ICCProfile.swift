/// The header and the tags of an ICC profile (ICC.1:2022, section 7).
///
/// For any bytes, reading either throws or returns values within their ranges. It never reads beyond a tag.
struct ICCProfile: Sendable {
  let bytes: [UInt8]
  /// The major version, such as 4.
  let version: Int
  /// The colour space that the profile describes: `RGB `, `GRAY`, `CMYK` and others.
  let colorSpace: Signature
  /// The kind of device: `mntr`, `prtr` and others.
  let deviceClass: Signature
  /// The profile connection space: `XYZ ` or `Lab `.
  let connectionSpace: Signature
  private let tags: [Signature: Range<Int>]

  /// The message for a profile that can't be used: a part of a sentence.
  struct Fault: Error { let reason: String }

  init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count >= 132, Signature(bytes, at: 36) == "acsp" else { throw Fault(reason: "it is damaged") }
    let count = bytes.number(at: 128)
    guard count <= 100, 132 + 12 * count <= bytes.count else { throw Fault(reason: "its list of tags is damaged") }
    var tags: [Signature: Range<Int>] = [:]
    for place in (0..<count).map({ 132 + 12 * $0 }) {
      let start = bytes.number(at: place + 4)
      let end = start + bytes.number(at: place + 8)
      guard start >= 8, end - start >= 8, end <= bytes.count else { continue }
      let name = Signature(bytes, at: place)
      // If a tag occurs twice, the first is used.
      if tags[name] == nil { tags[name] = start..<end }
    }
    self.bytes = bytes
    self.tags = tags
    version = Int(bytes[8])
    deviceClass = Signature(bytes, at: 12)
    colorSpace = Signature(bytes, at: 16)
    connectionSpace = Signature(bytes, at: 20)
  }

  func has(_ tag: Signature) -> Bool { tags[tag] != nil }

  /// Returns the data of a tag. Its first four bytes are its type.
  func data(of tag: Signature) throws(Fault) -> TagData {
    guard let place = tags[tag] else { throw Fault(reason: "it has no tag \(tag)") }
    return TagData(name: tag, bytes: bytes[place])
  }

  /// Four characters.
  struct Signature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let code: [UInt8]

    init(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) {
      code = Array(bytes.dropFirst(offset).prefix(4))
    }

    init(stringLiteral text: String) { code = Array(text.utf8) }

    /// The characters, such as `rTRC`. Unprintable ones become question marks.
    var description: String {
      String(decoding: code.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
  }
}

/// The data of one tag. Offsets are relative to its first byte.
struct TagData {
  let name: ICCProfile.Signature
  private let bytes: ArraySlice<UInt8>

  init(name: ICCProfile.Signature, bytes: ArraySlice<UInt8>) { (self.name, self.bytes) = (name, bytes) }

  var count: Int { bytes.count }
  var type: ICCProfile.Signature { ICCProfile.Signature(bytes, at: 0) }

  var fault: ICCProfile.Fault { ICCProfile.Fault(reason: "its tag \(name) is damaged") }

  /// Throws unless the data has at least `length` bytes.
  func need(_ length: Int) throws(ICCProfile.Fault) { if count < length { throw fault } }

  func byte(_ offset: Int) throws(ICCProfile.Fault) -> Int {
    try need(offset + 1)
    return Int(bytes[bytes.startIndex + offset])
  }

  /// Reads sixteen bits.
  func word(_ offset: Int) throws(ICCProfile.Fault) -> Int { try byte(offset) << 8 | byte(offset + 1) }

  /// Reads thirty-two bits.
  func long(_ offset: Int) throws(ICCProfile.Fault) -> Int { try word(offset) << 16 | word(offset + 2) }

  /// Reads a signed fixed-point number with 16 integer and 16 fractional bits.
  func fixed(_ offset: Int) throws(ICCProfile.Fault) -> Double {
    Double(Int32(truncatingIfNeeded: try long(offset))) / 65536
  }

  /// Reads consecutive words.
  func words(_ offset: Int, count: Int) throws(ICCProfile.Fault) -> [UInt16] {
    guard count >= 0, count <= self.count else { throw fault }
    try need(offset + 2 * count)
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map { UInt16(bytes[offset + 2 * $0]) << 8 | UInt16(bytes[offset + 2 * $0 + 1]) }
    }
  }

  /// Reads consecutive bytes.
  func bytes(_ offset: Int, count: Int) throws(ICCProfile.Fault) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, count <= self.count else { throw fault }
    try need(offset + count)
    return bytes.dropFirst(offset).prefix(count)
  }

  /// Returns the data from an offset on, under the same name.
  func from(_ offset: Int) throws(ICCProfile.Fault) -> TagData {
    try need(offset)
    return TagData(name: name, bytes: bytes.dropFirst(offset))
  }

  /// Returns a range as UTF-8 or ASCII text; nil if it extends beyond the data.
  func text(_ range: Range<Int>) -> String? {
    range.upperBound <= count
      ? String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self) : nil
  }

  /// Returns the words in a range of bytes; nil if it extends beyond the data.
  func units(_ range: Range<Int>) -> [UInt16]? { try? words(range.lowerBound, count: range.count / 2) }
}

extension [UInt8] {
  /// Reads a big-endian number of 32 bits.
  fileprivate func number(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
