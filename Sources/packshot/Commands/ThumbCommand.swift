import ArgumentParser
import PackshotKit

struct ThumbCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumb",
    abstract: "Makes thumbnails of photos and folders of photos, without a recipe.",
    discussion: """
      Each photo gets a file for each --width, such as mugs/MUG-001-300.jpg, or -300x200 with a --height. The name gives \
      the thumbnail's actual size. A photo that is smaller than its thumbnail keeps its size, unless --enlarge is given: \
      one that is 700 pixels wide becomes a single MUG-001-700.jpg for --width 1000 and --width 2000. Otherwise it works \
      like `packshot run`: run again, it makes only what changed.

      --print-recipe prints the equivalent recipe, for use with `packshot run`.

      \(InputArguments.patterns)

      EXAMPLE
        packshot thumb photos --width 300 --output shop/thumbs
        packshot thumb photos --width 200 --height 200 --mode cover --output thumbs
        packshot thumb photos --width 300 --format avif --format jpeg --output thumbs
      """)

  @Argument(help: .inputs, completion: .photos) var inputs: [String] = []
  @Option(name: .shortAndLong, help: .outputFolder, completion: .directory) var output: String?
  @Option(help: ArgumentHelp("Width in pixels; repeat for several widths.", valueName: "pixels"))
  var width: [Int]
  @Option(help: ArgumentHelp("Height in pixels (default: keeps the aspect ratio).", valueName: "pixels"))
  var height: Int?
  @Option(help: "With a height: fit inside (contain), fill and crop (cover), or stretch.") var mode = Resize.Mode
    .contain
  @Option(help: "The thumbnails' format; repeat for several, such as --format avif --format jpeg (default: jpeg).")
  var format: [ImageFileFormat] = []
  @Option(help: .quality) var quality: Int?
  @Option(
    help: """
      What thumbnails keep of the photos' Exif, XMP and IPTC: nothing (strip), the artist, the copyright notice and the \
      credit line (copyright), or all that still holds (keep), the place included.
      """)
  var metadata = KeptMetadata.strip
  @Option(
    help: ArgumentHelp(
      "A regular expression that finds the SKU in a photo's path, as in a recipe's `catalog: { sku: … }`.",
      valueName: "regex")
  )
  var sku: String?
  @Flag(inversion: .prefixedNo, help: "Whether to enlarge photos that are smaller than the thumbnail.") var enlarge =
    false
  @Flag(help: "Print the recipe and exit; no photos are needed.") var printRecipe = false
  @OptionGroup var batch: BatchArguments

  func validate() throws {
    if printRecipe { return }
    try batch.input.validate(inputs)
    try LocalPath.check(output)
    if output == nil { throw ValidationError("give --output, the folder for the thumbnails") }
  }

  func run() throws {
    if let output, !printRecipe { return try batch.run(inputs, to: output) { try thumbnails().recipe() } }
    print(try thumbnails().yaml, terminator: "")
  }

  private func thumbnails() throws(PackshotError) -> ThumbnailRecipe {
    try ThumbnailRecipe(
      widths: width, height: height, mode: mode, enlarge: enlarge, formats: format.isEmpty ? [.jpeg] : format,
      quality: quality, metadata: metadata, skuPattern: sku)
  }
}
