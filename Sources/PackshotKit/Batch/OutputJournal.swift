import Catalog
import Files
import Foundation
import Glibc
import ObjectStore
import Text

/// What runs into an output folder were about to put in place, in the folder's lock file or beside the catalog
/// (``JournalPlace``).
///
/// A run that is killed between renaming its files and recording them leaves files that no catalog knows. So each group's
/// hashes are on the disk before its first file takes its place; a file that has one of them is a run's, and the next run
/// may replace it, whatever became of the recipe meanwhile. What a later run has not come upon is kept for the one after it.
///
/// The first line is `1` while a run is at work, and each further one is a file as a JSON object. Lines that cannot be read,
/// such as one that was being written when the power went, tell of files that were not in place yet.
struct OutputJournal: Sendable {
  /// A file that was to be put in place.
  struct Entry: Sendable, Equatable {
    var sha256: String
    /// What the recipe is called that it was rendered by.
    var recipe: String
    /// The path of its photo, from the root; empty where an older version wrote the journal.
    var photo = ""
  }

  /// Those that are not known to be on record, by their paths below the output folder. A path may have several: each run that
  /// was killed may have meant to put another file there.
  private var entries: [FilePath: (path: String, files: [Entry])] = [:]
  /// Whether a run was ended before its time.
  private(set) var isCutShort = false

  /// More than all groups that are in place at a time come to.
  private static let mostBytes = 64 << 20

  init() {}

  /// Reads what a lock file says.
  init(_ file: Descriptor) {
    var bytes = [UInt8](repeating: 0, count: min(FileStatus(descriptor: file.number)?.byteCount ?? 0, Self.mostBytes))
    bytes.removeLast(bytes.count - ((try? bytes.withUnsafeMutableBytes { try file.readAll(into: $0) }) ?? 0))
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    isCutShort = lines.first?.first == UInt8(ascii: "1")
    for line in lines.dropFirst() {
      guard let entry = try? JSONValue(parsing: Data(line)) else { continue }
      if let path = entry["path"]?.text, let sha256 = entry["sha256"]?.text, let recipe = entry["recipe"]?.text {
        add(Entry(sha256: sha256, recipe: recipe, photo: entry["photo"]?.text ?? ""), at: path)
      }
    }
  }

  /// Reads the journal of an output folder that is not held.
  ///
  /// - Parameter catalog: The catalog's file; nil for one in the folder.
  init(folder: String, catalog: String? = nil, shard: Shard? = nil) {
    self.init()
    let folder = OutputFolder.realPath(folder) ?? folder
    let place = JournalPlace(outputFolder: folder, catalog: catalog, shard: shard)
    for path in [place.path] + (place.isElsewhere ? [folder + "/" + OutputFolder.lockName] : []) {
      guard let descriptor = openFile(path, followingLinks: false) else { continue }
      defer { close(descriptor) }
      merge(OutputJournal(Descriptor(descriptor)))
    }
  }

  /// Takes in what another one says, too.
  mutating func merge(_ other: OutputJournal) {
    for (path, files) in other.entries.values { for file in files { add(file, at: path) } }
    if other.isCutShort { isCutShort = true }
  }

  /// Whether it tells of no file.
  var isEmpty: Bool { entries.isEmpty }

  /// All paths at which something was to be put.
  var paths: some Sequence<String> { entries.values.lazy.map(\.path) }

  /// What was to be put at a path below the output folder.
  subscript(path: String) -> [Entry] { entries[FilePath(path)]?.files ?? [] }

  mutating func add(_ entry: Entry, at path: String) {
    if self[path].contains(entry) { return }
    entries[FilePath(path), default: (path, [])].files.append(entry)
  }

  mutating func remove(_ path: String) { entries[FilePath(path)] = nil }

  /// Forgets what was to be put where nothing lies: it tells a later run of no file. A journal that was being written when the power
  /// went may have paths in it that never were.
  mutating func keepOnly(_ isThere: (String) -> Bool) {
    entries = entries.filter { isThere($0.value.path) }
  }

  /// Writes it into a lock file.
  func write(to file: Descriptor, isAtWork: Bool) throws(SystemFailure) {
    var text = isAtWork || !entries.isEmpty ? (isAtWork ? "1\n" : "0\n") : ""
    for (path, files) in entries.values {
      for file in files {
        let line = JSONValue.object([
          .init("path", .string(path)), .init("sha256", .string(file.sha256)), .init("recipe", .string(file.recipe)),
          .init("photo", .string(file.photo)),
        ])
        text += "\(line)\n"
      }
    }
    try file.replaceContent(with: text)
  }
}
