import Files
import Filters
import Foundation
import ImageCodecs
import Recipes
import Rendering
import Text

/// A recipe of a catalog with all its files, as a golden suite keeps it: for all cases of outputs that it makes, so that a
/// backdrop is in the suite once.
///
/// It has a folder of its own, `recipes/NAME-DIGITS`, and the digits are of all that is in there: who makes more cases later
/// finds the copy again, and where a backdrop was changed since gets another one.
struct RecipeCopy {
  /// Below a suite's folder.
  static let folderName = "recipes"
  private static let tableName = "products.csv"

  private let recipe: RecordedRecipe
  /// Pictures that photos have of their own, by their paths as the recipe writes them.
  private var ownFiles: [String: EncodedImage] = [:]
  /// What is known of products, by SKU.
  private var products: [String: [String: ProductValue]] = [:]

  init(of output: RecordedOutput) {
    recipe = output.recipe
    add(output)
  }

  /// Has the copy serve another output too; false where that has another recipe, or calls another picture by the same name.
  mutating func serves(_ output: RecordedOutput) -> Bool {
    guard output.recipe === recipe,
      output.ownFiles.allSatisfy({ ownFiles[$0.key].map(Self.bytes) ?? Self.bytes($0.value) == Self.bytes($0.value) })
    else { return false }
    add(output)
    return true
  }

  private mutating func add(_ output: RecordedOutput) {
    ownFiles.merge(output.ownFiles) { $1 }
    if output.recipe.asksAboutProducts { products[output.sku] = output.values }
  }

  private static func bytes(_ image: EncodedImage) -> [UInt8] { image.withBytes { Array($0) } }

  /// Writes the copy, unless it is there.
  ///
  /// - Returns: The recipe's file, and the copy's folder where it is new.
  func write(toSuite suite: String) throws -> (file: String, newFolder: String?) {
    let (yaml, files) = try content()
    let hashes = files.map { file in "\(file.path) \(file.content.withUnsafeBytes { SHA256.hex(of: $0) })" }
    let hash = SHA256.hex(of: ([yaml] + hashes).joined(separator: "\n"))
    let name = Self.fileName(recipe.prepared.recipe.name)
    let folder = "\(suite)/\(Self.folderName)/\(name)-\(hash.prefix(8))"
    let recipeFile = "\(folder)/\(name).yaml"
    // It is written last.
    if FileStatus(path: recipeFile) != nil { return (recipeFile, nil) }
    let isNew = FileStatus(path: folder) == nil
    do {
      for file in files { try Self.write(file.content, to: folder + "/" + file.path) }
      try Self.write(Array(yaml.utf8), to: recipeFile)
    } catch {
      if isNew { try? FileManager.default.removeItem(atPath: folder) }
      throw error
    }
    return (recipeFile, isNew ? folder : nil)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = String(path.splitPath.folder ?? ".")
    do { try Files.makeFolders(folder) } catch {
      throw PackshotError.cannotWrite(path: error.path, why: error.reason)
    }
    try bytes.withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }

  /// A recipe's name as a file's.
  private static func fileName(_ name: String) -> String {
    let allowed = name.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
    let text = String(String(allowed).prefix(60))
    // What is called recipe.yaml makes its folder a case.
    return text.isEmpty || text + ".yaml" == GoldenCase.recipeName || text + ".yaml" == GoldenCase.settingsName
      ? "the-" + text : text
  }

  /// The recipe's text with the paths that its files have in the copy, and those files.
  private func content() throws -> (yaml: String, files: [(path: String, content: [UInt8])]) {
    var copy = recipe.prepared.recipe
    var places: [String: String] = [:]
    var files: [(path: String, content: [UInt8])] = []
    for resource in recipe.prepared.resources where places[resource.writtenPath] == nil {
      // The font that texts have without being told is the machine's, in the suite as in the shop.
      if resource.kind == .font, !copy.fonts.contains(where: { $0.files.contains(resource.writtenPath) }) { continue }
      let place = place(of: resource.writtenPath, besides: files.map(\.path))
      places[resource.writtenPath] = place
      files.append((place, Self.bytes(resource.content.image)))
    }
    for index in copy.sources.indices {
      switch copy.sources[index].content {
      case .file(let path): copy.sources[index].content = .file(places[path] ?? path)
      case .ownFile(let template, _) where template.folder.isFromRoot || template.folder.pathNames.contains(".."):
        throw PackshotError.unreadable(
          path: template.text,
          why: "the recipe takes it from outside its own folder, so that no copy of it can be kept in the suite")
      default: break
      }
    }
    for index in copy.fonts.indices { copy.fonts[index].files = copy.fonts[index].files.map { places[$0] ?? $0 } }
    let inks = recipe.prepared.inks?.resource
    copy.cmyk = inks.flatMap { inks in
      places[inks.writtenPath].map { Recipe.CMYKFile(path: $0, node: copy.cmyk?.node ?? Recipe.Node(path: "cmyk")) }
    }
    if recipe.asksAboutProducts {
      copy.data = Recipe.DataFile(
        path: Self.tableName, decimal: copy.data == nil ? .point : copy.data?.decimal,
        node: copy.data?.node ?? Recipe.Node(path: "data"))
      files.append((Self.tableName, Array(table.utf8)))
    }
    files += ownFiles.sorted { $0.key < $1.key }.map { ($0.key, Self.bytes($0.value)) }
    return (copy.canonicalYAML, files)
  }

  /// Where a file of the recipe is in the copy: where the recipe has it, if that is below its folder.
  private func place(of path: String, besides others: [String]) -> String {
    let isBelow = path.isPlainPath && !path.isFromRoot
    let name = isBelow ? path : String(path.splitPath.name)
    let taken = Set(others + [Self.tableName])
    func isFree(_ place: String) -> Bool { !taken.contains(place) && !place.hasSuffix(".yaml") }
    if isFree(name) { return name }
    return (2...).lazy.map { "\($0)-" + String(name.splitPath.name) }.first(where: isFree)!
  }

  /// What the recipe asks about the cases' products, and the currency of their prices. Fields are separated as in the table that they
  /// come from, because that tells the decimal separator of texts.
  private var table: String {
    let values = products.values.flatMap(\.values)
    let separator = values.contains { $0.drawnDecimal == .comma } ? ";" : ","
    let hasCurrency = products.values.contains { $0[ProductTable.currencyName] != nil }
    let columns = Set(recipe.prepared.recipe.attributes + (hasCurrency ? [ProductTable.currencyName] : []))
      .subtracting(["sku"]).sorted()
    return CSVWriter.line(["sku"] + columns, separator: separator)
      + products.sorted { $0.key < $1.key }.map { sku, values in
        CSVWriter.line([sku] + columns.map { values[$0]?.text }, separator: separator)
      }.joined()
  }
}
