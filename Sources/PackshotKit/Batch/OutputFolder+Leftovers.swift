import Files
import Glibc

extension OutputFolder {
  /// How many names are looked at at most: some seconds where no disk remembers them.
  private static let leftoverLimit = 1_000_000

  /// Removes the temporary files that killed runs into this folder left anywhere in it. They are nobody's, as its lock is held
  /// here, and no other run's have their prefix.
  ///
  /// Nothing on record says where a run was at work that was killed before its first group of photos: the recipe may have
  /// changed since, and the photos may be gone. So all folders are looked through, the nearest first; that takes about as
  /// long as `ls -R`. Links are not followed, and no other file systems are entered. Where there are very many names, as in a
  /// home folder that pictures are put into, it ends with the folders of these outputs.
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

  /// Removes the leftovers that lie in one folder; returns how many names it has, and the folders among them.
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
        // Texts are made of few names.
        let isOthers = type == DT_REG && strncmp(name, unfinishedPrefix, unfinishedPrefix.utf8.count) != 0
        return isOthers ? nil : String(validatingCString: name)
      }
      guard let name, name != ".", name != ".." else { continue }
      if type != DT_DIR, UnfinishedFile.isName(name, prefix: unfinishedPrefix) {
        // Removes no folder.
        unlinkat(descriptor, name, 0)
      } else if type != DT_REG {
        // What is no folder, or a link to one, will not be opened.
        folders.append(folder + "/" + name)
      }
    }
    return (nameCount, folders)
  }
}
