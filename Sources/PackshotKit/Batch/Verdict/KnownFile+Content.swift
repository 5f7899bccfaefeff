import Catalog
import ImageCodecs
import Rendering

extension KnownFile {
  /// The photo as identities tell it.
  var content: PhotoContent {
    let model = image.colorModel.flatMap(ImageInfo.ColorModel.init)
    return PhotoContent(
      sha256: sha256, format: ImageFileFormat(rawValue: image.format), hasInks: model?.hasInks == true)
  }
}
