import Filters
import PixelCore

/// The layout of a contact sheet and the order of its pictures.
public struct ContactSheetStyle: Sendable {
  /// Number of pictures in a row, 1 to 64.
  public var columns = 6
  /// Number of rows on a page, 1 to 1000. If nil, all pictures are on one page.
  public var rows: Int?
  /// Side of the square that each picture is fitted into, in pixels, 16 to 2048.
  public var cellSize = 240
  /// Space between pictures and around them in pixels, 0 to 512.
  public var gap = 12
  /// The background colour, which must be opaque.
  public var paper = Color(red: 238, green: 238, blue: 236)
  /// The text below each picture, if any. It can have fields in braces, as texts in recipes can: `{file}`, `{stem}`,
  /// `{extension}` and `{path}` of the picture, its `{view}`, and attributes of its product in the catalog, such as
  /// `{sku}` and `{name}`. A field without a value is empty.
  public var caption: String?
  /// The order of the pictures.
  public var order = Order.folder

  /// The order of pictures.
  public enum Order: String, CaseIterable, Sendable {
    /// The order of the inputs, and by name within a folder.
    case folder
    /// By file name, regardless of folder.
    case name
    /// Latest modification first.
    case newest
  }

  /// Creates the default style.
  public init() {}

  func check() throws {
    for (setting, found, allowed, unit) in [
      ("columns", columns, 1...64, nil), ("rows", rows ?? 1, 1...1000, nil),
      ("cellSize", cellSize, 16...2048, "pixels"), ("gap", gap, 0...512, "pixels"),
    ] as [(SettingName, Int, ClosedRange<Int>, String?)] where !allowed.contains(found) {
      throw PackshotError.refusedSetting(setting, found: "\(found)", allowed: .range(allowed, unit: unit))
    }
    guard paper.isOpaque else {
      throw PackshotError.refusedSetting(
        "paper", found: "\(paper)", allowed: .described("an opaque colour, such as white"))
    }
  }

  /// Distance between the left edges of neighbouring pictures, in pixels.
  var across: Int { cellSize + gap }
  /// Distance between the upper edges of neighbouring rows, in pixels.
  var down: Int { cellSize + captionHeight + gap }

  // MARK: Captions

  /// Font size in pixels: an eighteenth of the picture's side, within readable limits.
  private var letterSize: Int { min(48, max(10, cellSize / 18)) }

  /// Height of the space below each picture in pixels.
  var captionHeight: Int { caption == nil ? 0 : letterSize * 9 / 5 }

  /// The product field that holds the caption, because a worker reads the steps as a recipe with fields.
  static let captionField = "name"

  /// Returns the steps that make a cell from a photo.
  func steps(withCaption: Bool) -> [any Filter] {
    var fit = Fit(width: cellSize, height: cellSize, background: paper)
    fit.enlarge = false
    if captionHeight == 0 { return [fit] }
    let pad = Pad(bottom: captionHeight, background: paper)
    if !withCaption { return [fit, pad] }
    let lightness = 2 * Int(paper.red) + 5 * Int(paper.green) + Int(paper.blue)
    let caption = Text(
      "{\(Self.captionField)}", size: .pixels(letterSize), fitWidth: .pixels(cellSize),
      fill: lightness < 4 * 255 ? .white : Color(red: 40, green: 40, blue: 40), at: .bottom)
    return [fit, pad, caption]
  }

  /// Returns a caption shortened to fit.
  func shortened(_ words: String) -> String {
    let most = max(8, cellSize * 9 / (letterSize * 5))
    guard words.count > most else { return words }
    // Names mostly differ at the end, so more of the end is kept.
    return "\(words.prefix(most / 3))…\(words.suffix(most - most / 3 - 1))"
  }
}
