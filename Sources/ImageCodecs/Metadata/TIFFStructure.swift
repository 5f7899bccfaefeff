/// A TIFF structure (TIFF 6.0, section 2), or a BigTIFF structure with 64-bit offsets. Every offset is checked.
struct TIFFStructure {
  private let bytes: UnsafeRawBufferPointer
  let isBigEndian: Bool
  /// Bytes of an offset: 4, or 8 in a BigTIFF. An entry contains a value of at most this length instead of its offset.
  private let offsetBytes: Int

  /// An entry of a directory. Its type is known, and its values are within the structure.
  struct Entry {
    let tag: UInt16
    let type: UInt16
    /// Number of values.
    let count: UInt32
    /// Bytes of the values.
    let values: UnsafeRawBufferPointer

    static let ascii: UInt16 = 2
    /// UTF-8 text (Exif 3.0, section 4.6.2).
    static let utf8: UInt16 = 129

    /// Whether the type exists in structures with 32-bit offsets.
    var isClassic: Bool { 1...12 ~= type || type == Self.utf8 }

    var isText: Bool { type == Self.ascii || type == Self.utf8 }
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 0x2a, 0x00]: (isBigEndian, offsetBytes) = (false, 4)
    case [0x4d, 0x4d, 0x00, 0x2a]: (isBigEndian, offsetBytes) = (true, 4)
    case [0x49, 0x49, 0x2b, 0x00]: (isBigEndian, offsetBytes) = (false, 8)
    case [0x4d, 0x4d, 0x00, 0x2b]: (isBigEndian, offsetBytes) = (true, 8)
    default: return nil
    }
    self.bytes = bytes
  }

  /// Offset of the first directory.
  var first: Int? { offset(at: offsetBytes) }

  /// Reads an offset, or another number of the same length.
  private func offset(at place: Int) -> Int? {
    offsetBytes == 4
      ? integer(UInt32.self, at: place).map(Int.init) : integer(UInt64.self, at: place).flatMap(Int.init(exactly:))
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// Returns all entries of the directory at an offset. Skips unreadable entries of a damaged directory.
  func entries(at offset: Int?) -> [Entry] { places(at: offset).compactMap { entry(at: $0) } }

  /// Returns the directory at an offset, as a function from a tag to its first entry.
  func directory(at offset: Int?) -> (_ tag: UInt16) -> Entry? {
    let places = places(at: offset)
    return { tag in places.first { integer(UInt16.self, at: $0) == tag }.flatMap(entry) }
  }

  /// Returns the offsets of a directory's entries, each with a tag, a type, a count and a value or offset.
  private func places(at offset: Int?) -> [Int] {
    let start = min(offset ?? bytes.count, bytes.count)
    let (countBytes, entryBytes) = (offsetBytes == 4 ? 2 : 8, 4 + 2 * offsetBytes)
    let found = offsetBytes == 4 ? integer(UInt16.self, at: start).map(Int.init) : self.offset(at: start)
    // The last entry may be truncated.
    let most = (max(0, bytes.count - start - countBytes) + entryBytes - 1) / entryBytes
    return (0..<min(found ?? 0, most, Self.mostEntries)).map { start + countBytes + $0 * entryBytes }
  }

  /// A directory of a classic TIFF can't have more entries.
  private static let mostEntries = 1 << 16

  private func entry(at place: Int) -> Entry? {
    guard let tag = integer(UInt16.self, at: place), let type = integer(UInt16.self, at: place + 2),
      let count = offset(at: place + 4), let size = Self.size(ofType: type), 0...bytes.count ~= count
    else { return nil }
    let length = count * size
    // The value is within the entry if it fits, otherwise at an offset.
    let value = place + 4 + offsetBytes
    let start = length <= offsetBytes ? value : offset(at: value) ?? bytes.count
    guard 0...bytes.count ~= start, length <= bytes.count - start else { return nil }
    return Entry(
      tag: tag, type: type, count: UInt32(clamping: count),
      values: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
  }

  /// Returns the bytes per value of each type: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG,
  /// SRATIONAL, FLOAT, DOUBLE and IFD; LONG8, SLONG8 and IFD8 of BigTIFF; UTF-8 of Exif 3.0.
  private static func size(ofType type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7, Entry.utf8: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Returns a single non-negative integer or offset of any integer type, as tools write them whatever the standard says;
  /// nil for anything else.
  func number(_ entry: Entry) -> Int? {
    guard entry.count == 1 else { return nil }
    let structure = TIFFStructure(values: entry.values, of: self)
    let number: Int? =
      switch entry.type {
      case 1: structure.integer(UInt8.self, at: 0).map(Int.init)
      case 3: structure.integer(UInt16.self, at: 0).map(Int.init)
      case 4, 13: structure.integer(UInt32.self, at: 0).map(Int.init)
      case 6: structure.integer(Int8.self, at: 0).map(Int.init)
      case 8: structure.integer(Int16.self, at: 0).map(Int.init)
      case 9: structure.integer(Int32.self, at: 0).map(Int.init)
      case 16, 18: structure.integer(UInt64.self, at: 0).flatMap(Int.init(exactly:))
      case 17: structure.integer(Int64.self, at: 0).map(Int.init)
      default: nil
      }
    return number.flatMap { $0 < 0 ? nil : $0 }
  }

  private init(values: UnsafeRawBufferPointer, of structure: TIFFStructure) {
    (bytes, isBigEndian, offsetBytes) = (values, structure.isBigEndian, structure.offsetBytes)
  }

  /// Whether a text stored within its entry begins with `text`.
  func begins(_ entry: Entry, _ text: String) -> Bool {
    entry.isText && entry.count <= 4 && entry.values.starts(with: text.utf8)
  }

  /// Returns the bytes of a text that is too long to be stored within its entry; otherwise nil.
  func text(_ entry: Entry) -> [UInt8]? { entry.isText && entry.count > 4 ? Array(entry.values) : nil }
}
