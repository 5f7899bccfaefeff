import Platform
import Synchronization

/// A path that leads into a ZIP archive, such as `in/supplier.zip/front/mug.jpg`.
///
/// ``FileStatus``, ``openFile(_:in:followingLinks:)`` and what is made of them accept such paths, so most code needn't know
/// of archives.
package struct ArchivedFile: Sendable {
  /// Path of the archive.
  package let archive: String
  /// Path in the archive.
  package let path: String

  /// Returns nil if the path doesn't lead through a file whose name ends with `.zip`.
  package init?(_ path: String) {
    let bytes = path.utf8
    for place in bytes.indices where bytes[place] == UInt8(ascii: "/") {
      let archive = path[..<place]
      guard Self.isArchive(archive.splitPath.name), FileStatus(plain: String(archive))?.kind == .file else { continue }
      let components = path[place...].pathNames.filter { !$0.utf8.elementsEqual(".".utf8) }
      if components.isEmpty { return nil }
      (self.archive, self.path) = (String(archive), components.joined(separator: "/"))
      return
    }
    return nil
  }

  /// Whether a file of this name is read as a folder.
  package static func isArchive(_ name: some StringProtocol) -> Bool {
    name.utf8.count > 4 && name.utf8.suffix(4).elementsEqual(".zip".utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  /// The file that contains the bytes at a path: the archive, or the path itself.
  package static func container(of path: String) -> String { ArchivedFile(path)?.archive ?? path }

  /// Whether the path exists. Nil if the archive can't be read.
  var exists: Bool? {
    do { return try Archive.at(archive)?.status(of: path) != nil } catch { return nil }
  }

  /// The status of the file or folder. Nil if it doesn't exist, or the archive can't be read.
  var status: FileStatus? { (try? Archive.at(archive))?.status(of: path) }

  /// Unpacks the file into memory. Returns nil if it doesn't exist.
  ///
  /// - Parameter limit: Maximum size in bytes.
  /// - Returns: The descriptor of a file in memory, which the caller closes, and the status of the file in the archive.
  package func open(limit: Int = .max) throws(ArchiveError) -> (descriptor: Int32, status: FileStatus)? {
    try Archive.withFile(archive) { (archive, file) throws(ArchiveError) in
      guard let entry = archive.entry(path) else { return nil }
      return (try archive.unpack(entry, of: file, limit: limit), archive.status(of: entry))
    }
  }
}

extension Archive {
  /// Returns the archive at a path. Returns nil if there is no file.
  package static func at(_ path: String) throws(ArchiveError) -> Archive? {
    guard let status = FileStatus(plain: path), status.kind == .file else { return nil }
    if let known = ReadArchives.known(status) { return try known.get() }
    return try withFile(path) { archive, _ in archive }
  }

  /// Opens the archive at a path and calls `body`, with the directory of exactly this file.
  package static func withFile<Result>(
    _ path: String, _ body: (Archive, Descriptor) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    guard let descriptor = openFile(path) else { throw .unreadableArchive(why: systemError()) }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor) else { throw .unreadableArchive(why: systemError()) }
    return try body(ReadArchives.archive(Descriptor(descriptor), status), Descriptor(descriptor))
  }
}

/// The directories of archives that were read, so that each is read once and not for each entry.
///
/// Archives are opened for each entry: that costs microseconds, and no open file limits how many archives are kept.
private enum ReadArchives {
  typealias Reading = Result<Archive, ArchiveError>

  private struct Known {
    let status: FileStatus
    let reading: Reading
    var lastUse: Int
  }

  private struct State {
    var archives: [FileStatus.Identity: Known] = [:]
    var memory = 0
    var uses = 0
  }

  /// Limit of the estimated memory for all archives, in bytes. One archive takes at most ``Archive/maxMemory``.
  private static let maxMemory = 100_000_000
  /// Bytes that count for each archive, so that many archives with few entries, or none, are limited too.
  private static let ownMemory = 6_000

  private static let state = Mutex(State())

  /// Returns an archive if it was read before and is unchanged.
  static func known(_ status: FileStatus) -> Reading? {
    state.withLock { state in
      guard let known = state.archives[status.identity], known.status == status else { return nil }
      state.uses += 1
      state.archives[status.identity]?.lastUse = state.uses
      return known.reading
    }
  }

  static func archive(_ file: Descriptor, _ status: FileStatus) throws(ArchiveError) -> Archive {
    if let known = known(status) { return try known.get() }
    // A file that changed within the same tick of the file system's clock has the same status, so a young file's
    // directory isn't kept.
    let isOld = nanosecondsNow() - status.changedNanoseconds > 20_000_000
    let reading: Reading
    do throws(ArchiveError) { reading = .success(try Archive(file, status)) } catch { reading = .failure(error) }
    if isOld { keep(reading, status) }
    return try reading.get()
  }

  private static func keep(_ reading: Reading, _ status: FileStatus) {
    state.withLock { state in
      if let former = state.archives.removeValue(forKey: status.identity) { state.memory -= memory(former.reading) }
      state.uses += 1
      state.archives[status.identity] = Known(status: status, reading: reading, lastUse: state.uses)
      state.memory += memory(reading)
      while state.memory > maxMemory, state.archives.count > 1,
        let oldest = state.archives.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.archives[oldest.key] = nil
        state.memory -= memory(oldest.value.reading)
      }
    }
  }

  private static func memory(_ reading: Reading) -> Int { ((try? reading.get())?.memory ?? 0) + ownMemory }
}
