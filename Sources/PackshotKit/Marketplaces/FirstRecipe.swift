import Files
import ImageCodecs
import Parameters

/// A recipe to start from, with every line explained.
package enum FirstRecipe {
  private static let quality = EncodeOptions.defaultQuality
  private static let extensions = Spelling.list(FormatList.written.map { $0.extensions[0] }, "or")

  public static let yaml = """
    # A packshot recipe: what is done to each photo, and which files are made from it. Run it with
    #
    #   packshot run THIS-FILE PHOTOS --output FOLDER
    #
    # `packshot recipe check THIS-FILE` says what is wrong with it, `packshot recipe show THIS-FILE` what it does.

    packshot: 1         # the version of the recipe language
    name: shop          # what the catalog calls this recipe

    # The steps applied to each photo, in order. `packshot filters` lists the filters, `packshot filters fit` explains one.
    steps:
      # Fits the whole photo into 1400 x 1400 pixels, and fills what is left over with white.
      - fit: { width: 1400, height: 1400, background: "#ffffff" }

    # The files made from each photo. It is read once, whatever their number. The extension decides the format: \(extensions).
    # {stem} is the photo's name without its extension, {relative} its folder, as seen from PHOTOS.
    outputs:
      # At full size: photos/mugs/MUG-001_front.jpg becomes mugs/MUG-001_front.png.
      - { file: "{relative}/{stem}.png" }
      # 800 pixels wide; the height follows. An output's own steps come after those above. `quality` goes from 1 to 100.
      - { file: "{relative}/{stem}-800.jpg", steps: [ { resize: { width: 800 } } ], quality: \(quality) }
      # A square thumbnail: `cover` fills it and crops what sticks out; `contain` would show the whole picture, smaller.
      - { file: "thumbs/{relative}/{stem}-200.jpg", steps: [ { resize: { width: 200, height: 200, mode: cover } } ] }

    # The catalog, which records what made each picture.
    catalog:
      # Its file is beside this recipe, so that FOLDER contains only pictures and can be uploaded as a whole.
      file: catalog.sqlite
      # Which product a photo shows, as a regular expression for its path without the extension: mugs/MUG-001_front is the view
      # `front` of the product MUG-001.
      sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'

    """

  /// Writes the recipe to a new file.
  ///
  /// - Throws: ``PackshotError`` if `path` already exists.
  public static func write(to path: String) throws { try write(yaml, to: path) }

  /// Writes a recipe to a new file.
  ///
  /// - Throws: ``PackshotError`` if `path` already exists.
  static func write(_ recipe: String, to path: String) throws {
    if FileStatus(path: path) != nil {
      throw PackshotError.cannotWrite(path: path, why: "it already exists; choose another name or remove it")
    }
    var text = recipe
    try text.withUTF8 { try TemporaryFile.write(UnsafeRawBufferPointer($0), to: path) }
  }
}
