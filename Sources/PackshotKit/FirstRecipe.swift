import ImageCodecs

/// A recipe to start from, with every line explained.
public enum FirstRecipe {
  private static let quality = EncodeOptions.defaultQuality

  public static let yaml = """
    # A packshot recipe. Run it with:  packshot run THIS-FILE PHOTOS --output DIR
    packshot: 1
    name: shop

    # What is done to each photo, in this order. `packshot filters` lists what there is.
    steps:
      - fit: { width: 1400, height: 1400, background: "#ffffff" }

    # The files made of each photo, all from one decode. The extension says the format.
    outputs:
      - { file: "{relative}/{stem}.png" }
      - { file: "{relative}/{stem}-800.jpg", steps: [ { resize: { width: 800 } } ], quality: \(quality) }
      - { file: "thumbs/{relative}/{stem}-200.jpg", steps: [ { resize: { width: 200, height: 200, mode: cover } } ] }

    # Which product a photo shows: MUG-001_front.jpg is the view `front` of MUG-001.
    catalog:
      sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'

    """

  /// Writes it to a file that is not there yet.
  public static func write(to path: String) throws {
    if FileStatus(path: path) != nil {
      throw PackshotError.cannotWrite(path: path, reason: "it is there already; name another file or remove it")
    }
    var text = yaml
    try text.withUTF8 { try TemporaryFile.write(UnsafeRawBufferPointer($0), to: path) }
  }
}
