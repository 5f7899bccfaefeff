import Errors
import Files
import Foundation
import ImageCodecs
import Parameters
import Recipes
import Rendering
import Text

/// A CSV table that a recipe names, while its rows are read.
struct RecipeTable {
  /// Path of the table, relative to the same folder as the recipe's path.
  let path: String
  /// A warning if the table's encoding was guessed, and one about SKUs that a spreadsheet has changed.
  private(set) var warnings: [Warning]
  /// Whether there is a warning about such a SKU.
  private var hasShortSKU = false
  private var reader: CSVReader

  /// Opens a table and reads the names of its columns.
  ///
  /// - Parameter files: Access to the recipe's files.
  /// - Throws: `RecipeError` if the table can't be read.
  init(_ file: Recipe.TableFile, of recipe: Recipe, _ files: RecipeFiles) throws(RecipeError) {
    path = RecipeFiles.resolve(file.path, in: recipe)
    let bytes: Data
    do { bytes = try files.content(file.path, of: recipe).withBytes { Data($0) } } catch {
      throw recipe.error(at: file.node, .unreadableTable(path: path, ErrorDescriptor(error)))
    }
    let encoding = file.encoding ?? TextEncoding.likely(of: bytes)
    let isGuessed = encoding == .windows1252 && file.encoding == nil
    warnings =
      isGuessed
      ? [
        Warning(
          "\(path) is read as Windows-1252, because it isn't UTF-8; write `encoding: windows-1252` beside its `file` if that "
            + "is right, or save it as UTF-8")
      ] : []
    do { reader = try CSVReader(bytes, encoding: encoding) } catch { throw Self.error(error, in: path) }
  }

  var columns: [String] { reader.columns }
  var likelyDecimal: DecimalSeparator { reader.likelyDecimal }

  /// Returns the index of a column.
  ///
  /// - Parameter role: The key with which a recipe names the column.
  /// - Throws: `RecipeError` if there is no such column.
  func column(_ name: String, role: String) throws(RecipeError) -> Int {
    if let index = columns.firstIndex(of: name) { return index }
    throw errorInHeader(
      .noColumn(name, role: role, nearest: Spelling.nearest(to: name, among: columns), columns: columns))
  }

  /// Returns the next row; nil after the last.
  mutating func next() throws(RecipeError) -> CSVReader.Row? {
    do { return try reader.next() } catch { throw Self.error(error, in: path) }
  }

  /// Warns of the first SKU that looks as if a spreadsheet had taken it for a number and shortened it.
  mutating func check(sku: String, line: Int) {
    if hasShortSKU || !Numeral.isShortened(sku) { return }
    hasShortSKU = true
    warnings.append(
      Warning(
        "\(path), line \(line): the SKU \(sku) looks like a number that a spreadsheet has shortened; export the table again "
          + "with that column as text"))
  }

  /// Returns an error at a line of the table.
  func error(_ fault: RecipeError.Fault, line: Int) -> RecipeError {
    RecipeError(file: path, location: .init(line: line, column: 1), path: "", fault)
  }

  /// Returns an error at the line with the names of the columns.
  func errorInHeader(_ fault: RecipeError.Fault) -> RecipeError { error(fault, line: reader.headerLine) }

  private static func error(_ error: TextError, in path: String) -> RecipeError {
    RecipeError(
      file: path, location: .init(line: error.line, column: error.column), path: "", .cause(ErrorDescriptor(error)))
  }
}
