/// The central directory of a ZIP archive: APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16, 4.5.3 and 4.6.9.
///
/// Every number of the file is untrusted. It is compared with the file's size before it is used.
struct ZIPDirectory {
  /// What the directory says about an entry. The positions are inside the file unless there is a ``problem``.
  struct Record {
    /// The name's bytes, in an unknown encoding unless ``isUTF8``.
    var name: [UInt8]
    var isUTF8: Bool
    /// Length in bytes of the name that the directory and the local header share. ``name`` can be longer, because it can
    /// come from an extra field.
    var nameCount: Int
    var method: Int
    var crc: UInt32
    var compressedCount: Int
    var byteCount: Int
    /// Position of the entry's local header in the file.
    var offset: Int
    /// Why the entry can't be read.
    var problem: ArchiveError?

    /// Whether the entry is a folder. Its files name the folder too, so such an entry says nothing new.
    var isFolder: Bool { byteCount == 0 && (name.last == UInt8(ascii: "/") || name.last == UInt8(ascii: "\\")) }
  }

  /// Maximum number of entries, and maximum size of the directory in bytes. A supplier's archive has some thousand.
  static let (maxEntries, maxByteCount) = (100_000, 64 << 20)
  /// Bytes that an archive can always unpack to, and the multiple of its size that more must stay below.
  static let (plausibleByteCount, plausibleRatio) = (1 << 30, 100)
  /// Size in bytes of a local header without its name.
  static let localHeaderSize = 30

  let records: [Record]

  /// - Parameter byteCount: Size of the file.
  init(of file: Descriptor, byteCount: Int) throws(ArchiveError) {
    let end = try End(of: file, byteCount: byteCount)
    let bytes = try file.bytes(at: end.directoryOffset, count: end.directorySize)
    records = try Self.records(in: bytes, end: end)
    try checkPlausible(of: byteCount)
  }

  // MARK: The end of the archive

  /// What the end of the archive says about its directory.
  private struct End {
    var count: Int
    var directorySize: Int
    /// Position of the directory in the file.
    var directoryOffset: Int
    /// Bytes before the archive, such as a program that unpacks it. Positions in the directory don't count them.
    var prefix = 0

    private static let size = 22
    private static let (signature, locatorSignature, signature64) = (0x0605_4b50, 0x0706_4b50, 0x0606_4b50)
    private static let (locatorSize, size64) = (20, 56)

    init(of file: Descriptor, byteCount: Int) throws(ArchiveError) {
      let tailCount = min(byteCount, Self.size + 0xffff + Self.locatorSize)
      let tailOffset = byteCount - tailCount
      let tail = try file.bytes(at: tailOffset, count: tailCount)
      guard let place = Self.place(in: tail) else {
        throw .brokenArchive(found: byteCount == 0 ? "it is empty" : "its end is missing")
      }
      guard let disk = tail.number16(at: place + 4), let diskOfDirectory = tail.number16(at: place + 6),
        let countHere = tail.number16(at: place + 8), let count = tail.number16(at: place + 10),
        let size = tail.number32(at: place + 12), let offset = tail.number32(at: place + 16)
      else { throw .brokenArchive(found: "its end is cut") }
      (self.count, directorySize, directoryOffset) = (count, size, offset)
      var isSplit = disk != 0 || diskOfDirectory != 0 || countHere != count
      var end = tailOffset + place
      let locator = place - Self.locatorSize
      if tail.number32(at: locator) == Self.locatorSignature, let declared = tail.number64(at: locator + 8) {
        // Numbers that don't fit are in a record at the end of a ZIP64 archive, usually right before its locator. The
        // declared place is tried second, because it is wrong if something precedes the archive. If that is another
        // archive, it can lead to its record.
        let before = end - Self.locatorSize - Self.size64
        guard let (offset, record) = try Self.record64(of: file, at: [before, declared], before: end) else {
          throw .brokenArchive(found: "its ZIP64 end is missing")
        }
        guard let disk = record.number32(at: 16), let diskOfDirectory = record.number32(at: 20),
          let countHere = record.number64(at: 24), let count = record.number64(at: 32),
          let size = record.number64(at: 40), let directory = record.number64(at: 48)
        else { throw .brokenArchive(found: "its ZIP64 end has impossible numbers") }
        (self.count, directorySize, directoryOffset) = (count, size, directory)
        isSplit = disk != 0 || diskOfDirectory != 0 || countHere != count
        end = offset
      }
      if isSplit { throw .splitArchive }
      guard self.count <= maxEntries, directorySize <= maxByteCount else {
        throw .tooManyEntries(found: self.count, limit: maxEntries)
      }
      guard directorySize <= end else { throw .brokenArchive(found: "its directory is larger than the file") }
      let last = end - directorySize
      guard directoryOffset <= last else { throw .brokenArchive(found: "its directory lies outside the file") }
      // The directory usually precedes the end's record. The declared place is tried second: if two archives were joined
      // by `cat`, it can lead to the first one's directory.
      if try !Self.isDirectory(at: last, of: file), try Self.isDirectory(at: directoryOffset, of: file) { return }
      prefix = last - directoryOffset
      directoryOffset = last
    }

