import Files
import ImageCodecs
import Recipes
import Rendering

extension InputWalk {
  /// A file in an archive, with the names of its folders and its own.
  private struct ArchivedPhoto {
    let entry: Archive.Entry
    let names: [Substring]
  }

  /// Names in one folder of an archive: a file, or a folder with everything in it.
  private struct ArchivedName {
    let name: String
    let isFolder: Bool
    let photos: ArraySlice<ArchivedPhoto>
  }

  /// Walks an archive as a folder. An archive that can't be read becomes one failure.
  ///
  /// - Parameters:
  ///   - path: Path of the archive.
  ///   - below: Path of the folder in the archive, if only that is walked.
  mutating func walk(_ folder: Folder, inArchive path: String, below: String = "") {
    // A picture can have any name.
    if below.isEmpty, case .photo = FileGuess(path, pathExtension: "zip") {
      let relative = String(folder.relative.splitPath.folder ?? "")
      return take(
        InputPhoto(path: path, relative: relative, fileName: String(path.splitPath.name)), isOutside: folder.isOutside)
    }
    if watch?.putsOff(archive: path) == true { return }
    do throws(ArchiveError) {
      try Archive.withFile(path) { (archive, file) throws(ArchiveError) in
        if let guess = archive.guess {
          let names = guess.count == 1 ? "1 name is not UTF-8; it was" : "\(guess.count) names are not UTF-8; they were"
          notes.append(
            Warning(
              "\(path): \(names) read as \(guess.encoding), such as \(guess.example); "
                + "if they are in another encoding, state it in \(ArchiveNames.variable)",
              kind: "names in an archive are not UTF-8; their encoding was guessed"))
        }
        if below.isEmpty { for (name, error) in archive.unusable { refuse(name, error, in: folder) } }
        let start = Array((below + "/").utf8)
        let photos = archive.entries.compactMap { entry in
          guard below.isEmpty || entry.path.utf8.starts(with: start) else { return ArchivedPhoto?.none }
          return ArchivedPhoto(entry: entry, names: entry.path.pathNames)
        }
        visit(photos[...], depth: below.pathNames.count, in: folder, archive, file)
      }
    } catch {
      failures.append((path, PhotoFailure(error)))
    }
  }

  /// Visits the files below a folder of an archive, which have the same first `depth` names.
  private mutating func visit(
    _ photos: ArraySlice<ArchivedPhoto>, depth: Int, in folder: Folder, _ archive: Archive, _ file: Descriptor
  ) {
    var rest = photos
    var found: [ArchivedName] = []
    while let first = rest.first {
      let name = first.names[depth]
      let isFolder = first.names.count > depth + 1
      let same = rest.prefix { $0.names[depth].utf8.elementsEqual(name.utf8) && isFolder }
      let photos = isFolder ? same : rest.prefix(1)
      found.append(ArchivedName(name: String(name), isFolder: isFolder, photos: photos))
      rest = rest[photos.endIndex...]
    }
    if let collator { found = collator.sorted(found) { [$0.name] } }
    for item in found {
      let path = folder.path + "/" + item.name
      let decision = decision(on: Array(item.name.utf8), path, isFolder: item.isFolder, in: folder)
      if decision == .excluded {
        skip(path, .excluded)
      } else if item.name.utf8.first == UInt8(ascii: ".") || item.isFolder && item.name == Self.macFolder {
        skip(path, .hidden)
      } else if item.isFolder {
        let below = folder.relative.isEmpty ? item.name : folder.relative + "/" + item.name
        let folder = Folder(path: path, relative: below, isOutside: folder.isOutside, decision: decision)
        visit(item.photos, depth: depth + 1, in: folder, archive, file)
      } else {
        take(item.photos.first!.entry, named: item.name, at: path, decision, in: folder, archive, file)
      }
    }
  }

  /// The folder in which a Mac's archives have the files' attributes, under the files' names.
  private static let macFolder = "__MACOSX"

  /// Takes a file of an archive if its extension or its first bytes show that it is a photo.
  private mutating func take(
    _ entry: Archive.Entry, named name: String, at path: String, _ decision: InputFilter.Decision, in folder: Folder,
    _ archive: Archive, _ file: Descriptor
  ) {
    if decision == .notIncluded { return skip(path, .notIncluded) }
    let photo = InputPhoto(path: path, relative: folder.relative, fileName: name)
    if ImageFileFormat(pathExtension: photo.extension) == nil {
      let start = archive.start(of: entry, in: file, count: UnsupportedFormat.signatureLength)
      let guess =
        start?.withUnsafeBytes { FileGuess(start: $0, pathExtension: photo.extension) }
        ?? FileGuess(start: nil, pathExtension: photo.extension)
      if case .skipped(let reason, let format) = guess { return skip(path, reason, format) }
    }
    take(photo, isOutside: folder.isOutside)
  }

  /// Reports an entry without a usable name, if its extension is a picture's.
  private mutating func refuse(_ name: String, _ error: ArchiveError, in folder: Folder) {
    let path = folder.path + "/" + name
    let decision = decision(on: Array(name.utf8), path, isFolder: false, in: folder)
    if decision == .excluded { return skip(path, .excluded) }
    if decision == .notIncluded { return skip(path, .notIncluded) }
    let pathExtension = String(name.splitFileName.pathExtension ?? "")
    if ImageFileFormat(pathExtension: pathExtension) == nil { return skip(path, .notAPicture) }
    failures.append((path, PhotoFailure(error)))
  }
}
