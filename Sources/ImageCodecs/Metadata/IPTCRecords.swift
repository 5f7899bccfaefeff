/// What records of IPTC's IIM (version 4.2) say of rights, from an untrusted file.
struct IPTCRecords {
  private(set) var creators: [String] = []
  private(set) var copyright: String?
  private(set) var credit: String?
  /// Whether they say anything else.
  private(set) var hasMore = false
  /// Whether all of it could be read.
  private(set) var isWhole = false

  /// More than any picture has.
  private static let mostCreators = 100

  /// Reads data sets one after another (IIM, section 1.5): a mark, the numbers of the record and the data set, a length, data.
  init(_ bytes: UnsafeRawBufferPointer) {
    var isUTF8 = false
    var place = 0
    while place + 5 <= bytes.count, bytes[place] == 0x1c {
      let (record, number) = (bytes[place + 1], bytes[place + 2])
      var length = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      place += 5
      if length & 0x8000 != 0 {
        // So many bytes that hold the length.
        let count = length & 0x7fff
        guard count <= 4, place + count <= bytes.count else { return }
        length = bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        place += count
      }
      guard length <= bytes.count - place else { return }
      let data = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
      place += length
      if record == 1 {
        // ISO 2022's escape to UTF-8; the character set precedes the texts.
        if number == 90 { isUTF8 = data.starts(with: [0x1b, 0x25, 0x47]) }
      } else if record != 2 || number != 0 {
        take(record == 2 ? number : 0, data, isUTF8: isUTF8)
      }
    }
    // Zeros fill up a block.
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

/// Photoshop's image resources, one of which holds IPTC's records: a mark, a number, a name, a length, data.
enum ImageResources {
  /// What a JPEG's segment of them begins with.
  static let label = Array("Photoshop 3.0\0".utf8)
  private static let iptc: UInt16 = 0x0404
  private static let mark = Array("8BIM".utf8)

  /// IPTC's records among resources, with or without the label; records without any resource are themselves.
  static func iptc(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if bytes.first == 0x1c { return bytes }
    var place = bytes.starts(with: label) ? label.count : 0
    while place + 7 <= bytes.count {
      guard bytes[place..<place + 4].elementsEqual(mark) else { return nil }
      let number = UInt16(bytes[place + 4]) << 8 | UInt16(bytes[place + 5])
      // A name has its length before it; all is filled up to an even length.
      place += 6 + (Int(bytes[place + 6]) + 2) & ~1
      guard place + 4 <= bytes.count else { return nil }
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      place += 4
      guard length <= bytes.count - place else { return nil }
      if number == iptc { return UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]) }
      place += (length + 1) & ~1
    }
    return nil
  }

  /// The resource that holds IPTC's records.
  static func resource(_ iptc: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(iptc.count).bigEndian) { Array($0) }
    return mark + [0x04, 0x04, 0, 0] + length + iptc + [UInt8](repeating: 0, count: iptc.count % 2)
  }

  /// The most bytes around the records, label included.
  static let framing = label.count + mark.count + 9
}
