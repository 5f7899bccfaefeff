import Catalog
import Glibc
import ImageCodecs

/// A photo to be rendered, as the walk found it.
struct InputPhoto: Sendable, Equatable {
  /// As a person would name it: the path given, and what lies below it.
  var path: String
  /// Its folder below the folder that was named; empty if it lies in that folder or was named itself.
  var relative: String
  var stem: String
  /// Without the dot.
  var `extension`: String

  /// `{relative}/{stem}`: what tells the product.
  var name: String { relative.isEmpty ? stem : relative + "/" + stem }

  init(path: String, relative: String, fileName: String) {
    self.path = path
    self.relative = relative
    let parts = fileName.splitFileName
    stem = String(parts.stem)
    `extension` = String(parts.pathExtension ?? "")
  }
}

/// Finds the photos in what was named on the command line, in a stable order: as named, and in folders by name.
///
/// A walk takes files with an image's extension or an image's first bytes; it skips hidden files, the output folder and
/// what is no image. Links are followed, as suppliers' folders are often made of them, each folder once; that photos lie
/// elsewhere than in what was named is noted.
struct InputWalk: Sendable {
  /// A folder not to walk into, by device and inode.
  let outputFolder: FileStatus?
  /// Globs, matched against paths below the named folder and against file names.
  let excluded: [String]

  private(set) var photos: [InputPhoto] = []
  /// Files that are no images.
  private(set) var skipped = 0
  /// What was left out and a person may have expected, in sentences.
  private(set) var notes: [String] = []
  /// Files that are there and cannot be taken, with why.
  private(set) var failures: [(path: String, failure: PhotoFailure)] = []

  private struct FileID: Hashable {
    let device: UInt64
    let inode: Int64
  }
  private var visitedFolders: Set<FileID> = []
  private var takenFiles: Set<FilePath> = []
  /// Photos come upon, those that were taken already too.
  private var seen = 0
  /// The folders that were named, without links on the way.
  private var namedFolders: [String] = []
  /// Photos taken that lie outside of the folders that were named, and one of them.
  private var outside: (count: Int, example: String) = (0, "")

  init(outputFolder: String?, excluded: [String] = []) {
    self.outputFolder = outputFolder.flatMap { FileStatus(path: $0) }
    self.excluded = excluded
  }

  /// Adds all that was named. A folder without photos is noted; that none of them has any is an error.
  mutating func add(_ paths: [String]) throws(PackshotError) {
    namedFolders += paths.filter { FileStatus(path: $0)?.kind == .folder }.map { OutputFolder.realPath($0) ?? $0 }
    for path in paths {
      let before = (seen, notes.count, failures.count)
      try add(path)
      if (seen, notes.count, failures.count) == before { notes.append("there is no picture in \(path)") }
    }
    if outside.count > 0 {
      notes.append(
        "\(outside.count == 1 ? "1 photo lies" : "\(outside.count) photos lie") outside of the folders that were named, "
          + "and links lead there, such as \(outside.example); --exclude leaves them out")
    }
    if photos.isEmpty, failures.isEmpty { throw .missing(path: "picture in \(paths.joined(separator: ", "))") }
  }

  /// Adds a file or a folder that was named.
  private mutating func add(_ path: String) throws(PackshotError) {
    guard let status = FileStatus(path: path) else { throw .missing(path: path) }
    switch status.kind {
    case .folder: try walk(path.withoutTrailingSlashes, relative: "", status: status, isNamed: true)
    case .file: take(path, relative: "", fileName: String(path.splitPath.name))
    case .other: throw .unreadable(path: path, reason: "it is neither a file nor a folder")
    }
  }

