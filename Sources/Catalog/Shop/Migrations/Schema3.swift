extension Catalog {
  /// Version 3. It is not released yet: until then it may be edited.
  static let schema3 = Migration.sql("")
}
