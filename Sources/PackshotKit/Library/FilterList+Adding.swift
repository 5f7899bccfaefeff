import Filters

extension FilterList {
  /// The list with more filters behind its own.
  ///
  /// ```swift
  /// let filters = try FilterList.standard + [Vignette.self]
  /// ```
  ///
  /// - Throws: ``FilterListError`` where one goes by the name of another, or by a name that recipes cannot say.
  public static func + (list: FilterList, more: [any Filter.Type]) throws(FilterListError) -> FilterList {
    try FilterList(list.all + more)
  }
}
