import ArgumentParser
import ImageCodecs
import PackshotKit

extension CompletionKind {
  static var recipes: CompletionKind { .file(extensions: ["yaml", "yml"]) }
  /// Shells also offer folders, and match extensions case-sensitively.
  static var photos: CompletionKind {
    let extensions = FormatList.all.flatMap { $0.extensions }
    return .file(extensions: extensions + extensions.map { $0.uppercased() })
  }
  static var catalogs: CompletionKind { .file(extensions: ["sqlite"]) }
  static var filters: CompletionKind { .list(FilterList.standard.all.map { $0.name }) }
}
