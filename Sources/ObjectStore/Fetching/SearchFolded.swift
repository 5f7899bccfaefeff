import Foundation
internal import GRDB

extension DatabaseFunction {
  /// `searchFolded(text)`: the text as searches see it, for conditions on what has no folded column.
  static let searchFolded = DatabaseFunction("searchFolded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0])?.searchFolded
  }

  /// `precomposed(text)`: the text in Unicode's normal form C, for comparisons of texts that file systems and people write in
  /// several forms.
  static let precomposed = DatabaseFunction("precomposed", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0])?.precomposedStringWithCanonicalMapping
  }
}
