import Filters

extension FilterList {
  /// Returns the list with more filters appended.
  ///
  /// ```swift
  /// let filters = try FilterList.standard + [Vignette.self]
  /// ```
  ///
  /// - Throws: ``FilterListError`` if two filters have the same name, or a name isn't valid in recipes.
  public static func + (list: FilterList, more: [any Filter.Type]) throws(FilterListError) -> FilterList {
    try FilterList(list.all + more)
  }
}
