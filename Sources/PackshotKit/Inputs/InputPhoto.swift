import Files
import ImageCodecs
import Recipes

/// A photo that the walk found.
struct InputPhoto: Sendable, Equatable {
  /// Path as the user would write it: the named path, followed by the path below it.
  var path: String
  /// Folder relative to the named folder. Empty if the photo is directly in that folder or was named itself.
  var relative: String
  var stem: String
  /// The extension without its dot.
  var `extension`: String

  /// `{relative}/{stem}`, which the `sku` pattern is matched with.
  var name: String { relative.isEmpty ? stem : relative + "/" + stem }

  init(path: String, relative: String, fileName: String) {
    self.path = path
    self.relative = relative
    let parts = fileName.splitFileName
    stem = String(parts.stem)
    `extension` = String(parts.pathExtension ?? "")
  }
}

extension InputWalk {
  /// The formats of the photos according to their extensions. Their actual formats are known when they are opened.
  var likelyFormats: Set<ImageFileFormat> {
    // Examining all names of a large walk would take longer than restarting a worker.
    Set(photos.prefix(1000).lazy.map(\.extension)).reduce(into: []) { formats, name in
      if let format = ImageFileFormat(pathExtension: name) { formats.insert(format) }
    }
  }
}

extension InputPhoto {
  /// Returns the template fields that would give the outputs of two photos different names.
  func fields(tellingApart other: InputPhoto) -> [String] {
    // If {stem} differs, the template doesn't contain it.
    if stem != other.stem { return ["{stem}"] }
    return [(relative != other.relative, "{relative}"), (self.extension != other.extension, "{extension}")]
      .filter(\.0).map(\.1)
  }
}
