import Filters
import Golden
import ImageCodecs
import Parameters
import PixelCore
import Recipes

/// The settings of a case from `case.yaml`. The file and all of its keys are optional.
///
/// ```yaml
/// why: the badge is drawn by another library since May
/// recipe: ../../storefront.yaml   # else recipe.yaml in the case's folder
/// input: ../photos/mug.jpg        # else input.jpg, input.png, input.webp… there
/// output: 1                       # which of the recipe's outputs, counted from 0
/// channels: 2                     # or perceptual: 2, or ssim: 0.98; else exactly
/// antialiasing: ignore
/// pixels: 0.1%                    # or a number
/// density: 5%                     # with pixels: of any window of 8 × 8
/// ignore: [[0, 0, 40, 20]]        # rectangles: x, y, width, height
/// only: []
/// mask: mask.png
/// profile: ignore
/// ```
public struct GoldenSettings: Sendable {
  /// A note for people about the reason for the case.
  public var why: String?
  /// Path of the recipe, relative to the case's folder.
  public var recipe: String?
  /// Path of the photo, relative to the case's folder.
  public var input: String?
  /// Index of the recipe's output to compare, from 0.
  public var output = 0
  /// How much the picture can differ from the expected one.
  public var tolerance = Tolerance()
  /// Rectangles that are not compared.
  public var ignored: [PixelRect] = []
  /// The only rectangles that are compared. If empty, the whole picture is compared.
  public var only: [PixelRect] = []
  /// Path of a mask, relative to the case's folder.
  public var mask: String?

  /// Creates the default settings.
  public init() {}
}

extension GoldenSettings {
  static let keys = [
    "why", "recipe", "input", "output", "channels", "perceptual", "ssim", "antialiasing", "pixels", "density", "ignore",
    "only", "mask", "profile",
  ]

  /// Parses `case.yaml`.
  ///
  /// - Throws: ``RecipeError`` with line and column.
  init(yaml: String, file: String) throws(RecipeError) {
    let reader = SettingsReader(file: file)
    let entries = try reader.entries(of: try Value.yaml(yaml, file: file))
    let measures = entries.filter { ["channels", "perceptual", "ssim"].contains($0.key) }
    if measures.count > 1 {
      throw reader.error(
        measures[1], .alternatives(measures[0].key, measures[1].key))
    }
    if let density = entries.first(where: { $0.key == "density" }), !entries.contains(where: { $0.key == "pixels" }) {
      throw reader.error(density, .densityWithoutPixels)
    }
    for entry in entries {
      switch entry.key {
      case "why": why = try reader.text(entry)
      case "recipe": recipe = try reader.text(entry)
      case "input": input = try reader.text(entry)
      case "mask": mask = try reader.text(entry)
      case "output": output = Int(try reader.number(entry, in: 0...999, wholly: true))
      case "channels": tolerance.measure = .channels(try reader.number(entry, in: 0...255))
      case "perceptual": tolerance.measure = .perceptual(try reader.number(entry, in: 0...200))
      case "ssim": tolerance.measure = .structure(try reader.number(entry, in: 0...1))
      case "antialiasing": tolerance.countsAntialiasing = try reader.choice(entry, ["ignore", "count"]) == "count"
      case "profile": tolerance.comparesProfiles = try reader.choice(entry, ["ignore", "compare"]) == "compare"
      case "pixels": tolerance.pixels = try reader.allowance(entry)
      case "density": tolerance.density = try reader.share(entry)
      case "ignore": ignored = try reader.rectangles(entry)
      default: only = try reader.rectangles(entry)
      }
    }
  }
}

/// A reader of the values in a `case.yaml`, whose errors contain the position in the file.
private struct SettingsReader {
  let file: String

  func entries(of value: Value) throws(RecipeError) -> [Value.Entry] {
    guard case .map(let entries) = value.content else {
      throw RecipeError(
        file: file, location: value.location, path: "",
        .unexpected(found: value.excerpt, expected: "a case has lines such as `channels: 2`"))
    }
    for entry in entries where !GoldenSettings.keys.contains(entry.key) {
      throw RecipeError(
        file: file, location: entry.location, path: "",
        .unknownKey(
          entry.key, nearest: Spelling.nearest(to: entry.key, among: GoldenSettings.keys), allowed: GoldenSettings.keys)
      )
    }
    return entries
  }

  func error(_ entry: Value.Entry, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: entry.value.location, path: entry.key, fault)
  }

  private func refusal(_ entry: Value.Entry, _ allowed: String) -> RecipeError {
    error(entry, .refusedValue(key: entry.key, found: entry.value.excerpt, nearest: nil, allowed: allowed))
  }

  func text(_ entry: Value.Entry) throws(RecipeError) -> String {
    guard case .text(let text) = entry.value.content, !text.isEmpty else {
      throw refusal(entry, "text (put it in quotes)")
    }
    return text
  }

  func number(
    _ entry: Value.Entry, in range: ClosedRange<Double>, wholly: Bool = false
  ) throws(RecipeError) -> Double {
    guard case .number(let number) = entry.value.content, range.contains(number), !wholly || number == number.rounded()
    else {
      let bounds = [range.lowerBound, range.upperBound].map { Value(.number($0)).description }
      throw refusal(entry, "a \(wholly ? "whole " : "")number from \(bounds[0]) to \(bounds[1])")
    }
    return number
  }

  func choice(_ entry: Value.Entry, _ words: [String]) throws(RecipeError) -> String {
    guard case .text(let word) = entry.value.content, words.contains(word) else {
      throw refusal(entry, words.joined(separator: " or "))
    }
    return word
  }

  func share(_ entry: Value.Entry) throws(RecipeError) -> Double {
    guard case .text(let text) = entry.value.content, text.hasSuffix("%"), let number = Double(text.dropLast()),
      0...100 ~= number
    else { throw refusal(entry, "a share from 0% to 100%, such as 5%") }
    return number / 100
  }

  func allowance(_ entry: Value.Entry) throws(RecipeError) -> Tolerance.Allowance {
    if case .number(let number) = entry.value.content, let count = Int(exactly: number), count >= 0 {
      return .count(count)
    }
    guard let share = try? share(entry) else { throw refusal(entry, "a number of pixels, or a share such as 0.1%") }
    return .share(share)
  }

  func rectangles(_ entry: Value.Entry) throws(RecipeError) -> [PixelRect] {
    guard case .list(let values) = entry.value.content else {
      throw refusal(entry, "rectangles: [[x, y, width, height], …]")
    }
    var rectangles: [PixelRect] = []
    for value in values {
      var numbers: [Int] = []
      if case .list(let items) = value.content {
        for item in items {
          if case .number(let number) = item.content, let whole = Int(exactly: number), abs(whole) < 1 << 31 {
            numbers.append(whole)
          }
        }
      }
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw RecipeError(
          file: file, location: value.location, path: entry.key,
          .unexpected(found: value.excerpt, expected: "a rectangle is [x, y, width, height], in whole pixels"))
      }
      rectangles.append(
        PixelRect(
          origin: PixelPoint(x: numbers[0], y: numbers[1]), size: PixelSize(width: numbers[2], height: numbers[3])))
    }
    return rectangles
  }
}
