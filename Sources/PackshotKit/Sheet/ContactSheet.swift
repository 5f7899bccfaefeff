import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes
import Rendering
import Text

/// A contact sheet: all pictures of some folders in one picture, or on pages, in rows, for an overview of a run's result.
public struct ContactSheet {
  private let names: SheetPages
  private let paths: [String]
  private let captions: SheetCaptions?
  /// Warnings about the inputs.
  public let warnings: [Warning]
  /// Files and folders among the inputs that could not be read. They have no place on the sheet.
  public let unreadable: [Missing]
  private let style: ContactSheetStyle
  private let fitting: ImageRendering
  /// The rendering of pictures whose captions can't be drawn.
  private let fittingWithoutCaption: ImageRendering
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// A picture that is missing from the sheet.
  public struct Missing: Sendable {
    /// Path of the picture.
    public let path: String
    /// Why the picture is missing.
    public let failure: PhotoFailure
  }

  /// A page of the sheet.
  public struct Page: Sendable {
    /// Path of the page's file.
    public let path: String
    /// Size in pixels.
    public let size: PixelSize
    fileprivate let pictures: Range<Int>

    /// Number of pictures that have a place on the page.
    public var pictureCount: Int { pictures.count }
  }

  /// The result of writing a sheet.
  public struct Outcome: Sendable {
    /// Pictures whose places are empty.
    public internal(set) var missing: [Missing] = []
    /// Warnings about the captions.
    public internal(set) var warnings: [Warning] = []
    /// Existing files with the names of later pages, probably of an earlier, longer sheet.
    public internal(set) var leftovers: [String] = []
  }

