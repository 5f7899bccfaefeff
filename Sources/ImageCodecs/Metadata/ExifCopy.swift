import PixelCore

/// An Exif block made of another one's entries, for a picture made of the photo that had that.
///
/// The values are copied as they are, in the byte order that they have; directories and offsets are written anew. So nothing points
/// to where nothing is, and what the block was, damaged or not, does not matter to whoever reads the copy.
struct ExifCopy {
  private let isBigEndian: Bool
  private var bytes: [UInt8]

  private typealias Entry = TIFFStructure.Entry

  /// What `kept` says of a block; nil where it has nothing of that, or is no block.
  static func bytes(of block: UnsafeRawBufferPointer, _ kept: KeptMetadata) -> [UInt8]? {
    guard let tiff = TIFFStructure(block) else { return nil }
    let all = tiff.entries(at: tiff.integer(UInt32.self, at: 4))
    let rights = all.filter { [Tag.artist, Tag.copyright].contains($0.tag) && !$0.values.allSatisfy { $0 <= 0x20 } }
    switch kept {
    case .strip: return nil
    case .copyright: return copy(tiff, picture: rights)
    case .keep:
      let directory = { (tag: UInt16) in
        tiff.entries(at: all.first { $0.tag == tag }.flatMap(tiff.number).map { UInt32(truncatingIfNeeded: $0) })
      }
      // One that is too long for a JPEG, as with a comment that never ends, keeps what matters most.
      return copy(
        tiff, picture: all.filter { Tag.lasting.contains($0.tag) },
        photo: directory(Tag.photo).filter { !Tag.outdated.contains($0.tag) }, place: directory(Tag.place))
        ?? copy(tiff, picture: rights)
    }
  }

  private static func copy(_ tiff: TIFFStructure, picture: [Entry], photo: [Entry] = [], place: [Entry] = [])
    -> [UInt8]?
  {
    let length = (picture + photo + place).reduce(0) { $0 + 13 + $1.values.count }
    // With room for the three directories' own.
    guard length > 0, length < FileMetadata.exifLimit - 100 else { return nil }
    var copy = ExifCopy(isBigEndian: tiff.isBigEndian, bytes: Array((tiff.isBigEndian ? "MM\0*" : "II*\0").utf8))
    copy.append(UInt32(8))
    let further = [(Tag.photo, photo), (Tag.place, place)].filter { !$0.1.isEmpty }
    [UInt8](repeating: 0, count: 4).withUnsafeBytes { zero in
      let pointers = further.map { Entry(tag: $0.0, type: 4, count: 1, values: zero) }
      let places = copy.append(picture + pointers)
      for (tag, entries) in further {
        copy.set(UInt32(copy.bytes.count), at: places[tag]!)
        _ = copy.append(entries)
      }
    }
    return copy.bytes
  }

  /// Appends a directory and its values; returns where each entry's four bytes are that hold or point to them.
  private mutating func append(_ entries: [Entry]) -> [UInt16: Int] {
    // By their tags, and each once (TIFF 6.0, section 2).
    let entries = entries.sorted { $0.tag < $1.tag }.reduce(into: [Entry]()) { entries, next in
      if entries.last?.tag != next.tag { entries.append(next) }
    }
    var places: [UInt16: Int] = [:]
    var values = bytes.count + 2 + 12 * entries.count + 4
    append(UInt16(entries.count))
    for entry in entries {
      append(entry.tag)
      append(entry.type)
      append(entry.count)
      places[entry.tag] = bytes.count
      if entry.values.count <= 4 {
        bytes += entry.values + [UInt8](repeating: 0, count: 4 - entry.values.count)
      } else {
        append(UInt32(values))
        values += (entry.values.count + 1) & ~1
      }
    }
    append(UInt32(0))
    for entry in entries where entry.values.count > 4 {
      bytes += entry.values
      if bytes.count % 2 == 1 { bytes.append(0) }
    }
    return places
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 }
  }

  private mutating func set(_ number: UInt32, at place: Int) {
    withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) {
      bytes.replaceSubrange(place..<place + 4, with: $0)
    }
  }
}

/// Exif 2.32, section 4.6; TIFF 6.0, section 8.
private enum Tag {
  static let artist: UInt16 = 0x013b
  static let copyright: UInt16 = 0x8298
  /// Where the directories are that tell of the exposure, and of the place on earth.
  static let photo: UInt16 = 0x8769
  static let place: UInt16 = 0x8825
  /// What is true of any picture made of a photo: description, make, model, resolution, software, time, artist, copyright, and
  /// Windows' title, comment, author, keywords and subject.
  static let lasting: Set<UInt16> = [
    0x010e, 0x010f, 0x0110, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, artist, copyright, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e,
    0x9c9f,
  ]
  /// What is not, of the exposure's directory: colour space, width, height, the directory of DCF's rules; and the maker's note, which
  /// has offsets of its own, and padding.
  static let outdated: Set<UInt16> = [0xa001, 0xa002, 0xa003, 0xa005, 0x927c, 0xea1c]
}

/// The texts of an Exif block's first directory, by their tags.
enum ExifTexts {
  static func inPicture(_ block: [UInt8]) -> [(tag: UInt16, text: String)] {
    block.withUnsafeBytes { block in
      guard let tiff = TIFFStructure(block) else { return [] }
      return tiff.entries(at: tiff.integer(UInt32.self, at: 4)).filter { $0.type == 2 }.map { entry in
        (entry.tag, String(decoding: entry.values.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
  }
}
