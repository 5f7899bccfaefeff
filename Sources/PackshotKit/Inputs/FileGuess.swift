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
      let start = UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count ?? 0)])
      let isRaw = UnsupportedFormat.isRawLikeTIFF(start: start, pathExtension: pathExtension)
      if ImageFileFormat(signature: start) != nil, !isRaw { return .photo }
      if let format = UnsupportedFormat(start: start, pathExtension: pathExtension) {
        return .skipped(.unsupportedFormat, format)
      }
      return .skipped(count ?? -1 < 0 ? .unreadable : .notAPicture, nil)
    }
  }
}
