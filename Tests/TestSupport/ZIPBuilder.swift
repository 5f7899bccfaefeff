/// A ZIP archive made by hand: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. Every field can lie.
public struct ZIPBuilder {
  public struct Entry {
    public var name: [UInt8]
    public var content: [UInt8]
    /// 0 for stored, 8 for DEFLATE in blocks that aren't compressed.
    public var method: UInt16 = 0
    public var flags: UInt16 = 0
    public var extra: [UInt8] = []
    /// The extra fields of the local header, if they aren't those of the directory.
    public var localExtra: [UInt8]?
    /// Fields with another value than the right one.
    public var data: [UInt8]?
    public var crc: UInt32?
    public var byteCount: UInt32?
    public var compressedCount: UInt32?
    public var offset: UInt32?

    public init(_ name: String, _ content: String = "") { self.init(Array(name.utf8), Array(content.utf8)) }
    public init(_ name: [UInt8], _ content: [UInt8]) { (self.name, self.content) = (name, content) }
  }

  public var entries: [Entry]
  /// Bytes before the archive.
  public var prefix: [UInt8] = []
  public var comment: [UInt8] = []
  public var disk: UInt16 = 0
  /// Number of entries, if it isn't the right one.
  public var count: UInt16?
  /// Whether the end of the archive has its numbers in a ZIP64 record.
  public var isZIP64 = false
  /// Size of the directory in the ZIP64 record, if it isn't the right one.
  public var directorySize: UInt64?

  public init(_ entries: [Entry]) { self.entries = entries }

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let data = entry.data ?? (entry.method == 8 ? Self.deflated(entry.content) : entry.content)
      let crc = entry.crc ?? Self.crc32(entry.content)
      let place = UInt32(bytes.count)
      let sizes =
        little(crc) + little(entry.compressedCount ?? UInt32(data.count))
        + little(entry.byteCount ?? UInt32(entry.content.count))
      let common = little(UInt16(20)) + little(entry.flags) + little(entry.method) + little(UInt32(0)) + sizes
      let lengths = { (extra: [UInt8]) -> [UInt8] in little(UInt16(entry.name.count)) + little(UInt16(extra.count)) }
      let localExtra = entry.localExtra ?? entry.extra
      bytes += little(UInt32(0x0403_4b50)) + common + lengths(localExtra) + entry.name + localExtra + data
      directory += little(UInt32(0x0201_4b50)) + little(UInt16(20)) + common + lengths(entry.extra)
      directory += little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0))
      directory += little(entry.offset ?? place) + entry.name + entry.extra
    }
    let place = bytes.count
    bytes += directory
    let count = count ?? UInt16(entries.count)
    if isZIP64 {
      let end = bytes.count
      bytes += little(UInt32(0x0606_4b50)) + little(UInt64(44)) + little(UInt16(45)) + little(UInt16(45))
      bytes += little(UInt32(0)) + little(UInt32(0)) + little(UInt64(count)) + little(UInt64(count))
      bytes += little(directorySize ?? UInt64(directory.count)) + little(UInt64(place))
      bytes += little(UInt32(0x0706_4b50)) + little(UInt32(0)) + little(UInt64(end)) + little(UInt32(1))
    }
    bytes += little(UInt32(0x0605_4b50)) + little(disk) + little(disk)
    bytes += isZIP64 ? little(UInt16.max) + little(UInt16.max) : little(count) + little(count)
    bytes += isZIP64 ? little(UInt32.max) + little(UInt32.max) : little(UInt32(directory.count)) + little(UInt32(place))
    return prefix + bytes + little(UInt16(comment.count)) + comment
  }

  /// A DEFLATE stream of stored blocks: RFC 1951, section 3.2.4.
  public static func deflated(_ content: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var rest = content[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      stream += [rest.isEmpty ? 1 : 0] + little(UInt16(block.count)) + little(~UInt16(block.count)) + block
    } while !rest.isEmpty
    return stream
  }

  /// The CRC-32 of APPNOTE.TXT, section 4.4.7, bit by bit.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
    }
  }

  /// An extra field.
  public static func field(_ id: UInt16, _ content: [UInt8]) -> [UInt8] {
    little(id) + little(UInt16(content.count)) + content
  }
}

/// The bytes of a number, the lowest first.
public func little(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
