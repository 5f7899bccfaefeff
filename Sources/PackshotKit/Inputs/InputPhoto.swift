import Files
import Pipeline

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
