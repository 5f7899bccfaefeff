import Platform
import Text

/// The entries of a ZIP archive, which is read as a folder without unpacking it onto the disk.
package final class Archive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    /// Path in the archive, without `.`, `..` and empty components.
    package let path: String
    /// Size of the file in bytes, according to the directory.
    package let byteCount: Int
    /// Why the entry can't be read.
    package fileprivate(set) var problem: ArchiveError?
    fileprivate let record: ZIPDirectory.Record
  }

  /// The files by path: a folder's names are sorted by bytes.
  package let entries: [Entry]
  /// Entries that have no path. Their names are escaped by ``escapedName(_:)`` and ``printableText(_:keepingLines:)``,
  /// and cut if they are long.
  package let unusable: [(name: String, error: ArchiveError)]
  /// The encoding of names that the archive doesn't tell. Nil if it tells all.
  package let guess: GuessedEncoding?
  /// Estimate of the memory that the archive takes, in bytes.
  let memory: Int

  private let status: FileStatus
  private let places: [FilePath: Int]

  /// Default limit of ``memory``. It allows 100,000 entries with paths of 350 bytes.
  package static let maxMemory = 64 << 20
  /// Estimate of the memory for an entry besides its name, in bytes.
  private static let entryMemory = 300

  /// Reads the directory of an archive.
  ///
  /// - Parameters:
  ///   - status: Status of the open file.
  ///   - maxMemory: Limit of ``memory``.
  package init(_ file: Descriptor, _ status: FileStatus, maxMemory: Int = Archive.maxMemory) throws(ArchiveError) {
    self.status = status
    let records = try ZIPDirectory(of: file, byteCount: status.byteCount).records.filter { !$0.isFolder }
    let decoded = try ArchiveNames(records)
    guess = decoded.guess
    var (entries, unusable): ([Entry], [(String, ArchiveError)]) = ([], [])
    var memory = 0
    for (record, name) in zip(records, decoded.names) {
      var record = record
      let length: Int
      do throws(ArchiveError) {
        guard let name else { throw .entryNameNotUTF8 }
        let path = try ArchiveNames.path(of: name)
        length = path.utf8.count
        // Only the path is needed from here on, and a name can have 64 KB.
        record.name = []
        entries.append(Entry(path: path, byteCount: record.byteCount, problem: record.problem, record: record))
      } catch {
        let shown = Self.shown(record.name)
        length = shown.utf8.count
        unusable.append((shown, error))
      }
      memory += Self.entryMemory + length
      // 100,000 entries with the longest names would take more than 100 MB.
      guard memory <= maxMemory else {
        throw .tooManyEntries(found: records.count, limit: entries.count + unusable.count - 1)
      }
    }
    self.memory = memory
    entries.sort { $0.path.precedesAsPath($1.path) }
    var (unique, places): ([Entry], [FilePath: Int]) = ([], [:])
    unique.reserveCapacity(entries.count)
    for entry in entries {
      // Which of two files is meant can't be known, so neither is used.
      if let last = unique.last, FilePath(last.path) == FilePath(entry.path) {
        unique[unique.count - 1].problem = .duplicateEntry
        continue
      }
      places[FilePath(entry.path)] = unique.count
      unique.append(entry)
    }
    (self.entries, self.unusable, self.places) = (unique, unusable, places)
  }

  /// Returns a name as text. A name that is no path can be 64 KB long.
  private static func shown(_ name: [UInt8]) -> String {
    let length = 200
    // The catalog refuses zero bytes, and other control characters would damage a report.
    return printableText(escapedName(Array(name.prefix(length)))) + (name.count > length ? "…" : "")
  }

  /// Returns the entry at a path in the archive.
  func entry(_ path: String) -> Entry? { places[FilePath(path)].map { entries[$0] } }

  /// Whether the archive has a folder.
  ///
  /// The folder's first file is searched for among the sorted files. A set of all folders could take gigabytes, because
  /// each file can be in 100 folders of its own.
  private func hasFolder(_ path: String) -> Bool {
    let start = path + "/"
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path.precedesAsPath(start) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].path.utf8.starts(with: start.utf8)
  }

  /// Returns the status of a file or folder in the archive. A file's status depends on the archive's and on its own size,
  /// checksum and place, so it changes whenever the file may have changed.
  func status(of path: String) -> FileStatus? {
    if let entry = entry(path) { return status(of: entry) }
    guard hasFolder(path) else { return nil }
    var hash = CRC32()
    for byte in path.utf8 { withUnsafeBytes(of: byte) { hash.update($0) } }
    return FileStatus(.folder, in: status, byteCount: 0, distinguishedBy: [0, UInt64(hash.value)])
  }

  func status(of entry: Entry) -> FileStatus {
    FileStatus(
      .file, in: status, byteCount: entry.byteCount,
      distinguishedBy: [UInt64(entry.record.offset) + 1, UInt64(entry.record.crc), UInt64(entry.byteCount)])
  }

  // MARK: Reading an entry

  /// Bytes that are read, and bytes that are unpacked, at a time.
  private static let (pieceSize, roomSize) = (1 << 16, 1 << 18)

  /// Unpacks an entry into a file in memory, and returns its descriptor.
  ///
  /// - Parameters:
  ///   - file: The open archive.
  ///   - limit: Maximum size in bytes.
  package func unpack(_ entry: Entry, of file: Descriptor, limit: Int) throws(ArchiveError) -> Int32 {
    if let problem = entry.problem { throw problem }
    guard entry.byteCount <= limit else { throw .largeEntry(found: entry.byteCount, limit: limit) }
    let memory = System.makeMemoryFile()
    guard memory >= 0 else { throw .unreadableArchive(why: systemError()) }
    do throws(ArchiveError) {
      try read(entry, of: file) { (piece) throws(ArchiveError) in
        do throws(SystemFailure) { try Descriptor(memory).write(piece) } catch {
          throw .unreadableArchive(why: error.reason)
        }
        return true
      }
    } catch {
      close(memory)
      throw error
    }
    return memory
  }

  /// Returns the first bytes of an entry, at most `count`. Returns nil if they can't be read.
  ///
  /// - Parameter file: The open archive.
  package func start(of entry: Entry, in file: Descriptor, count: Int) -> [UInt8]? {
    var start: [UInt8] = []
    do throws(ArchiveError) {
      if let problem = entry.problem { throw problem }
      try read(entry, of: file) { (piece) throws(ArchiveError) in
        start += piece.prefix(count - start.count)
        return start.count < count
      }
    } catch {
      return nil
    }
    return start
  }

  /// Calls `take` with an entry's content piece by piece, until it returns false. The content is correct only if all
  /// pieces were taken: its size and checksum are compared with the directory's at the end.
  private func read(
    _ entry: Entry, of file: Descriptor, _ take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Bool
  ) throws(ArchiveError) {
    let header = try file.bytes(at: entry.record.offset, count: ZIPDirectory.localHeaderSize)
    guard header.number32(at: 0) == 0x0403_4b50, let method = header.number16(at: 8), method == entry.record.method,
      let nameCount = header.number16(at: 26), let extraCount = header.number16(at: 28)
    else { throw .damagedEntry(found: "its header differs from the archive's directory") }
    var place = entry.record.offset + ZIPDirectory.localHeaderSize + nameCount + extraCount
    let end = place + entry.record.compressedCount
    guard end <= status.byteCount else { throw .damagedEntry(found: "its data would lie outside the archive") }

    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.roomSize, alignment: 64)
    defer {
      piece.deallocate()
      room.deallocate()
    }
    var (crc, count) = (CRC32(), 0)
    /// Checks and passes on unpacked bytes. Returns whether more are wanted.
    func pass(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Bool {
      count += bytes.count
      guard count <= entry.byteCount else {
        throw .damagedEntry(found: "it is larger than the archive's directory says")
      }
      crc.update(bytes)
      return bytes.isEmpty ? true : try take(bytes)
    }
    /// Reads the next compressed bytes. There are none at the end.
    func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
      let wanted = min(piece.count, end - place)
      if wanted == 0 { return UnsafeRawBufferPointer(rebasing: piece[..<0]) }
      let got: Int
      do throws(SystemFailure) {
        got = try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: piece[..<wanted]))
      } catch {
        throw .unreadableArchive(why: error.reason)
      }
      guard got > 0 else { throw .brokenArchive(found: "it ends early") }
      place += got
      return UnsafeRawBufferPointer(rebasing: piece[..<got])
    }

    if entry.record.method == 0 {
      while place < end { if try !pass(next()) { return } }
    } else {
      guard let inflater = Inflater() else { throw .unreadableArchive(why: "there is not enough memory") }
      var input = try next()
      while true {
        let (result, rest, written) = inflater.inflate(input, into: room)
        if try !pass(UnsafeRawBufferPointer(rebasing: room[..<written])) { return }
        if result == .invalid { throw .damagedEntry(found: "its compressed data is invalid") }
        input = rest
        if result == .ended { break }
        if input.isEmpty {
          input = try next()
          // Without input, zlib only writes what it still holds.
          if input.isEmpty, written < room.count { throw .damagedEntry(found: "its compressed data is cut") }
        }
      }
      guard input.isEmpty, place == end else {
        throw .damagedEntry(found: "its compressed data is shorter than the archive's directory says")
      }
    }
    guard count == entry.byteCount else {
      throw .damagedEntry(found: "it is smaller than the archive's directory says")
    }
    guard crc.value == entry.record.crc else { throw .damagedEntry(found: "its checksum is wrong") }
  }
}

extension String {
  /// Whether a path sorts before another by the bytes of its folders' names, as a walk over the folders does.
  fileprivate func precedesAsPath(_ other: String) -> Bool {
    let bytes = { (path: String) in path.utf8.lazy.map { $0 == UInt8(ascii: "/") ? 0 : $0 } }
    return bytes(self).lexicographicallyPrecedes(bytes(other))
  }
}
