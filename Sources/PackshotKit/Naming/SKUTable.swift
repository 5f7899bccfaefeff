import Files
import Foundation
import Recipes
import Rendering
import Text

/// A recipe's table of the products that photos show, by the photos' file names.
///
/// A row applies to the photos whose path ends with its file name, with or without folders and with or without the
/// extension. If several rows match a photo, the row with more folders applies, then the row with the extension. A row
/// that differs in upper and lower case matches if no other row does, because Windows ignores case in file names.
struct SKUTable: Sendable {
  /// A row of the table.
  struct Row: Sendable {
    /// The line in which the row begins.
    let line: Int
    /// The file name as written.
    let photo: String
    let sku: String
    /// Nil if the field is empty, or the table has no such column.
    let view: String?
  }

  /// Path of the table, for messages.
  let path: String
  /// Warnings about the table.
  private(set) var warnings: [Warning] = []
  /// Rows by their file names. Equality of strings ignores Unicode's normal forms, as file names do elsewhere.
  private var rows: [String: Row] = [:]
  /// Rows by their file names in lower case. Nil if several rows differ only in case.
  private var rowsIgnoringCase: [String: Row?] = [:]
  /// The largest number of names in a row's path: 1 if no row has a folder.
  private var depth = 1
  /// For each row that photos of several folders match, by its line: the first photo of two of the folders.
  private var shared: [Int: (String, String)] = [:]

  /// - Parameter files: Access to the recipe's files.
  /// - Throws: `RecipeError` if the table can't be read, or if rows are incomplete or contradict each other.
  init(_ file: Recipe.SKUFile, of recipe: Recipe, _ files: RecipeFiles) throws(RecipeError) {
    var table = try RecipeTable(file.table, of: recipe, files)
    path = table.path
    let photoColumn = try table.column(file.photo, role: "photo")
    let skuColumn = try table.column(file.sku, role: "sku")
    let viewColumn: Int?
    if let view = file.view {
      viewColumn = try table.column(view, role: "view")
    } else {
      viewColumn = table.columns.firstIndex(of: Recipe.SKUFile.usualView)
      if viewColumn == nil, recipe.usesViews, recipe.skuPattern?.namesView != true {
        throw table.errorInHeader(
          .noColumn(Recipe.SKUFile.usualView, role: "view", nearest: nil, columns: table.columns))
      }
    }
    while let row = try table.next() {
      guard let photo = row.fields[photoColumn], case let names = Self.names(in: photo), !names.isEmpty else {
        throw table.error(.rowWithoutPhoto, line: row.line)
      }
      guard let sku = row.fields[skuColumn], !sku.isBlank else { throw table.error(.rowWithoutSKU, line: row.line) }
      table.check(sku: sku, line: row.line)
      let written = viewColumn.flatMap { row.fields[$0] } ?? ""
      let view = written.isBlank ? nil : written.trimmingCharacters(in: .whitespaces)
      let key = names.joined(separator: "/")
      if let other = rows[key] {
        // Exports often repeat a row.
        if other.sku.nameFolded == sku.nameFolded, other.view == view { continue }
        throw table.error(.repeatedPhoto(photo, firstLine: other.line), line: row.line)
      }
      let taken = Row(line: row.line, photo: photo, sku: sku, view: view)
      rows[key] = taken
      rowsIgnoringCase[key.lowercased()] = .some(rowsIgnoringCase[key.lowercased()] == nil ? taken : nil)
      depth = max(depth, names.count)
    }
    warnings = table.warnings
  }

  /// Returns the names of a path in the table. Windows separates them by backslashes.
  private static func names(in path: String) -> [String] {
    path.split { $0 == "/" || $0 == "\\" }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && $0 != "." }
  }

  /// Returns the possible file names of a photo's row: with more folders first, and with the extension first.
  private func keys(of photo: InputPhoto) -> [String] {
    var path = photo.path.pathNames
    if path.count < depth { path = absolutePath(photo.path).pathNames }
    let folders = path.dropLast().suffix(depth - 1)
    return (0...folders.count).reversed().flatMap { count in
      let start = folders.suffix(count).map { $0 + "/" }.joined()
      return (photo.extension.isEmpty ? [] : ["\(start)\(photo.stem).\(photo.extension)"]) + [start + photo.stem]
    }
  }

  private func anyRow(of photo: InputPhoto) -> Row? {
    let keys = keys(of: photo)
    return keys.lazy.compactMap { rows[$0] }.first
      ?? keys.lazy.compactMap { rowsIgnoringCase[$0.lowercased()] ?? nil }.first
  }

  /// Returns the row of a photo. Nil if there is none, or if it doesn't say which of several photos it is about.
  func row(of photo: InputPhoto) -> Row? { anyRow(of: photo).flatMap { shared[$0.line] == nil ? $0 : nil } }

  /// Finds the rows that match photos of several folders, or none.
  ///
  /// - Parameter photos: All photos of the run.
  mutating func match(_ photos: [InputPhoto]) {
    let folder = { (path: String) in FilePath(String(path.splitPath.folder ?? "")) }
    var first: [Int: String] = [:]
    for photo in photos {
      guard let row = anyRow(of: photo) else { continue }
      let other = first[row.line, default: photo.path]
      first[row.line] = other
      if shared[row.line] == nil, folder(other) != folder(photo.path) { shared[row.line] = (other, photo.path) }
    }
    let unmatched = rows.values.filter { first[$0.line] == nil }
    guard let example = unmatched.min(by: { $0.line < $1.line }) else { return }
    let count = unmatched.count == 1 ? "1 row names" : "\(unmatched.count) rows name"
    warnings.append(
      Warning(
        "\(path): \(count) no photo of this run, such as \"\(example.photo)\" in line \(example.line)",
        kind: "rows of the table of photos name no photo"))
  }

  /// Returns an error if a photo's row doesn't say which of several photos it is about.
  func failure(of photo: InputPhoto) -> PhotoFailure? {
    guard let row = anyRow(of: photo), let photos = shared[row.line] else { return nil }
    return PhotoFailure(
      .badName, "ambiguous-row",
      "\"\(row.photo)\" in line \(row.line) of \(path) is the name of several photos, such as \(photos.0) and \(photos.1); "
        + "add their folders to the names in the table", ["line": row.line, "table": path])
  }

  /// Returns a warning about a photo without a row.
  func warning(of photo: InputPhoto) -> Warning {
    Warning(
      "\(path) has no row for \"\(photo.path)\", so \"\(photo.name)\" is used as the sku",
      kind: "path used as the sku", reason: "the table of photos has no row for it")
  }
}
