import Catalog
import Errors
import Files
import ImageCodecs
import ObjectStore
import Platform
import Recipes
import Rendering
import Text

/// Finds the photos in the named files and folders, in a stable order: as named, and by name within folders.
///
/// The walk takes files with an image's extension or an image's first bytes. For every other file it reports why it was
/// skipped. ZIP archives are walked as folders. The output folder is not walked. Symbolic links are followed, because
/// suppliers' folders often contain them, but each folder is walked only once. Photos outside the named folders are
/// reported.
struct InputWalk: Sendable {
  /// The output folder, which is not walked. Compared by device and inode.
  let outputFolder: FileStatus?
  /// Output folders of other runs, which are walked only if they are named.
  private let otherOutputs: Set<FileStatus.Identity>
  private var filter: InputFilter
  /// Watches each folder before it is read.
  let watch: (any InputWatch)?
  /// Sorts the names in a folder. If nil, they are sorted by bytes.
  let collator: ICUCollator?

  private(set) var photos: [InputPhoto] = []
  /// Files and folders that were skipped.
  private(set) var skipped: [SkippedFile] = []
  /// Warnings about the walk.
  var notes: [Warning] = []
  /// Files that should have been photos but can't be used, with the reason.
  var failures: [(path: String, failure: PhotoFailure)] = []

  /// A folder or an archive to walk, or a folder in an archive.
  struct Folder {
    let path: String
    /// Path relative to the named folder.
    let relative: String
    /// Whether the folder is outside all named folders.
    var isOutside = false
    /// The filter's decision on the folder.
    var decision: InputFilter.Decision
  }

  private var visitedFolders: Set<FileStatus.Identity> = []
  private var takenFiles: Set<FilePath> = []
  /// Number of photos found, including photos that were already taken from an earlier input.
  private var seen = 0
  /// The named folders with symbolic links resolved.
  private var namedFolders: [String] = []
  /// Named folders without photos.
  private(set) var empty: [String] = []
  /// Number of photos outside the named folders, and the path of one of them.
  private var outside: (count: Int, example: String) = (0, "")

  init(
    outputFolder: String?, otherOutputs: [String] = [], filter: InputFilter = InputFilter(),
    watch: (any InputWatch)? = nil,
    collator: ICUCollator? = nil
  ) {
    (self.watch, self.collator) = (watch, collator)
    self.outputFolder = outputFolder.flatMap { FileStatus(path: $0) }
    self.otherOutputs = Set(otherOutputs.compactMap { FileStatus(path: $0)?.identity })
    self.filter = filter
  }

  /// Adds the named paths and the paths in a list. A problem with a path in the list becomes a failure with its line
  /// number. A folder without photos is reported in a warning if other inputs contain photos.
  mutating func add(_ paths: [String], _ list: InputList? = nil) throws(PackshotError) {
    let named = paths + (list?.paths ?? [])
    namedFolders += named.filter { FileStatus(path: $0)?.kind == .folder }.map { realPath($0) ?? $0 }
    for path in paths { try add(path) }
    if let list { add(list) }
    if outside.count > 0 {
      notes.append(
        Warning(
          "\(outside.count == 1 ? "1 photo is" : "\(outside.count) photos are") outside the given folders, "
            + "reached through links such as \(outside.example)", remedy: .leaveOut))
    }
    if hasFound {
      notes += empty.map {
        Warning(PackshotError.noPicture(inputs: [$0], leftOut: 0).message, kind: "there is no picture in a folder")
      }
    }
    notes += filter.notes
  }

  /// The error if the walk found no photo.
  func nothingFound(in inputs: [String]) -> PackshotError {
    .noPicture(inputs: inputs, leftOut: skipped.count { $0.reason == .excluded || $0.reason == .notIncluded })
  }

  private mutating func add(_ list: InputList) {
    for entry in list.entries {
      let place = "\(list.name):\(entry.line)"
      guard let path = String(validating: entry.bytes, as: UTF8.self) else {
        let failure = PhotoFailure(
          .notUTF8, "name-not-utf-8", "\(place): the name is not UTF-8; rename the file or folder",
          ["list": list.name, "line": entry.line])
        failures.append((escapedName(entry.bytes), failure))
        continue
      }
      do throws(PackshotError) {
        try add(path)
      } catch {
        let reason =
          switch error {
          case .rendering(.missing) where CatalogPaths.isAddress(path): "it is an address, not a path"
          case .rendering(.missing): "no such file or folder"
          case .rendering(.unreadable(_, let why)): "it cannot be read: \(why)"
          default: error.message
          }
        let details: Details = ["list": list.name, "line": entry.line]
        failures.append(
          (path, PhotoFailure(.unreadable, error.reason, "\(place): \(reason)", details, remedy: error.remedy)))
      }
    }
  }

