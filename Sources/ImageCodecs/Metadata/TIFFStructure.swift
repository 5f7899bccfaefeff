/// A TIFF structure (TIFF 6.0, section 2), read with every offset checked.
struct TIFFStructure {
  private let bytes: UnsafeRawBufferPointer
  let isBigEndian: Bool

  /// One entry of a directory, of a known type, whose values lie in the structure.
  struct Entry {
    let tag: UInt16
    let type: UInt16
    /// How many values.
    let count: UInt32
    /// Their bytes.
    let values: UnsafeRawBufferPointer
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x49, 0x49, 0x2a, 0x00]) {
      isBigEndian = false
    } else if bytes.starts(with: [0x4d, 0x4d, 0x00, 0x2a]) {
      isBigEndian = true
    } else {
      return nil
    }
    self.bytes = bytes
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// All entries of the directory at an offset; of a damaged one those that can be read.
  func entries(at offset: UInt32?) -> [Entry] { places(at: offset).compactMap { entry(at: $0) } }

  /// The directory at an offset, as a function from a tag to its first entry.
  func directory(at offset: UInt32?) -> (_ tag: UInt16) -> Entry? {
    let places = places(at: offset)
    return { tag in places.first { integer(UInt16.self, at: $0) == tag }.flatMap(entry) }
  }

  /// Where a directory's entries are, of 12 bytes each.
  private func places(at offset: UInt32?) -> [Int] {
    let start = offset.map(Int.init) ?? bytes.count
    // The last one may be cut.
    let count = min(Int(integer(UInt16.self, at: start) ?? 0), (max(0, bytes.count - start - 2) + 11) / 12)
    return (0..<count).map { start + 2 + $0 * 12 }
  }

  private func entry(at place: Int) -> Entry? {
    guard let tag = integer(UInt16.self, at: place), let type = integer(UInt16.self, at: place + 2),
      let count = integer(UInt32.self, at: place + 4), 1...Self.sizes.count ~= Int(type), count <= bytes.count
    else { return nil }
    let length = Int(count) * Self.sizes[Int(type) - 1]
    // In its last four bytes, or where those point to.
    let start = length <= 4 ? place + 8 : integer(UInt32.self, at: place + 8).map(Int.init) ?? bytes.count
    guard start <= bytes.count, length <= bytes.count - start else { return nil }
    return Entry(
      tag: tag, type: type, count: count, values: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
  }

  /// How many bytes a value has of each type, from 1 on: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG,
  /// SRATIONAL, FLOAT, DOUBLE.
  private static let sizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

  /// A single number, of the types SHORT or LONG.
  func number(_ entry: Entry) -> Int? {
    guard entry.count == 1 else { return nil }
    let structure = TIFFStructure(values: entry.values, isBigEndian: isBigEndian)
    return switch entry.type {
    case 3: structure.integer(UInt16.self, at: 0).map(Int.init)
    case 4: structure.integer(UInt32.self, at: 0).map(Int.init)
    default: nil
    }
  }

  private init(values: UnsafeRawBufferPointer, isBigEndian: Bool) { (bytes, self.isBigEndian) = (values, isBigEndian) }

  /// Whether a value of the type ASCII that stands in its entry begins so.
  func begins(_ entry: Entry, _ text: String) -> Bool {
    entry.type == 2 && entry.count <= 4 && entry.values.starts(with: text.utf8)
  }

  /// The bytes of a value of the type ASCII that is too long to stand in its entry.
  func text(_ entry: Entry) -> [UInt8]? { entry.type == 2 && entry.count > 4 ? Array(entry.values) : nil }
}
