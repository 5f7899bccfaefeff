import PixelCore

/// An Exif block made from the entries of a photo's block, for a picture made from the photo.
///
/// Values are copied unchanged, in their byte order. Directories and offsets are rebuilt, so no pointer in the copy is
/// invalid even if the source was damaged.
struct ExifCopy {
  private let isBigEndian: Bool
  private var bytes: [UInt8]

  private typealias Entry = TIFFStructure.Entry

  /// Returns the part of a block that `kept` keeps; nil if nothing is left.
  ///
  /// - Parameter rights: Rights from other metadata, used if the block states none.
  static func bytes(of block: UnsafeRawBufferPointer?, _ kept: KeptMetadata, _ rights: Rights) -> [UInt8]? {
    let (artist, copyright) = (Array((rights.artist ?? "").utf8) + [0], Array((rights.copyright ?? "").utf8) + [0])
    return artist.withUnsafeBytes { artist in
      copyright.withUnsafeBytes { copyright in
        let others = [(Tag.artist, artist), (Tag.copyright, copyright)].map {
          Entry(tag: $0, type: Entry.ascii, count: UInt32($1.count), values: $1)
        }
        return bytes(of: block.flatMap(TIFFStructure.init), kept, others)
      }
    }
  }

  private static func bytes(of tiff: TIFFStructure?, _ kept: KeptMetadata, _ others: [Entry]) -> [UInt8]? {
    let all = tiff.map { $0.entries(at: $0.first) } ?? []
    // With two entries of the same tag, the first is kept.
    let rights = (all + others).filter { [Tag.artist, Tag.copyright].contains($0.tag) && !$0.isBlank }
    switch kept {
    case .strip: return nil
    case .copyright: return copy(tiff, picture: rights)
    case .keep:
      let directory = { (tag: UInt16) in
        tiff?.entries(at: all.first { $0.tag == tag }.flatMap { tiff?.number($0) }) ?? []
      }
      let lasting = all.filter { Tag.lasting.contains($0.tag) && !rights.map(\.tag).contains($0.tag) }
      // If the result is too long for a JPEG, for example because of a very long comment, only the rights are kept.
      return copy(
        tiff, picture: lasting + rights, photo: directory(Tag.photo).filter { !Tag.outdated.contains($0.tag) },
        place: directory(Tag.place))
        ?? copy(tiff, picture: rights)
    }
  }

  private static func copy(_ tiff: TIFFStructure?, picture: [Entry], photo: [Entry] = [], place: [Entry] = [])
    -> [UInt8]?
  {
    let length = (picture + photo + place).reduce(0) { $0 + 13 + $1.values.count }
    // Leaves room for the three directories themselves.
    guard length > 0, length < FileMetadata.exifLimit - 100 else { return nil }
    let isBigEndian = tiff?.isBigEndian ?? false
    var copy = ExifCopy(isBigEndian: isBigEndian, bytes: Array((isBigEndian ? "MM\0*" : "II*\0").utf8))
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

  /// Appends a directory and its values. Returns the offset of each entry's four bytes that contain the value or its
  /// offset.
  private mutating func append(_ entries: [Entry]) -> [UInt16: Int] {
    // Sorted by tag, and only the first of each (TIFF 6.0, section 2).
    let sorted = entries.filter(\.isClassic).enumerated().sorted {
      ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
    }
    let entries = sorted.map(\.element).reduce(into: [Entry]()) { entries, next in
      if entries.last?.tag != next.tag { entries.append(next) }
    }
    var places: [UInt16: Int] = [:]
    var values = bytes.count + 2 + 12 * entries.count + 4
    append(UInt16(entries.count))
    for entry in entries {
      append(entry.tag)
      // Few programs know the type for UTF-8, but all of them read it as plain text.
      append(entry.type == Entry.utf8 ? Entry.ascii : entry.type)
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

/// Tags (Exif 2.32, section 4.6; TIFF 6.0, section 8).
private enum Tag {
  static let artist: UInt16 = 0x013b
  static let copyright: UInt16 = 0x8298
  /// Pointers to the directories with exposure and GPS data.
  static let photo: UInt16 = 0x8769
  static let place: UInt16 = 0x8825
  /// Entries that apply to any picture made from a photo: description, make, model, resolution, software, time, artist,
  /// copyright, and Windows' title, comment, author, keywords and subject.
  static let lasting: Set<UInt16> = [
    0x010e, 0x010f, 0x0110, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, artist, copyright, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e,
    0x9c9f,
  ]
  /// Entries of the exposure directory that don't apply to another picture: colour space, width, height, the directory
  /// of DCF rules; the maker's note, which contains absolute offsets; and padding.
  static let outdated: Set<UInt16> = [0xa001, 0xa002, 0xa003, 0xa005, 0x927c, 0xea1c]
}

extension TIFFStructure.Entry {
  fileprivate var isBlank: Bool { values.allSatisfy { $0 <= 0x20 } }
}

/// The texts in an Exif block's first directory, by tag, without trailing zeros.
enum ExifTexts {
  static func inPicture(_ block: [UInt8]) -> [(tag: UInt16, text: [UInt8])] {
    block.withUnsafeBytes { block in
      guard let tiff = TIFFStructure(block) else { return [] }
      return tiff.entries(at: tiff.first).filter(\.isText).map { entry in
        (entry.tag, Array(entry.values[..<((entry.values.lastIndex { $0 != 0 } ?? -1) + 1)]))
      }
    }
  }
}
