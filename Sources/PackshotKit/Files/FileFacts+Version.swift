import Catalog
import Rendering

extension FileFacts {
  /// Creates the values that the catalog records about a file that was read.
  init(_ path: String, _ version: FileVersion, _ image: ImageFacts) {
    self.init(path: path, sha256: version.sha256, stamp: version.stamp, image: image)
  }
}