  private mutating func walk(
    _ folder: String, relative: String, status: FileStatus, isNamed: Bool, isOutside: Bool = false
  ) throws(PackshotError) {
    guard visitedFolders.insert(FileID(device: status.device, inode: status.inode)).inserted else {
      notes.append("\(folder) is a folder that was walked already; its photos are not taken twice")
      return
    }
    if let outputFolder, status.isSameFile(as: outputFolder) {
      if isNamed { throw .option(name: "--output", found: folder, allowed: "a folder that is not one of the inputs") }
      return
    }
    guard let stream = opendir(folder) else {
      if isNamed { throw .unreadable(path: folder, reason: systemError()) }
      failures.append((folder, PhotoFailure(.unreadable, "the folder cannot be read: \(systemError())")))
      return
    }
    defer { closedir(stream) }
    var entries: [(name: String, type: UInt8)] = []
    var isOutputOfARun = false
    var refused: [(path: String, failure: PhotoFailure)] = []
    while let entry = nextEntry(of: stream) {
      let type = entry.pointee.d_type
      entry.withName { name in
        guard let valid = String(validatingCString: name) else {
          if let failure = refuse(name, type, in: dirfd(stream), folder) { refused.append(failure) }
          return
        }
        if valid == OutputFolder.lockName { isOutputOfARun = true }
        if valid.utf8.first != UInt8(ascii: ".") { entries.append((valid, type)) }
      }
    }
    if errno != 0 {
      failures.append((folder, PhotoFailure(.unreadable, "not all of the folder can be read: \(systemError())")))
    }
    // The order in which a folder has its names is its own.
    if isNamed || !isOutputOfARun { failures += refused.sorted { $0.path < $1.path } }
    if isOutputOfARun, !isNamed {
      notes.append("\(folder) is the output of another run; its pictures are not taken for photos")
      return
    }
    for entry in entries.sorted(by: { $0.name.precedesInBytes($1.name) }) {
      let path = folder + "/" + entry.name
      let below = relative.isEmpty ? entry.name : relative + "/" + entry.name
      if excluded.contains(where: { fnmatch($0, below, 0) == 0 || fnmatch($0, entry.name, 0) == 0 }) {
        skipped += 1
        continue
      }
      if entry.type == UInt8(DT_REG) {
        take(path, relative: relative, fileName: entry.name, mustLookLikeImage: true, isOutside: isOutside)
        continue
      }
      guard let status = FileStatus(path: path) else {
        let code = errno
        let isLink = [ENOENT, ELOOP].contains(code) && FileStatus.isAnything(at: path)
        let reason = isLink ? "the link leads nowhere, or around in a circle" : systemError(code)
        failures.append((path, PhotoFailure(.unreadable, reason)))
        continue
      }
      // Links may lead out, and from there back in.
      let isOutside = entry.type == UInt8(DT_DIR) ? isOutside : leadsOut(path)
      switch status.kind {
      case .folder: try walk(path, relative: below, status: status, isNamed: false, isOutside: isOutside)
      case .file:
        take(path, relative: relative, fileName: entry.name, mustLookLikeImage: true, isOutside: isOutside)
      case .other: skipped += 1
      }
    }
  }

  /// The next entry of a folder. Nil at its end, where `errno` is 0, and where it cannot be read on.
  private func nextEntry(of stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    return readdir(stream)
  }

  /// The failure of a file whose name is not UTF-8, which no catalog and no recipe could hold; nil, counting it as skipped,
  /// where it would not have been taken anyway.
  private mutating func refuse(
    _ name: UnsafePointer<CChar>, _ type: UInt8, in descriptor: Int32, _ folder: String
  ) -> (path: String, failure: PhotoFailure)? {
    let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    if bytes.first == UInt8(ascii: ".") { return nil }
    let text = escapedName(bytes)
    let isFolder = type == UInt8(DT_DIR)
    let looksLikeImage = text.splitFileName.pathExtension.flatMap { ImageFileFormat(pathExtension: String($0)) } != nil
    guard !excluded.contains(where: { fnmatch($0, name, 0) == 0 }),
      isFolder || looksLikeImage || Self.beginsLikeImage(name, in: descriptor)
    else {
      skipped += 1
      return nil
    }
    let message =
      "the \(isFolder ? "folder" : "file")'s name is not UTF-8: \\x stands for a byte that is no part of a character; "
      + "rename it, as with `convmv -f latin1 -t utf8`, to have \(isFolder ? "what is in it" : "it") rendered"
    return (escapedBackslashes(folder) + "/" + text, PhotoFailure(.notUTF8, message))
  }

  private mutating func take(
    _ path: String, relative: String, fileName: String, mustLookLikeImage: Bool = false, isOutside: Bool = false
  ) {
    let photo = InputPhoto(path: path, relative: relative, fileName: fileName)
    if mustLookLikeImage, ImageFileFormat(pathExtension: photo.extension) == nil, !Self.beginsLikeImage(path) {
      skipped += 1
      return
    }
    seen += 1
    guard takenFiles.insert(FilePath(path)).inserted else { return }
    photos.append(photo)
    if isOutside { outside = (outside.count + 1, outside.count == 0 ? path : outside.example) }
  }

  /// Whether what a path leads to lies outside of all folders that were named.
  private func leadsOut(_ path: String) -> Bool {
    guard let real = OutputFolder.realPath(path) else { return false }
    return !namedFolders.contains { real.isPath(in: $0) }
  }

  private static func beginsLikeImage(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD) -> Bool {
    guard let descriptor = openFile(path, in: folder) else { return false }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress!, buffer.count)
      return count > 0
        && ImageFileFormat(signature: UnsafeRawBufferPointer(rebasing: buffer[..<count])) != nil
    }
  }
}
