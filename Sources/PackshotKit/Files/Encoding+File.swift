import ImageCodecs
import Recipes

extension Recipe.Encoding {
  /// Creates the encoding for a file from its extension, with the default settings of recipes.
  init(forFile path: String) throws(PackshotError) {
    let dot = path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex
    guard let format = ImageFileFormat(writtenAs: String(path[dot...])) else {
      throw .refusedValue(of: "the file name", found: path, allowed: "\(FormatList.extensions) at its end")
    }
    self.init(format)
  }
}
