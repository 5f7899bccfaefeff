extension ProductManifest {
  /// The keys of a manifest.
  package static let fields = [
    EventField("sku", "text", "The product's SKU."),
    EventField("name", "text", "Its name."),
    EventField("price", "text", "Its price, with the currency's number of decimals.", isOptional: true),
    EventField("currency", "text", "The price's currency, by ISO 4217.", isOptional: true),
    EventField("url", "text", "The product's page in the shop.", isOptional: true),
    EventField(
      "color", "text", "The product's colour, such as `#c81e28`: its tint, or the main colour of its first picture.",
      isOptional: true),
    EventField("pictures", "array of objects", "Its [pictures](#picture-of-a-manifest), sorted by view."),
  ]
}

extension ManifestPicture {
  /// The keys of a picture.
  package static let fields = [
    EventField("view", "text", "The view that the photo shows.", isOptional: true),
    EventField("recipe", "text", "The name of the recipe that made the files.", isOptional: true),
    EventField("width", "number", "Width of the largest file in pixels."),
    EventField("height", "number", "Height of the largest file in pixels."),
    EventField("alt", "text", "The alternative text, not escaped."),
    EventField(
      "placeholder", "text",
      "A small version of the picture, as a `data:` address. Missing if no file of the picture can be read.",
      isOptional: true),
    EventField(
      "thumbHash", "text", "The picture's [ThumbHash](https://evanw.github.io/thumbhash/) in Base64, as `placeholder`.",
      isOptional: true),
    EventField("files", "array of objects", "The [files](#file-of-a-manifest), in all sizes and formats."),
    EventField("srcset", "array of objects", "A [`srcset`](#srcset-of-a-manifest) for each media type."),
    EventField(
      "html", "text", "A `<picture>` or `<img>` element. Missing if browsers show none of the formats.",
      isOptional: true),
  ]
}

extension ManifestPicture.File {
  /// The keys of a file.
  package static let fields = [
    EventField("url", "text", "Its address."),
    EventField("width", "number", "In pixels."),
    EventField("height", "number", "In pixels."),
    EventField("format", "text", "The format's name, such as `webp`."),
    EventField("mediaType", "text", "The media type, such as `image/webp`."),
    EventField("bytes", "number", "The file's size."),
    EventField("sha256", "text", "The SHA-256 of its bytes."),
  ]
}

extension ManifestPicture.Set {
  /// The keys of a `srcset`.
  package static let fields = [
    EventField("mediaType", "text", "The media type of the files."),
    EventField("srcset", "text", "The value of the attribute `srcset`: one file for each width."),
  ]
}