    /// Returns the position of the end's record. A comment may follow it, and can contain its signature.
    private static func place(in tail: LittleEndianBytes) -> Int? {
      var loose: Int?
      for place in stride(from: tail.bytes.count - size, through: 0, by: -1)
      where tail.bytes[place] == UInt8(ascii: "P") && tail.number32(at: place) == signature {
        let end = place + size + (tail.number16(at: place + 20) ?? 0)
        if end == tail.bytes.count { return place }
        // Some programs add bytes to a complete archive.
        if end < tail.bytes.count, loose == nil { loose = place }
      }
      return loose
    }

    private static func record64(
      of file: Descriptor, at offsets: [Int], before end: Int
    ) throws(ArchiveError) -> (offset: Int, record: LittleEndianBytes)? {
      for offset in offsets where offset >= 0 && offset <= end - size64 {
        let record = try file.bytes(at: offset, count: size64)
        if record.number32(at: 0) == signature64 { return (offset, record) }
      }
      return nil
    }

    /// Whether a directory begins at an offset.
    private static func isDirectory(at offset: Int, of file: Descriptor) throws(ArchiveError) -> Bool {
      try file.bytes(at: offset, count: 4).number32(at: 0) == recordSignature
    }
  }

  // MARK: Entries

  private static let recordSignature = 0x0201_4b50
  /// Size in bytes of an entry's record without its name, extra fields and comment.
  private static let recordSize = 46

  private static func records(in bytes: LittleEndianBytes, end: End) throws(ArchiveError) -> [Record] {
    var records: [Record] = []
    var place = 0
    while bytes.number32(at: place) == recordSignature {
      guard let flags = bytes.number16(at: place + 8), let method = bytes.number16(at: place + 10),
        let crc = bytes.number(at: place + 16, width: 4), let nameCount = bytes.number16(at: place + 28),
        let extraCount = bytes.number16(at: place + 30), let commentCount = bytes.number16(at: place + 32),
        let name = bytes.slice(at: place + recordSize, count: nameCount),
        let extra = bytes.slice(at: place + recordSize + nameCount, count: extraCount),
        let sizes = Sizes(of: bytes, at: place, extra: LittleEndianBytes(bytes: Array(extra)))
      else { throw .brokenArchive(found: "its directory is damaged at entry \(records.count + 1)") }
      var record = Record(
        name: Array(name), isUTF8: flags & 1 << 11 != 0, nameCount: nameCount, method: method,
        crc: UInt32(truncatingIfNeeded: crc), compressedCount: sizes.compressed, byteCount: sizes.unpacked,
        offset: sizes.offset)
      if !record.isUTF8, let text = unicodeName(for: record.name, in: LittleEndianBytes(bytes: Array(extra))) {
        (record.name, record.isUTF8) = (text, true)
      }
      record.complete(flags: flags, end.prefix, directory: end.directoryOffset)
      records.append(record)
      guard records.count <= maxEntries else {
        throw .tooManyEntries(found: records.count, limit: maxEntries)
      }
      place += recordSize + nameCount + extraCount + commentCount
    }
    // Programs without ZIP64 write the last 16 bits of a larger number.
    guard records.count == end.count || records.count & 0xffff == end.count else {
      throw .brokenArchive(found: "its directory has \(records.count) of \(end.count) entries")
    }
    return records
  }

  /// The sizes and the position of an entry, some of them from its ZIP64 field. Nil if that lacks one.
  private struct Sizes {
    var unpacked, compressed, offset: Int

    init?(of bytes: LittleEndianBytes, at place: Int, extra: LittleEndianBytes) {
      guard let compressed = bytes.number32(at: place + 20), let unpacked = bytes.number32(at: place + 24),
        let offset = bytes.number32(at: place + 42)
      else { return nil }
      (self.unpacked, self.compressed, self.offset) = (unpacked, compressed, offset)
      let missing = 0xffff_ffff
      guard [unpacked, compressed, offset].contains(missing), let field = ZIPDirectory.field(1, in: extra) else {
        return
      }
      var next = 0
      // Numbers are there only if the record lacks them, in this order.
      for path in [\Sizes.unpacked, \.compressed, \.offset] where self[keyPath: path] == missing {
        // Numbers from 2^63 up become the largest: nothing that large is inside the file.
        guard let number = field.number(at: next, width: 8) else { return nil }
        self[keyPath: path] = Int(clamping: number)
        next += 8
      }
    }
  }

