import Files
import Platform

/// Files and folders below an output folder, whether a run holds its lock or not.
enum OutputTree {
  /// Name of the lock file of runs of all photos.
  static let lockName = ".packshot.lock"

  /// Creates the folders of an output. A symbolic link on the path is followed if it stays in the output folder. A link
  /// that leads outside is refused before anything is created behind it.
  static func makeFolders(for output: String, below root: String) throws(PackshotError) {
    let folder = output.splitPath.folder!
    var place = root
    var descriptor = open(root, folderFlags)
    defer { close(descriptor) }
    guard descriptor >= 0 else { throw .cannotWrite(path: output, why: systemError()) }
    for name in folder[folder.utf8.index(folder.startIndex, offsetBy: root.utf8.count)...].pathNames {
      place += "/" + name
      let next = try descend(to: String(name), at: place, in: descriptor, below: root, for: output)
      close(descriptor)
      descriptor = next
    }
  }

  /// Flags to open a folder without following a symbolic link.
  private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// Opens a subfolder of an open folder, and creates it if it doesn't exist.
  private static func descend(
    to name: String, at place: String, in folder: Int32, below root: String, for output: String
  ) throws(PackshotError) -> Int32 {
    var descriptor = openat(folder, name, folderFlags)
    if descriptor < 0, errno == ENOENT {
      guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
        throw .cannotWrite(path: output, why: systemError())
      }
      descriptor = openat(folder, name, folderFlags)
    }
    if descriptor < 0, errno == ENOTDIR || errno == ELOOP {
      guard let real = realPath(place) else {
        throw .cannotWrite(path: output, why: "\(place) is a broken link")
      }
      guard real.isPath(in: root) else {
        throw .cannotWrite(path: output, why: "\(place) is a link that points outside the output folder")
      }
      descriptor = open(real, folderFlags)
      if descriptor < 0, errno == ENOTDIR { throw .cannotWrite(path: output, why: "\(place) is not a folder") }
    }
    guard descriptor >= 0 else { throw .cannotWrite(path: output, why: systemError()) }
    return descriptor
  }

  /// Whether a path is a file inside a folder, with links resolved.
  static func isFile(_ place: String, in folder: String) -> Bool {
    guard FileStatus(path: place)?.kind == .file, let root = realPath(folder) else { return false }
    return realPath(place)?.isPath(in: root) == true
  }

  /// Flushes the folders of outputs below any root, locked or not.
  static func synchronizeNames(
    of outputs: some Sequence<String>, below root: String
  ) -> [(folder: String, error: PackshotError)] {
    let folders = folders(of: outputs, below: root)
    let failures = JobThreads.together(folders) { folder -> PackshotError? in
      do throws(PackshotError) {
        try synchronizeNames(in: folder)
        return nil
      } catch {
        return error
      }
    }
    return zip(folders, failures).compactMap { folder, failure in failure.map { (folder, $0) } }
  }

  /// A root and all folders below it that contain these outputs.
  static func folders(of outputs: some Sequence<String>, below root: String) -> [String] {
    var seen: Set = [FilePath(root)]
    var folders = [root]
    for output in outputs {
      var rest = output[...]
      while let folder = rest.splitPath.folder, case let whole = root + "/" + folder,
        seen.insert(FilePath(whole)).inserted
      {
        folders.append(whole)
        rest = folder
      }
    }
    return folders
  }

  /// Flushes one folder to disk.
  static func synchronizeNames(in folder: String) throws(PackshotError) {
    do {
      try synchronizeFolder(folder)
    } catch {
      throw .cannotWrite(path: folder, why: error.reason)
    }
  }
}
