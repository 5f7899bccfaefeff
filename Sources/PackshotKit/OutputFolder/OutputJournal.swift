import Catalog
import Files
import Foundation
import ObjectStore
import Platform
import Text

/// The files that runs into an output folder were about to publish. The journal is stored in the folder's lock file or
/// beside the catalog (``JournalLocation``).
///
/// A run killed between renaming its files and recording them leaves files that no catalog knows. So the hashes of each
/// group are flushed to disk before its first file is published. A file with one of these hashes was written by a run,
/// and the next run can overwrite it even if the recipe has changed since. Entries that the next run doesn't handle are
/// kept for later runs.
///
/// The first line is `1` while a run is active. Each further line is a file as a JSON object. Unreadable lines, such as
/// one cut off by a power cut, belong to files that were not published yet.
struct OutputJournal: Sendable {
  /// A file that was about to be published.
  struct Entry: Sendable, Equatable {
    var sha256: String
    /// Name of the recipe that rendered the file.
    var recipe: String
    /// Absolute path of the file's photo. Empty if an older version wrote the journal.
    var photo = ""
  }

  /// Output files that may be missing from the catalog, keyed by path relative to the output folder. A path can have
  /// several entries, because each killed run may have rendered a different file.
  private var entries: [FilePath: (path: String, files: [Entry])] = [:]
  /// Whether a run was killed.
  private(set) var isCutShort = false

  /// Maximum number of bytes to read, far more than the unrecorded groups of many killed runs need.
  private static let mostBytes = 64 << 20

  init() {}

  /// Reads the journal from an open file.
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

  /// Reads the journal of an output folder without locking it.
  ///
  /// - Parameter catalog: Path of the catalog. Nil for a catalog in the folder.
  init(folder: String, catalog: String? = nil, shard: Shard? = nil) {
    self.init()
    let folder = realPath(folder) ?? folder
    let place = JournalLocation(outputFolder: folder, catalog: catalog, shard: shard)
    for path in [place.path] + (place.isElsewhere ? [folder + "/" + OutputTree.lockName] : []) {
      guard let descriptor = openFile(path, followingLinks: false) else { continue }
      defer { close(descriptor) }
      merge(OutputJournal(Descriptor(descriptor)))
    }
  }

  /// Adds the entries of another journal.
  mutating func merge(_ other: OutputJournal) {
    for (path, files) in other.entries.values { for file in files { add(file, at: path) } }
    if other.isCutShort { isCutShort = true }
  }

  /// Whether the journal has no entries.
  var isEmpty: Bool { entries.isEmpty }

  /// Paths of all entries.
  var paths: some Sequence<String> { entries.values.lazy.map(\.path) }

  /// The entries for a path relative to the output folder.
  subscript(path: String) -> [Entry] { entries[FilePath(path)]?.files ?? [] }

  mutating func add(_ entry: Entry, at path: String) {
    if self[path].contains(entry) { return }
    entries[FilePath(path), default: (path, [])].files.append(entry)
  }

  mutating func remove(_ path: String) { entries[FilePath(path)] = nil }

  /// Removes entries without an existing file, which later runs don't need. A journal that was being written during a
  /// power cut may contain paths that never existed.
  mutating func keepOnly(_ isThere: (String) -> Bool) {
    entries = entries.filter { isThere($0.value.path) }
  }

  /// Writes the journal into a file.
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
