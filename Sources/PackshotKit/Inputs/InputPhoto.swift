import Files
import ImageCodecs
import Recipes

/// A photo to be rendered, as the walk found it.
struct InputPhoto: Sendable, Equatable {
  /// As a person would name it: the path given, and what lies below it.
  var path: String
  /// Its folder below the folder that was named; empty if it lies in that folder or was named itself.
  var relative: String
  var stem: String
  /// Without the dot.
  var `extension`: String

  /// `{relative}/{stem}`: what tells the product.
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
  /// What the photos' names say of their formats. What they are is seen when they are opened.
  var likelyFormats: Set<ImageFileFormat> {
    // All names of a large walk would take longer than a worker that has to start anew.
    Set(photos.prefix(1000).lazy.map(\.extension)).reduce(into: []) { formats, name in
      if let format = ImageFileFormat(pathExtension: name) { formats.insert(format) }
    }
  }
}

extension InputPhoto {
  /// The fields that give the outputs of two photos names of their own.
  func fields(tellingApart other: InputPhoto) -> [String] {
    // A template that had {stem} would have told them apart.
    if stem != other.stem { return ["{stem}"] }
    return [(relative != other.relative, "{relative}"), (self.extension != other.extension, "{extension}")]
      .filter(\.0).map(\.1)
  }
}
