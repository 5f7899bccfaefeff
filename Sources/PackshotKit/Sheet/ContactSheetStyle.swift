import Filters
import PixelCore

/// How a contact sheet looks, and in which order its pictures are.
public struct ContactSheetStyle: Sendable {
  /// Pictures in a row: 1 to 64.
  public var columns = 6
  /// Pixels across and down for each picture, which is fitted inside: 16 to 2048.
  public var cellSize = 240
  /// Pixels between pictures and around them: 0 to 512.
  public var gap = 12
  /// The colour of the paper, which is opaque.
  public var paper = Color(red: 238, green: 238, blue: 236)
  /// What is written under each picture; nil writes nothing.
  public var caption: Caption?
  /// The order of the pictures.
  public var order = Order.folder

  /// What tells a picture.
  public enum Caption: String, CaseIterable, Sendable {
    /// Its file's name.
    case name
    /// Its path, as it was named.
    case path
  }

  /// What pictures are sorted by.
  public enum Order: String, CaseIterable, Sendable {
    /// As the pictures and folders are given, those of a folder by name.
    case folder
    /// By the file's name, whichever folder it is in.
    case name
    /// What was changed last comes first.
    case newest
  }

  /// The usual style.
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

  /// The size of their letters, in pixels: an eighteenth of the picture's side, as far as that can be read.
  private var letterSize: Int { min(48, max(10, cellSize / 18)) }

  /// Pixels below each picture.
  var captionHeight: Int { caption == nil ? 0 : letterSize * 9 / 5 }

  /// The field that a picture's caption takes the place of: a product's, as a worker reads the steps as a recipe.
  static let captionField = "name"

  /// What makes a cell's picture out of a photo.
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

  /// A picture's caption, short enough to be read; nil where there is none.
  func caption(of path: String) -> String? {
    guard let caption else { return nil }
    let words = caption == .path ? path : path.split(separator: "/").last.map(String.init) ?? path
    let most = max(8, cellSize * 9 / (letterSize * 5))
    guard words.count > most else { return words }
    // What tells pictures apart is mostly at the end.
    return "\(words.prefix(most / 3))…\(words.suffix(most - most / 3 - 1))"
  }
}
