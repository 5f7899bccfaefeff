import Files
import Foundation
import Glibc

/// The pictures that checks have written into a folder of results, with the SHA-256 of each.
///
/// A file there is removed only if it still is what a check wrote.
struct ResultPictures {
  static let fileName = "pictures.json"

  private let folder: String
  /// By paths below the folder.
  private var hashes: [String: String]

  /// Those of earlier checks. None are known if their list is missing or can't be read.
  init(in folder: String) {
    self.folder = folder
    let list = try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + Self.fileName))
    hashes = list.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  /// Takes on what a check wrote for a case now, and removes what earlier checks wrote for it besides.
  ///
  /// - Parameter written: SHA-256 of the case's pictures, by their paths below the folder.
  mutating func update(_ name: String, written: [String: String]) {
    for picture in PicturePlaces.all {
      let path = name + "/" + picture
      if written[path] != nil { continue }
      guard let hash = hashes.removeValue(forKey: path), Files.sha256(ofFile: folder + "/" + path) == hash else {
        continue
      }
      unlink(folder + "/" + path)
    }
    hashes.merge(written) { $1 }
    if written.isEmpty { removeEmptyFolders(of: name) }
  }

  /// Removes a case's folder and those above it that are empty by now, up to the folder of results.
  private func removeEmptyFolders(of name: String) {
    var name = name
    while rmdir(folder + "/" + name) == 0, let parent = name.splitPath.folder.map(String.init), !parent.isEmpty {
      name = parent
    }
  }

  /// Writes the list, or removes it if there are no pictures any more.
  func save() throws {
    let path = folder + "/" + Self.fileName
    if hashes.isEmpty {
      unlink(path)
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(hashes).withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
