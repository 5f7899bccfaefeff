import Catalog
import ImageCodecs
import Rendering

extension KnownFile {
  /// The photo as identities tell it.
  var content: PhotoContent { PhotoContent(sha256: sha256, format: ImageFileFormat(rawValue: image.format)) }
}
