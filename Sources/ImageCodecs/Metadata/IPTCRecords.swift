/// The rights in IPTC IIM records (version 4.2), read from an untrusted file.
struct IPTCRecords {
  private(set) var creators: [String] = []
  private(set) var copyright: String?
  private(set) var credit: String?
  /// Whether there are data sets other than creators, copyright notice and credit.
  private(set) var hasMore = false
  /// Whether all bytes could be read as data sets.
  private(set) var isWhole = false

  /// Maximum number of creators, far beyond any real picture.
  private static let mostCreators = 100

  /// Reads data sets one after another (IIM, section 1.5): a mark, the numbers of the record and the data set, a
  /// length, data.
  init(_ bytes: UnsafeRawBufferPointer) {
    var isUTF8 = false
    var place = 0
    while place + 5 <= bytes.count, bytes[place] == 0x1c {
      let (record, number) = (bytes[place + 1], bytes[place + 2])
      var length = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      place += 5
      if length & 0x8000 != 0 {
        // Number of bytes of an extended length.
        let count = length & 0x7fff
        guard count <= 4, place + count <= bytes.count else { return }
        length = bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        place += count
      }
      guard length <= bytes.count - place else { return }
      let data = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
      place += length
      if record == 1 {
        // The ISO 2022 escape for UTF-8. The character set precedes the texts.
        if number == 90 { isUTF8 = data.starts(with: [0x1b, 0x25, 0x47]) }
      } else if record != 2 || number != 0 {
        take(record == 2 ? number : 0, data, isUTF8: isUTF8)
      }
    }
    // Padding after the last data set is zeros.
    isWhole = bytes[place...].allSatisfy { $0 == 0 }
  }

  private mutating func take(_ number: UInt8, _ data: UnsafeRawBufferPointer, isUTF8: Bool) {
    guard [80, 110, 116].contains(number) else {
      hasMore = true
      return
    }
    let text =
      isUTF8 ? String(decoding: data, as: UTF8.self) : String(String.UnicodeScalarView(data.map(Unicode.Scalar.init)))
    let trimmed = text.trimmed
    if trimmed.isEmpty { return }
    switch number {
    case 80: if creators.count < Self.mostCreators { creators.append(trimmed) }
    case 110: credit = credit ?? trimmed
    default: copyright = copyright ?? trimmed
    }
  }
}

/// Photoshop image resources, such as IPTC records or a colour profile: a mark, a number, a name, a length, data.
enum ImageResources {
  /// The label at the beginning of a JPEG segment with resources.
  static let label = Array("Photoshop 3.0\0".utf8)
  private static let iptc: UInt16 = 0x0404
  private static let mark = Array("8BIM".utf8)

  /// Returns the IPTC records within resources, with or without the label. Also accepts bare records.
  static func iptc(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    bytes.first == 0x1c ? bytes : data(of: iptc, in: bytes)
  }

  /// Returns the data of the first resource with a number; nil if there is none.
  static func data(of number: UInt16, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var place = bytes.starts(with: label) ? label.count : 0
    while place + 7 <= bytes.count {
      guard marks.contains(where: { bytes[place..<place + 4].elementsEqual($0.utf8) }) else { return nil }
      let found = UInt16(bytes[place + 4]) << 8 | UInt16(bytes[place + 5])
      // A name is preceded by its length. Both together are padded to an even length.
      place += 6 + (Int(bytes[place + 6]) + 2) & ~1
      guard place + 4 <= bytes.count else { return nil }
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      place += 4
      guard length <= bytes.count - place else { return nil }
      if found == number { return UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]) }
      place += (length + 1) & ~1
    }
    return nil
  }

  /// Photoshop's mark, and marks of programs that write resources of their own between Photoshop's.
  private static let marks = ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"]

  /// Returns the resource with the given IPTC records.
  static func resource(_ iptc: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(iptc.count).bigEndian) { Array($0) }
    return mark + [0x04, 0x04, 0, 0] + length + iptc + [UInt8](repeating: 0, count: iptc.count % 2)
  }

  /// Maximum bytes around the records, including the label.
  static let framing = label.count + mark.count + 9
}
