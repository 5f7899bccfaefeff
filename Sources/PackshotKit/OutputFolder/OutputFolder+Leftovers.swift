import Files
import Platform

extension OutputFolder {
  /// Maximum number of file names to examine. Reading that many takes some seconds on a cold cache.
  private static let leftoverLimit = 1_000_000

  /// Removes all temporary files that killed runs left in this folder. No process uses them: this run holds the
  /// folder's lock, and runs into other folders use other prefixes.
  ///
  /// A run killed before recording its first group leaves no record of the folders it wrote to. The recipe may have
  /// changed since, and the photos may be gone. So all folders are searched, the nearest first, which takes about as
  /// long as `ls -R`. Symbolic links are not followed and other file systems are not entered. If there are very many
  /// names, for example because the output folder is a home folder, only the folders of `outputs` are searched.
  func removeLeftovers(stop: StopRequest, orInFoldersOf outputs: some Sequence<String>) {
    guard let device = FileStatus(path: path)?.device else { return }
    var folders = [path]
    var (next, names) = (0, 0)
    while next < folders.count, !stop.isStopped {
      if names > Self.leftoverLimit { break }
      let found = sweep(folders[next], device: device)
      names += found.nameCount
      folders += found.folders
      next += 1
    }
    if next == folders.count || stop.isStopped { return }
    for folder in self.folders(of: outputs) where isInside(folder) {
      _ = sweep(folder, device: device)
    }
  }

  /// Removes the leftovers directly in one folder. Returns the number of names in the folder, and its subfolders.
  private func sweep(_ folder: String, device: UInt64) -> (nameCount: Int, folders: [String]) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return (0, []) }
    guard FileStatus(descriptor: descriptor)?.device == device, let stream = fdopendir(descriptor) else {
      close(descriptor)
      return (0, [])
    }
    defer { closedir(stream) }
    var (nameCount, folders): (Int, [String]) = (0, [])
    while let entry = readdir(stream) {
      nameCount += 1
      let type = Int32(entry.pointee.d_type)
      guard type == DT_DIR || type == DT_REG || type == DT_UNKNOWN else { continue }
      let name = entry.withName { name in
        // Converts only the few names that can matter to strings.
        let isOthers = type == DT_REG && strncmp(name, unfinishedPrefix, unfinishedPrefix.utf8.count) != 0
        return isOthers ? nil : String(validatingCString: name)
      }
      guard let name, name != ".", name != ".." else { continue }
      if type != DT_DIR, UnfinishedFile.isName(name, prefix: unfinishedPrefix) {
        // Without flags, `unlinkat` doesn't remove folders.
        unlinkat(descriptor, name, 0)
      } else if type != DT_REG {
        // Entries of unknown type are included: `open` fails later if it isn't a folder.
        folders.append(folder + "/" + name)
      }
    }
    return (nameCount, folders)
  }
}
