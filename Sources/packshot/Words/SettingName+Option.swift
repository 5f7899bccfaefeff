import Errors
import PackshotKit

extension SettingName {
  /// The option that sets it: `maxPixels` is `--max-pixels`.
  var option: String { "--" + (Self.otherwise[name] ?? name.kebabCase) }

  /// Those whose option is not called as they are: mostly one that may be given several times, and what Swift calls more exactly.
  private static let otherwise = [
    "cellSize": "size", "conditions": "where", "difference": "diff", "excluded": "exclude", "formats": "format",
    "included": "include", "isDryRun": "dry-run", "outputFolder": "output", "paper": "background", "skuPattern": "sku",
    "widths": "width",
  ]
}
