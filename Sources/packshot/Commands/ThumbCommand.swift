import ArgumentParser
import PackshotKit

struct ThumbCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumb",
    abstract: "Make thumbnails of photos, without a recipe.",
    discussion: """
      EXAMPLE
        packshot thumb photos --width 300 --output shop/thumbs
        packshot thumb photos --width 200 --height 200 --mode cover --output thumbs
        packshot thumb photos --width 300 --format avif --format jpeg --output thumbs

      The next run makes only what changed, like `packshot run`.

      DETAILS

      Each photo gets one file per --width, such as mugs/MUG-001-300.jpg, or mugs/MUG-001-300x200.jpg with --height. \
      The name contains the actual size of the thumbnail. A photo that is smaller than its thumbnail keeps its size, \
      unless --enlarge is given: for --width 1000 and --width 2000, a photo that is 700 pixels wide becomes a single \
      MUG-001-700.jpg.

      The values of --metadata: strip keeps nothing; copyright keeps the artist, the copyright notice and the credit \
      line; keep keeps all Exif, XMP and IPTC that still applies, including the location. --sku is the `sku` pattern \
      of a recipe's `catalog`. The output of --print-recipe works with `packshot run`.

      \(InputArguments.patterns)
      """)

  @Argument(help: .inputs, completion: .photos) var inputs: [String] = []
  @Option(name: .shortAndLong, help: .outputFolder, completion: .directory) var output: String?
  @Option(help: ArgumentHelp("Width in pixels; repeatable.", valueName: "pixels"))
  var width: [Int]
  @Option(help: ArgumentHelp("Height in pixels (default: by the aspect ratio).", valueName: "pixels"))
  var height: Int?
  @Option(help: "How to fit --width and --height.") var mode = Resize.Mode
    .contain
  @Option(help: "Format; repeatable (default: jpeg).")
  var format: [ImageFileFormat] = []
  @Option(help: .quality) var quality: Int?
  @Option(
    help: """
      Metadata to keep: none, only artist, copyright and credit, or everything that still applies.
      """)
  var metadata = KeptMetadata.strip
  @Option(
    help: ArgumentHelp(
      "Regular expression for the SKU in a photo's path.",
      valueName: "regex")
  )
  var sku: String?
  @Flag(inversion: .prefixedNo, help: "Enlarge small photos.") var enlarge =
    false
  @Flag(help: "Print the equivalent recipe and exit.") var printRecipe = false
  @OptionGroup var batch: BatchArguments

  func validate() throws {
    if printRecipe { return }
    try batch.input.validate(inputs)
    try LocalPath.check(output)
    if output == nil { throw ValidationError("--output is missing; give the folder for the thumbnails") }
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
