/// The index of the pictures in a file (CIPA DC-007, Multi-Picture Format): a segment of the first picture.
enum PictureIndex {
  private static let label = Array("MPF\0".utf8)
  private static let entriesTag: UInt16 = 0xb002
  private static let entryBytes = 16
  /// Maximum number of listed pictures. Cameras write two or three.
  private static let mostEntries = 32

  /// Returns the places in the file of all pictures but the first, unchecked. Nil if the segment isn't an index.
  ///
  /// - Parameter start: Offset of the segment's content in the file.
  static func places(in content: UnsafeRawBufferPointer, at start: Int) -> [Range<Int>]? {
    guard content.starts(with: label) else { return nil }
    guard let tiff = TIFFStructure(UnsafeRawBufferPointer(rebasing: content[label.count...])),
      let entries = tiff.directory(at: tiff.first)(entriesTag)?.values
    else { return [] }
    return (1..<max(1, min(entries.count / entryBytes, mostEntries))).compactMap { index in
      func number(_ place: Int) -> Int {
        let number = entries.loadUnaligned(fromByteOffset: index * entryBytes + place, as: UInt32.self)
        return Int(tiff.isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
      }
      let (count, offset) = (number(4), number(8))
      // Offsets count from the index's own header. Zero is the first picture.
      guard offset > 0, count > 0 else { return nil }
      let place = start + label.count + offset
      return place..<place + count
    }
  }

  /// Returns the content of a segment that lists two pictures of the given lengths.
  ///
  /// - Parameter second: Offset of the second picture from the segment's content.
  static func content(first: Int, second: (offset: Int, count: Int)) -> [UInt8] {
    func entry(_ tag: UInt16, _ type: UInt16, count: UInt32, _ value: [UInt8]) -> [UInt8] {
      tag.bigEndianBytes + type.bigEndianBytes + count.bigEndianBytes + value
    }
    func picture(_ kind: UInt32, _ count: Int, _ offset: Int) -> [UInt8] {
      kind.bigEndianBytes + UInt32(clamping: count).bigEndianBytes + UInt32(clamping: offset).bigEndianBytes + [
        0, 0, 0, 0,
      ]
    }
    // The header, the directory of three entries, and the list of pictures behind it.
    let list = UInt32(8 + 2 + 3 * 12 + 4)
    var content = label + Array("MM\0*".utf8) + UInt32(8).bigEndianBytes + UInt16(3).bigEndianBytes
    content += entry(0xb000, 7, count: 4, Array("0100".utf8))
    content += entry(0xb001, 4, count: 1, UInt32(2).bigEndianBytes)
    content += entry(entriesTag, 7, count: UInt32(2 * entryBytes), list.bigEndianBytes)
    content += [0, 0, 0, 0]
    content += picture(0x03_0000, first, 0)
    content += picture(0, second.count, second.offset - label.count)
    return content
  }
}
