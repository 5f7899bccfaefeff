import Catalog
import Files
import Foundation
import ObjectStore
import Text

/// The recorded photos as a table for other programs: the product that each shows, what it was made from, and whether
/// its file exists.
///
/// The table is meant for a spreadsheet or a script. `catalog import` needs an export of the whole catalog instead.
public struct PhotoList: Sendable {
  /// Whether a photo's file matches its record, judged by size and modification time.
  public enum State: String, Sendable, CaseIterable {
    /// The file is unchanged.
    case present
    /// The file has another size or time.
    case changed
    /// The file doesn't exist.
    case missing
    /// The picture is stored in the catalog.
    case stored
    /// The file is in an object store, which isn't checked.
    case elsewhere
  }

  /// Names of the columns.
  public static let columns = [
    "kind", "path", "file", "state", "sku", "product", "view", "width", "height", "format", "bytes", "sha256",
    "capturedAt", "source", "recipe", "run", "id",
  ]

  private let fetch: Fetch<Catalog.Photo>
  private let catalog: Catalog

  /// Creates a list of the photos that a fetch returns.
  public init(_ fetch: Fetch<Catalog.Photo>, in catalog: Catalog) { (self.fetch, self.catalog) = (fetch, catalog) }

  /// Writes the list to a file, which is published when it is complete. Returns the number of photos.
  ///
  /// - Throws: ``ExchangeError`` if the file exists or can't be written, or an error of the fetch.
  public func write(to path: String, as format: ExchangeFormat, overwrite: Bool = false) throws -> Int {
    if !overwrite, FileStatus.isAnything(at: path) { throw ExchangeError.exists(path: path) }
    let file = try ExportFile(path)
    do {
      let count = try write(as: format) { try file.write($0) }
      try file.finish()
      return count
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Writes the list as text by calling `write`: a line for each photo, or with JSON an array with an object for each.
  public func write(as format: ExchangeFormat, to write: (String) throws -> Void) throws -> Int {
    var count = 0
    try write(format == .csv ? CSVWriter.line(Self.columns) : "[")
    try catalog.read { reader in
      try reader.forEachBatch(fetch) { photos in
        for photo in photos {
          let values = try values(of: photo, in: reader)
          switch format {
          case .csv: try write(CSVWriter.line(values.map(\.field)))
          case .json:
            let members = zip(Self.columns, values).map { JSONValue.Member($0, $1) }
            try write((count == 0 ? "\n" : ",\n") + JSONValue.object(members).description)
          }
          count += 1
        }
      }
    }
    if format == .json { try write("\n]\n") }
    return count
  }

  private func values(of photo: Catalog.Photo, in reader: Reader) throws -> [JSONValue] {
    let text = { (text: String?) in text.map(JSONValue.string) ?? .null }
    let product = try photo.productId.flatMap { try reader.record(Catalog.Product.self, $0) }
    let source = try photo.sourceId.flatMap { try reader.record(Catalog.Photo.self, $0) }
    let recipe = try photo.recipeId.flatMap { try reader.record(Catalog.Recipe.self, $0) }
    let run = try photo.runId.flatMap { try reader.record(Catalog.Run.self, $0) }
    let moment = { (moment: Date?) in text(moment.map { AttributeValue.date($0).description }) }
    return [
      .string(photo.kind.rawValue), .string(photo.path), .string(catalog.paths.resolvedPath(photo.path)),
      .string(state(of: photo).rawValue), text(product?.sku), text(product?.name), text(photo.view),
      .integer(Int64(photo.width)), .integer(Int64(photo.height)), .string(photo.format), .integer(photo.bytes),
      .string(photo.sha256), moment(photo.capturedAt), text(source?.path), text(recipe?.name), moment(run?.started),
      .string(photo.id.text),
    ]
  }

  private func state(of photo: Catalog.Photo) -> State {
    if photo.data != nil { return .stored }
    if CatalogPaths.isAddress(photo.path) { return .elsewhere }
    guard let status = FileStatus(path: catalog.paths.resolvedPath(photo.path)), status.kind == .file else {
      return .missing
    }
    let isSame = Int64(status.byteCount) == photo.bytes && status.modifiedNanoseconds == photo.modifiedNanoseconds
    return isSame ? .present : .changed
  }
}

extension JSONValue {
  /// The value as a CSV field.
  fileprivate var field: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: description
    }
  }
}
