import Files
import Filters
import Foundation
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes
import Rendering
import Text

/// A contact sheet: all pictures of some folders in one picture, in rows, for an overview of a run's result.
public struct ContactSheet {
  private let output: String
  private let paths: [String]
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

  /// The result of writing a sheet.
  public struct Outcome: Sendable {
    /// Pictures whose places are empty.
    public internal(set) var missing: [Missing] = []
    /// Warnings about the captions.
    public internal(set) var warnings: [Warning] = []
  }

  /// - Parameters:
  ///   - inputs: Paths of pictures and folders of pictures.
  ///   - output: Path of the sheet, which can't be one of the pictures.
  ///   - excluded: Patterns of files and folders to exclude, by gitignore's rules.
  ///   - style: Layout, and order of the pictures.
  ///   - workers: The worker processes that decode the pictures.
  public init(
    of inputs: [String], to output: String, excluding excluded: [String] = [],
    style: ContactSheetStyle = ContactSheetStyle(), limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    try limits.check()
    try style.check()
    // Uses the root locale, so that the order is the same on every machine.
    let collator = ICUCollator(locale: "", strength: .tertiary)
    var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded), collator: collator)
    try walk.add(inputs)
    warnings = walk.notes + walk.skipped.compactMap { $0.failure?.naming($0.input) }.map { Warning($0.message) }
    unreadable = walk.failures.map { Missing(path: $0.path, failure: $0.failure) }
    paths = Self.sorted(walk.photos, by: style.order, collator)
    self.output = output
    guard !paths.isEmpty else { throw walk.nothingFound(in: inputs) }
    do throws(PackshotError) {
      try OutputPlace.check(output, sparing: paths.map { ($0, "one of the pictures") })
    } catch {
      if case .replacesInput(let path, _) = error { throw PackshotError.replacesPictureOfSheet(path: path) }
      throw error
    }
    var style = style
    style.columns = min(style.columns, paths.count)
    self.style = style
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

  /// Number of pictures.
  public var pictureCount: Int { paths.count }

  /// Size of the sheet in pixels.
  public var size: PixelSize {
    PixelSize(width: style.columns * across + style.gap, height: rowCount * down + style.gap)
  }

  private var rowCount: Int { (paths.count + style.columns - 1) / style.columns }
  /// Distance between the left edges of neighbouring pictures, in pixels.
  private var across: Int { style.cellSize + style.gap }
  /// Distance between the upper edges of neighbouring rows, in pixels.
  private var down: Int { style.cellSize + style.captionHeight + style.gap }

  /// Writes the sheet.
  public func write() throws -> Outcome {
    let encoding = try Recipe.Encoding(forFile: output)
    let (columns, gap, rows) = (style.columns, style.gap, rowCount)
    let shape = ImageShape(size: size, format: .encodedOpaque)

    let file = try TemporaryFile(for: output)
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(encoding, iccProfile: nil)) {
      try file.write($0)
    }
    // Only one row of pictures is in memory at a time.
    var outcome = Outcome()
    var captions = CaptionLetters()
    for row in 0..<rows {
      var strip = paperStrip(width: shape.size.width, height: down)
      for column in 0..<columns where row * columns + column < paths.count {
        let picture = paths[row * columns + column]
        do {
          place(try cell(picture, &captions), on: &strip, x: gap + column * across)
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
    outcome.warnings = captions.warnings
    return outcome
  }

  private func cell(_ path: String, _ captions: inout CaptionLetters) throws -> Image {
    let file = try OpenFile(named: path, limits: limits)
    return try workers.read(file, limits: limits) { info, renderer in
      guard var caption = style.caption(of: path) else { return try fitting.image(of: file, info, with: renderer) }
      // A sandboxed process can report only some of the missing characters at once, so this retries.
      for _ in 0..<3 {
        let values = PhotoSubject(values: [ContactSheetStyle.captionField: ProductValue(caption)])
        do {
          return try fitting.image(of: file, info, about: values, with: renderer)
        } catch {
          guard let drawn = captions.replacing(PhotoFailure(error), in: caption, of: path) else { break }
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