  /// Whether the walk found a photo, or a file that should have been one.
  var hasFound: Bool { !photos.isEmpty || !failures.isEmpty }

  /// Adds a named file or folder.
  private mutating func add(_ path: String) throws(PackshotError) {
    guard let status = FileStatus(path: path) else { throw .missing(path: path) }
    let bare = path.withoutTrailingSlashes
    let isArchive = status.kind == .file && ArchivedFile.isArchive(bare.splitPath.name) && ArchivedFile(bare) == nil
    let isFolder = status.kind == .folder || isArchive
    let decision = filter.isEmpty ? .included : filter.decision(onNamed: bare, isFolder: isFolder)
    let before = (seen, notes.count, failures.count)
    switch status.kind {
    case _ where decision == .excluded: return skip(path, .excluded)
    case _ where isFolder:
      try walk(Folder(path: bare, relative: "", decision: decision), status: status, isNamed: true)
      if (seen, notes.count, failures.count) == before { empty.append(path) }
    case .file where decision == .notIncluded: skip(path, .notIncluded)
    case .file: take(InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name)))
    case .folder, .other: throw .unreadable(path: path, why: "it is not a file or folder")
    }
  }

  private mutating func walk(_ folder: Folder, status: FileStatus, isNamed: Bool) throws(PackshotError) {
    let path = folder.path
    guard visitedFolders.insert(status.identity).inserted else {
      let what = "given twice, or a link leads to it; its photos are used once"
      notes.append(Warning("\(path) was \(what)", kind: "a folder was \(what)"))
      return
    }
    if let outputFolder, status.isSameFile(as: outputFolder) {
      if isNamed {
        throw .refusedSetting(
          "outputFolder", found: path, allowed: .described("a folder that is not one of the inputs"))
      }
      return
    }
    if status.kind == .file { return walk(folder, inArchive: path) }
    if let inside = ArchivedFile(path) { return walk(folder, inArchive: inside.archive, below: inside.path) }
    try watch?.add(path)
    guard let listing = FolderListing(path, by: collator) else {
      if isNamed { throw .unreadable(path: path, why: systemError()) }
      failures.append(
        (path, PhotoFailure(.unreadable, "unreadable-folder", "the folder cannot be read: \(systemError())")))
      return
    }
    if let code = listing.errorCode {
      let message = "the folder could only be read in part: \(systemError(code))"
      failures.append((path, PhotoFailure(.unreadable, "partly-unreadable-folder", message)))
    }
    if !isNamed, listing.isOutputOfARun || otherOutputs.contains(status.identity) {
      let what = "is the output folder of another run; its pictures are not used as photos"
      notes.append(Warning("\(path) \(what)", kind: "a folder \(what)"))
      return
    }
    for entry in listing.misnamed { refuse(entry, in: folder) }
    for entry in listing.entries { try visit(entry, in: folder) }
  }

  private mutating func visit(_ entry: FolderListing.Entry, in folder: Folder) throws(PackshotError) {
    let path = folder.path + "/" + entry.name
    let isFile = entry.type == UInt8(DT_REG)
    let isNamedArchive = ArchivedFile.isArchive(entry.name)
    let status = isFile && !isNamedArchive ? nil : FileStatus(path: path)
    let code = errno
    let isFolder = status?.kind == .folder || isNamedArchive && status?.kind == .file
    let decision = decision(on: Array(entry.name.utf8), path, isFolder: isFolder, in: folder)
    if decision == .excluded { return skip(path, .excluded) }
    if entry.name.utf8.first == UInt8(ascii: ".") { return skip(path, .hidden) }
    if isFile, !isNamedArchive { return take(path, named: entry.name, decision, in: folder) }
    guard let status else {
      let isLink = [ENOENT, ELOOP].contains(code) && FileStatus.isAnything(at: path)
      failures.append(
        (
          path,
          isLink
            ? PhotoFailure(.unreadable, "broken-link", "the link is broken or circular")
            : PhotoFailure(.unreadable, "unreadable-file", systemError(code))
        ))
      return
    }
    // A link can lead out of the named folders, and another link back in.
    let isOutside = entry.type == UInt8(DT_DIR) || isFile ? folder.isOutside : leadsOut(path)
    switch status.kind {
    case _ where isFolder:
      let below = folder.relative.isEmpty ? entry.name : folder.relative + "/" + entry.name
      let folder = Folder(path: path, relative: below, isOutside: isOutside, decision: decision)
      try walk(folder, status: status, isNamed: false)
    case .file: take(path, named: entry.name, decision, in: folder, isOutside: isOutside)
    case .folder, .other: skip(path, .notAFile)
    }
  }

  /// Returns the filter's decision on a file or folder found in the walk.
  ///
  /// - Parameter printed: Path of the file or folder as it is shown to the user.
  mutating func decision(
    on name: [UInt8], _ printed: String, isFolder: Bool, in folder: Folder
  ) -> InputFilter.Decision {
    if filter.isEmpty { return .included }
    let slash = UInt8(ascii: "/")
    let subject = PathPattern.Subject(
      name: name, below: folder.relative.isEmpty ? name : Array(folder.relative.utf8) + [slash] + name,
      path: Array(folder.path.utf8) + [slash] + name, printed: Array(printed.utf8), isFolder: isFolder)
    return filter.decision(on: subject, in: folder.decision)
  }

  /// Reports a failure for a file name that is not UTF-8 if the file would have been taken otherwise. Catalogs and
  /// recipes can't contain such a name.
  private mutating func refuse(_ entry: FolderListing.Misnamed, in folder: Folder) {
    let path = escapedBackslashes(folder.path) + "/" + entry.text
    let isFolder = entry.type == UInt8(DT_DIR)
    let name = entry.bytes.dropLast().map { UInt8(bitPattern: $0) }
    let decision = decision(on: name, path, isFolder: isFolder, in: folder)
    if decision == .excluded { return skip(path, .excluded) }
    if name.first == UInt8(ascii: ".") { return skip(path, .hidden) }
    if !isFolder, decision == .notIncluded { return skip(path, .notIncluded) }
    let pathExtension = String(entry.text.splitFileName.pathExtension ?? "")
    if !isFolder, ImageFileFormat(pathExtension: pathExtension) == nil {
      let file = Array(folder.path.utf8CString.dropLast()) + [CChar(UInt8(ascii: "/"))] + entry.bytes
      if case .skipped(let reason, let format) = FileGuess(file, pathExtension: pathExtension) {
        return skip(path, reason, format)
      }
    }
    let message =
      "the \(isFolder ? "folder" : "file")'s name is not UTF-8: \\x means an invalid byte; "
      + "rename it, as with `convmv -f latin1 -t utf8`, to render \(isFolder ? "what is in it" : "it")"
    failures.append((path, PhotoFailure(.notUTF8, "name-not-utf-8", message)))
  }

  /// Takes a file found in the walk if its extension or its first bytes show that it is a photo.
  private mutating func take(
    _ path: String, named name: String, _ decision: InputFilter.Decision, in folder: Folder, isOutside: Bool? = nil
  ) {
    if decision == .notIncluded { return skip(path, .notIncluded) }
    let photo = InputPhoto(path: path, relative: folder.relative, fileName: name)
    if ImageFileFormat(pathExtension: photo.extension) == nil,
      case .skipped(let reason, let format) = FileGuess(path, pathExtension: photo.extension)
    {
      return skip(path, reason, format)
    }
    take(photo, isOutside: isOutside ?? folder.isOutside)
  }

  mutating func take(_ photo: InputPhoto, isOutside: Bool = false) {
    seen += 1
    guard takenFiles.insert(FilePath(photo.path)).inserted else { return }
    photos.append(photo)
    if isOutside { outside = (outside.count + 1, outside.count == 0 ? photo.path : outside.example) }
  }

  mutating func skip(_ path: String, _ reason: SkippedFile.Reason, _ format: UnsupportedFormat? = nil) {
    skipped.append(SkippedFile(input: path, reason: reason, format: format))
  }

  /// Whether a path, with links resolved, is outside all named folders.
  private func leadsOut(_ path: String) -> Bool {
    guard let real = realPath(path) else { return false }
    return !namedFolders.contains { real.isPath(in: $0) }
  }
}