  /// Returns the content of an extra field.
  private static func field(_ wanted: Int, in extra: LittleEndianBytes) -> LittleEndianBytes? {
    var place = 0
    while let id = extra.number16(at: place), let count = extra.number16(at: place + 2) {
      guard let content = extra.slice(at: place + 4, count: count) else { return nil }
      if id == wanted { return LittleEndianBytes(bytes: Array(content)) }
      place += 4 + count
    }
    return nil
  }

  /// Returns the name in Info-ZIP's field for Unicode names, if it belongs to the name in the record. A program that
  /// doesn't know the field can have renamed the entry.
  private static func unicodeName(for name: [UInt8], in extra: LittleEndianBytes) -> [UInt8]? {
    guard let field = field(0x7075, in: extra), field.bytes.first == 1 else { return nil }
    var crc = CRC32()
    name.withUnsafeBytes { crc.update($0) }
    guard field.number(at: 1, width: 4) == UInt64(crc.value) else { return nil }
    return Array(field.bytes.dropFirst(5))
  }

  // MARK: Bombs

  /// Throws if entries share bytes, or if the archive would unpack to far more than its size. Nested archives aren't
  /// read, so nothing else multiplies.
  private func checkPlausible(of size: Int) throws(ArchiveError) {
    let sound = records.filter { $0.problem == nil }
    let ranges = sound.map { ($0.offset, $0.offset + Self.localHeaderSize + $0.nameCount + $0.compressedCount) }
      .sorted { $0.0 < $1.0 }
    for (one, next) in zip(ranges, ranges.dropFirst()) where next.0 < one.0 + Self.localHeaderSize || next.0 < one.1 {
      throw .overlappingEntries
    }
    let unpacked = sound.reduce(0) { sum, record in
      let (total, overflow) = sum.addingReportingOverflow(record.byteCount)
      return overflow ? .max : total
    }
    if unpacked > Self.plausibleByteCount, unpacked / Self.plausibleRatio > size {
      throw .archiveBomb(unpacked: unpacked, size: size)
    }
  }
}

extension ZIPDirectory.Record {
  /// DEFLATE produces at most 258 bytes for 2 bits.
  private static let maxRatio = 1032

  /// Adds the bytes before the archive to the offset, and finds the problem that keeps the entry from being read.
  ///
  /// - Parameter directory: Position of the directory, which all entries precede.
  fileprivate mutating func complete(flags: Int, _ prefix: Int, directory: Int) {
    let header = ZIPDirectory.localHeaderSize
    guard offset <= directory - prefix, directory - prefix - offset >= header,
      compressedCount <= directory - prefix - offset - header
    else {
      problem = .damagedEntry(found: "its data would lie outside the archive")
      return
    }
    offset += prefix
    // Bit 0 marks encrypted data, and bit 13 an encrypted directory.
    if flags & (1 | 1 << 13) != 0 || method == 99 {
      problem = .encryptedEntry
    } else if method != 0, method != 8 {
      problem = .unsupportedCompression(method: Self.name(ofMethod: method))
    } else if method == 0 ? byteCount != compressedCount : byteCount / Self.maxRatio > compressedCount {
      problem = .damagedEntry(
        found: "\(compressedCount) bytes can't unpack to \(byteCount), as the archive's directory says")
    }
  }

  private static func name(ofMethod method: Int) -> String {
    switch method {
    case 1: "Shrink"
    case 2...5: "Reduce"
    case 6, 10: "Implode"
    case 9: "Deflate64"
    case 12: "bzip2"
    case 14: "LZMA"
    case 20, 93: "Zstandard"
    case 95: "XZ"
    case 96: "WinZip's JPEG compression"
    case 97: "WavPack"
    case 98: "PPMd"
    default: "the unknown method \(method)"
    }
  }
}

extension Descriptor {
  /// Reads exactly `count` bytes from an offset on, for an archive.
  func bytes(at offset: Int, count: Int) throws(ArchiveError) -> LittleEndianBytes {
    var filled = 0
    var failure: ArchiveError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
      do throws(SystemFailure) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[filled..<count])
          let got = try read(at: offset + filled, into: rest)
          if got == 0 { break }
          filled += got
        }
      } catch {
        failure = .unreadableArchive(why: error.reason)
      }
      initialized = filled
    }
    if let failure { throw failure }
    if filled < count { throw .brokenArchive(found: "it ends early") }
    return LittleEndianBytes(bytes: bytes)
  }
}
