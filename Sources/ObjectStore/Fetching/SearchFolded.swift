import Foundation
internal import GRDB

extension DatabaseFunction {
  /// The SQL function `searchFolded(text)`: the text as searches compare it, for conditions on attributes without a
  /// folded column.
  static let searchFolded = DatabaseFunction("searchFolded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0])?.searchFolded
  }

  /// The SQL function `precomposed(text)`: the text in Unicode's normal form C. File systems and people write the same
  /// text in several forms.
  static let precomposed = DatabaseFunction("precomposed", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0])?.precomposedStringWithCanonicalMapping
  }
}
