import Files
import Filters
import Foundation
import ImageCodecs
import Recipes
import Rendering
import Text

/// A copy, inside a golden suite, of a recipe from a catalog with all its files. All cases of its outputs share it, so
/// that the suite contains a backdrop only once.
///
/// The copy has its own folder, `recipes/NAME-DIGITS`. The digits are a hash of its content. So later cases find the
/// copy again, and get another copy if a backdrop has changed since.
struct RecipeCopy {
  /// Name of the folder in the suite.
  static let folderName = "recipes"
  private static let tableName = "products.csv"
  private static let photoTableName = "photos.csv"

  private let recipe: RecordedRecipe
  /// The per-photo images, by their paths as the recipe writes them.
  private var ownFiles: [String: EncodedImage] = [:]
  /// Product values by SKU.
  private var products: [String: [String: ProductValue]] = [:]
  /// The products that photos show, by the photos' file names. Empty if the recipe has no table of them.
  private var photos: [String: SKUPattern.Match] = [:]

  init(of output: RecordedOutput) {
    recipe = output.recipe
    add(output)
  }

  /// Adds another output to the copy. Returns false if that output has another recipe, uses the same path for a different
  /// image, or has a photo of the same name that shows another product.
  mutating func serves(_ output: RecordedOutput) -> Bool {
    guard output.recipe === recipe,
      output.ownFiles.allSatisfy({ ownFiles[$0.key].map(Self.bytes) ?? Self.bytes($0.value) == Self.bytes($0.value) }),
      photos[output.photoName].map({ $0 == output.product }) ?? true
    else { return false }
    add(output)
    return true
  }

  private mutating func add(_ output: RecordedOutput) {
    ownFiles.merge(output.ownFiles) { $1 }
    if output.recipe.asksAboutProducts { products[output.product.sku] = output.values }
    if output.recipe.prepared.recipe.skus != nil { photos[output.photoName] = output.product }
  }

  private static func bytes(_ image: EncodedImage) -> [UInt8] { image.withBytes { Array($0) } }

  /// Writes the copy, unless it exists.
  ///
  /// - Returns: Path of the recipe, and the folder of the copy if it is new.
  func write(toSuite suite: String) throws -> (file: String, newFolder: String?) {
    let (yaml, files) = try content()
    let hashes = files.map { file in "\(file.path) \(file.content.withUnsafeBytes { SHA256.hex(of: $0) })" }
    let hash = SHA256.hex(of: ([yaml] + hashes).joined(separator: "\n"))
    let name = Self.fileName(recipe.prepared.recipe.name)
    let folder = "\(suite)/\(Self.folderName)/\(name)-\(hash.prefix(8))"
    let recipeFile = "\(folder)/\(name).yaml"
    // The recipe is written last, so if it exists, the copy is complete.
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

  /// Converts a recipe's name to a file name.
  private static func fileName(_ name: String) -> String {
    let allowed = name.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
    let text = String(String(allowed).prefix(60))
    // A file called recipe.yaml or case.yaml would make the folder a case.
    return text.isEmpty || text + ".yaml" == GoldenCase.recipeName || text + ".yaml" == GoldenCase.settingsName
      ? "the-" + text : text
  }

  /// Returns the recipe's text with the paths of its files in the copy, and those files.
  private func content() throws -> (yaml: String, files: [(path: String, content: [UInt8])]) {
    var copy = recipe.prepared.recipe
    var places: [String: String] = [:]
    var files: [(path: String, content: [UInt8])] = []
    for resource in recipe.prepared.resources where places[resource.writtenPath] == nil {
      // The default font isn't copied: a suite uses the font of the machine, as a shop does.
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
    let cmykProfile = recipe.prepared.cmykProfile?.resource
    copy.cmyk = cmykProfile.flatMap { cmykProfile in
      places[cmykProfile.writtenPath].map {
        Recipe.CMYKFile(path: $0, node: copy.cmyk?.node ?? Recipe.Node(path: "cmyk"))
      }
    }
    if recipe.asksAboutProducts {
      copy.data = Recipe.DataFile(
        Recipe.TableFile(path: Self.tableName, node: copy.data?.table.node ?? Recipe.Node(path: "data")),
        decimal: copy.data == nil ? .point : copy.data?.decimal)
      files.append((Self.tableName, Array(table.utf8)))
    }
    if let skus = copy.skus {
      copy.skus = Recipe.SKUFile(Recipe.TableFile(path: Self.photoTableName, node: skus.table.node))
      files.append((Self.photoTableName, Array(photoTable.utf8)))
    }
    files += ownFiles.sorted { $0.key < $1.key }.map { ($0.key, Self.bytes($0.value)) }
    return (copy.canonicalYAML, files)
  }

  /// Returns the path of a recipe's file in the copy. A path below the recipe's folder stays the same, unless it is
  /// taken.
  private func place(of path: String, besides others: [String]) -> String {
    let isBelow = path.isPlainPath && !path.isFromRoot
    let name = isBelow ? path : String(path.splitPath.name)
    let taken = Set(others + [Self.tableName, Self.photoTableName])
    func isFree(_ place: String) -> Bool { !taken.contains(place) && !place.hasSuffix(".yaml") }
    if isFree(name) { return name }
    return (2...).lazy.map { "\($0)-" + String(name.splitPath.name) }.first(where: isFree)!
  }

  /// The product values of the cases that the recipe uses, and the currency of prices, as CSV. If numbers in the
  /// original texts have a decimal comma, fields are separated by semicolons, because the field separator of a table
  /// determines how its numbers are read.
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

  /// The products that the photos of the cases show, as CSV.
  private var photoTable: String {
    CSVWriter.line(["photo", "sku", "view"])
      + photos.sorted { $0.key < $1.key }.map { CSVWriter.line([$0.key, $0.value.sku, $0.value.view]) }.joined()
  }
}
