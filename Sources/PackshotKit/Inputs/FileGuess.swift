import Files
import ImageCodecs
import Platform

/// The kind of a file without a photo's extension, according to its first bytes.
enum FileGuess {
  case photo
  case skipped(SkippedFile.Reason, UnsupportedFormat?)

  /// - Parameters:
  ///   - path: Path of the file, or its name in an open folder.
  ///   - pathExtension: Extension of its name.
  init(_ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, pathExtension: String) {
    // A catalog in use is not a picture, and can't be opened here.
    if folder == AT_FDCWD, LockedFile.isHeld(String(cString: path)) {
      self = .skipped(.notAPicture, nil)
      return
    }
    self = withUnsafeTemporaryAllocation(byteCount: UnsupportedFormat.signatureLength, alignment: 1) { buffer in
      let count = openFile(path, in: folder).map { descriptor in
        defer { close(descriptor) }
        return read(descriptor, buffer.baseAddress!, buffer.count)
      }
      guard let count, count >= 0 else { return Self(start: nil, pathExtension: pathExtension) }
      return Self(start: UnsafeRawBufferPointer(rebasing: buffer[..<count]), pathExtension: pathExtension)
    }
  }

  /// - Parameter start: The first ``UnsupportedFormat/signatureLength`` bytes of the file, or all of a shorter file. Nil if
  ///   it can't be read.
  init(start: UnsafeRawBufferPointer?, pathExtension: String) {
    let isReadable = start != nil
    let start = start ?? UnsafeRawBufferPointer(start: nil, count: 0)
    let isRaw = UnsupportedFormat.isRawLikeTIFF(start: start, pathExtension: pathExtension)
    if ImageFileFormat(signature: start) != nil, !isRaw {
      self = .photo
    } else if let format = UnsupportedFormat(start: start, pathExtension: pathExtension) {
      self = .skipped(.unsupportedFormat, format)
    } else if Self.archiveExtensions.contains(pathExtension.lowercased()) {
      self = .skipped(.archive, nil)
    } else {
      self = .skipped(isReadable ? .notAPicture : .unreadable, nil)
    }
  }

  /// Extensions of archives whose photos aren't read. The walk asks about a ZIP archive only if it is in another archive.
  private static let archiveExtensions: Set = [
    "7z", "ace", "arj", "bz2", "cab", "gz", "lha", "lz", "lzh", "rar", "sit", "sitx", "tar", "tbz", "tbz2", "tgz",
    "txz",
    "tzst", "xz", "zip", "zipx", "zst",
  ]
}
