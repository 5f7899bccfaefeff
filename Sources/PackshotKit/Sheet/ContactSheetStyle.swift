import Filters
import PixelCore

/// The layout of a contact sheet and the order of its pictures.
public struct ContactSheetStyle: Sendable {
  /// Number of pictures in a row, 1 to 64.
  public var columns = 6
  /// Side of the square that each picture is fitted into, in pixels, 16 to 2048.
  public var cellSize = 240
  /// Space between pictures and around them in pixels, 0 to 512.
  public var gap = 12
  /// The background colour, which must be opaque.
  public var paper = Color(red: 238, green: 238, blue: 236)
  /// The text below each picture, if any.
  public var caption: Caption?
  /// The order of the pictures.
  public var order = Order.folder

  /// The text below a picture.
  public enum Caption: String, CaseIterable, Sendable {
    /// File name.
    case name
    /// Path as given.
    case path
  }

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
      ("columns", columns, 1...64, nil), ("cellSize", cellSize, 16...2048, "pixels"), ("gap", gap, 0...512, "pixels"),
    ] as [(SettingName, Int, ClosedRange<Int>, String?)] where !allowed.contains(found) {
      throw PackshotError.refusedSetting(setting, found: "\(found)", allowed: .range(allowed, unit: unit))
    }
    guard paper.isOpaque else {
      throw PackshotError.refusedSetting(
        "paper", found: "\(paper)", allowed: .described("an opaque colour, such as white"))
    }
  }

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

  /// Returns a picture's caption, shortened to fit, or nil if there are no captions.
  func caption(of path: String) -> String? {
    guard let caption else { return nil }
    let words = caption == .path ? path : path.split(separator: "/").last.map(String.init) ?? path
    let most = max(8, cellSize * 9 / (letterSize * 5))
    guard words.count > most else { return words }
    // Names mostly differ at the end, so more of the end is kept.
    return "\(words.prefix(most / 3))…\(words.suffix(most - most / 3 - 1))"
  }
}
