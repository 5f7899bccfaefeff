import Errors
import PackshotKit

extension SettingName {
  /// The option for the setting: `maxPixels` is `--max-pixels`.
  var option: String { "--" + (Self.otherwise[name] ?? name.kebabCase) }

  /// Settings whose option has a different name: mostly options that can be given several times, and settings with a
  /// more precise name in Swift.
  private static let otherwise = [
    "cellSize": "size", "conditions": "where", "difference": "diff", "excluded": "exclude", "formats": "format",
    "included": "include", "isDryRun": "dry-run", "outputFolder": "output", "paper": "background", "skuPattern": "sku",
    "widths": "width",
  ]
}
