import ArgumentParser
import ImageCodecs
import PackshotKit

extension CompletionKind {
  static var recipes: CompletionKind { .file(extensions: ["yaml", "yml"]) }
  /// Completes photos by their extensions, in lower and upper case, because shells match extensions case-sensitively.
  /// Shells also offer folders.
  static var photos: CompletionKind {
    let extensions = FormatList.all.flatMap { $0.extensions }
    return .file(extensions: extensions + extensions.map { $0.uppercased() })
  }
  static var catalogs: CompletionKind { .file(extensions: ["sqlite"]) }
  static var filters: CompletionKind { .list(FilterList.standard.all.map { $0.name }) }
}