  /// - Parameters:
  ///   - inputs: Paths of pictures and folders of pictures.
  ///   - output: Path of the sheet, which can't be one of the pictures. If the style has ``ContactSheetStyle/rows``,
  ///     the pages are `sheet-1.jpg`, `sheet-2.jpg` and so on for `sheet.jpg`, or have their numbers in place of
  ///     `{page}`.
  ///   - excluded: Patterns of files and folders to exclude, by gitignore's rules.
  ///   - style: Layout, captions, and order of the pictures.
  ///   - catalog: Opens the catalog with the values of captions. Called only if a caption needs it.
  ///   - workers: The worker processes that decode the pictures.
  public init(
    of inputs: [String], to output: String, excluding excluded: [String] = [],
    style: ContactSheetStyle = ContactSheetStyle(), catalog: () throws -> Catalog = { try .inMemory() },
    limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    try limits.check()
    try style.check()
    names = try SheetPages(output, isPaged: style.rows != nil)
    // Uses the root locale, so that the order is the same on every machine.
    let collator = ICUCollator(locale: "", strength: .tertiary)
    var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded), collator: collator)
    try walk.add(inputs)
    let notes = walk.notes + walk.skipped.compactMap { $0.failure?.naming($0.input) }.map { Warning($0.message) }
    unreadable = walk.failures.map { Missing(path: $0.path, failure: $0.failure) }
    let paths = Self.sorted(walk.photos, by: style.order, collator)
    self.paths = paths
    guard !paths.isEmpty else { throw walk.nothingFound(in: inputs) }
    captions = try style.caption.map { try SheetCaptions($0, of: paths, in: catalog) }
    warnings = notes + [captions.flatMap { Self.warning(ofUnknown: $0.unknown) }].compactMap(\.self)
    var style = style
    style.columns = min(style.columns, paths.count)
    self.style = style
    pages = Self.pages(names, style, pictureCount: paths.count)
    for page in pages {
      do throws(PackshotError) {
        try OutputPreflight.check(page.path, sparing: paths.map { ($0, "one of the pictures") })
      } catch {
        if case .replacesInput(let path, _) = error { throw PackshotError.replacesPictureOfSheet(path: path) }
        throw error
      }
    }
    (self.limits, self.workers) = (limits, workers)
    fitting = try ImageRendering("a contact sheet", style.steps(withCaption: true), limits: limits)
    fittingWithoutCaption = try ImageRendering("a contact sheet", style.steps(withCaption: false), limits: limits)
  }

  private static func sorted(
    _ photos: [InputPhoto], by order: ContactSheetStyle.Order, _ collator: ICUCollator
  ) -> [String] {
    switch order {
    case .folder: return photos.map(\.path)
    case .name: return collator.sorted(photos) { [$0.stem, $0.extension, $0.path] }.map(\.path)
    case .newest:
      // A file that no longer exists is reported later as missing from the sheet.
      let dated = photos.map { (changed: FileStatus(path: $0.path)?.modifiedNanoseconds ?? 0, path: $0.path) }
      return dated.sorted { ($1.changed, $0.path) < ($0.changed, $1.path) }.map(\.path)
    }
  }

  private static func warning(ofUnknown pictures: (count: Int, example: String)) -> Warning? {
    if pictures.count == 0 { return nil }
    let (subject, whose) =
      pictures.count == 1 ? ("1 picture is", "its caption") : ("\(pictures.count) pictures are", "their captions")
    return Warning(
      "\(subject) not in the catalog, such as \(pictures.example), so fields from the catalog are empty in \(whose)")
  }

  private static func pages(_ names: SheetPages, _ style: ContactSheetStyle, pictureCount: Int) -> [Page] {
    let perPage = style.rows.map { $0 * style.columns } ?? pictureCount
    return stride(from: 0, to: pictureCount, by: perPage).enumerated().map { index, first in
      let pictures = first..<min(first + perPage, pictureCount)
      let rows = (pictures.count + style.columns - 1) / style.columns
      let size = PixelSize(width: style.columns * style.across + style.gap, height: rows * style.down + style.gap)
      return Page(path: names.path(index + 1), size: size, pictures: pictures)
    }
  }

  /// Number of pictures.
  public var pictureCount: Int { paths.count }

  /// The pages, of which there is one unless the style has ``ContactSheetStyle/rows``.
  public let pages: [Page]

  /// Writes the sheet.
  public func write() throws -> Outcome {
    var outcome = Outcome()
    var letters = CaptionLetters()
    for page in pages { try write(page, &outcome, &letters) }
    outcome.warnings = letters.warnings
    outcome.leftovers = names.leftovers(after: pages.count)
    return outcome
  }

  private func write(_ page: Page, _ outcome: inout Outcome, _ letters: inout CaptionLetters) throws {
    let encoding = try Recipe.Encoding(forFile: page.path)
    let (columns, gap, down) = (style.columns, style.gap, style.down)
    let rows = (page.pictures.count + columns - 1) / columns
    let shape = ImageShape(size: page.size, format: .encodedOpaque)

    let file = try TemporaryFile(for: page.path)
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(encoding, iccProfile: nil)) {
      try file.write($0)
    }
    // Only one row of pictures is in memory at a time.
    for row in 0..<rows {
      var strip = paperStrip(width: shape.size.width, height: down)
      for (column, picture) in paths[page.pictures].dropFirst(row * columns).prefix(columns).enumerated() {
        do {
          place(try cell(picture, &letters), on: &strip, x: gap + column * style.across)
        } catch {
          outcome.missing.append(Missing(path: picture, failure: PhotoFailure(error)))
        }
      }
      let rows = row * down..<(row + 1) * down
      try writer.write(RowBand(shape: shape, rows: rows, base: strip.row(0), stride: strip.stride))
    }
    if gap > 0 {
      let bottom = paperStrip(width: shape.size.width, height: gap)
      let lastRows = rows * down..<shape.size.height
      try writer.write(RowBand(shape: shape, rows: lastRows, base: bottom.row(0), stride: bottom.stride))
    }
    try writer.finish()
    try file.finish()
  }

  private func cell(_ path: String, _ letters: inout CaptionLetters) throws -> Image {
    var caption = ""
    do { caption = style.shortened(try captions?.caption(of: path) ?? "") } catch {
      letters.add(PhotoFailure(error), of: path)
    }
    let file = try OpenFile(named: path, limits: limits)
    return try workers.read(file, limits: limits) { info, renderer in
      if caption.isEmpty { return try fittingWithoutCaption.image(of: file, info, with: renderer) }
      // A sandboxed process can report only some of the missing characters at once, so this retries.
      for _ in 0..<3 {
        let values = PhotoSubject(values: [ContactSheetStyle.captionField: ProductValue(caption)])
        do {
          return try fitting.image(of: file, info, about: values, with: renderer)
        } catch {
          guard let drawn = letters.replacing(PhotoFailure(error), in: caption, of: path) else { break }
          caption = drawn
        }
      }
      // If the caption isn't the cause, this fails too.
      return try fittingWithoutCaption.image(of: file, info, with: renderer)
    }
  }

  private func paperStrip(width: Int, height: Int) -> PixelBuffer {
    var strip = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    let color = style.paper.pixel(in: .encodedOpaque)
    for y in 0..<height { color.fill(strip.mutableRow(y), count: width) }
    return strip
  }

  /// Copies a picture into a strip, below the gap at its upper edge.
  private func place(_ picture: Image, on strip: inout PixelBuffer, x: Int) {
    for y in 0..<picture.size.height {
      (strip.mutableRow(style.gap + y) + x * 4).copyMemory(from: picture.row(y), byteCount: picture.size.width * 4)
    }
  }
}
