import Files
import Foundation
import Platform

/// The pictures that checks have written into a results folder, with their SHA-256.
///
/// A file is removed only if it is unmodified since a check wrote it.
struct ResultPictures {
  static let fileName = "pictures.json"

  private let folder: String
  /// Hashes by path relative to the folder.
  private var hashes: [String: String]

  /// Reads the list of earlier checks. It is empty if the file is missing or can't be read.
  init(in folder: String) {
    self.folder = folder
    let list = try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + Self.fileName))
    hashes = list.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  /// Records the pictures that the check wrote for a case, and removes the other pictures that earlier checks wrote for
  /// the case.
  ///
  /// - Parameter written: SHA-256 of the case's pictures, by path relative to the folder.
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

  /// Removes a case's folder and its parents as long as they are empty, up to the results folder.
  private func removeEmptyFolders(of name: String) {
    var name = name
    while rmdir(folder + "/" + name) == 0, let parent = name.splitPath.folder.map(String.init), !parent.isEmpty {
      name = parent
    }
  }

  /// Writes the list, or removes it if there are no pictures.
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
