import ArgumentParser
import PackshotKit

extension CompletionKind {
  static var recipes: CompletionKind { .file(extensions: ["yaml", "yml"]) }
  /// Shells offer folders too.
  static var photos: CompletionKind { .file(extensions: ["jpg", "jpeg", "png", "JPG", "JPEG", "PNG"]) }
  static var catalogs: CompletionKind { .file(extensions: ["sqlite"]) }
  static var filters: CompletionKind { .list(FilterList.all.map { $0.name }) }
}
