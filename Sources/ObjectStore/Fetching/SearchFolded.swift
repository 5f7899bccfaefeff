internal import GRDB

extension DatabaseFunction {
  /// `searchFolded(text)`: the text as searches see it, for conditions on what has no folded column.
  static let searchFolded = DatabaseFunction("searchFolded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0])?.searchFolded
  }
}
