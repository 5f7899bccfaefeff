import Catalog
import Files
import Foundation
import ObjectStore
import Text

/// Photos on record as a table for other programs: what each shows by the product's names, what it was made of, and whether
/// its file is there.
///
/// It is made to be read, by a spreadsheet or a script. What `catalog import` takes back is the export of the whole catalog.
public struct PhotoList: Sendable {
  /// Whether a photo's file is the one on record, as far as its size and its time of change tell.
  public enum State: String, Sendable, CaseIterable {
    /// Its file is there, as it was.
    case present
    /// There is a file of another size or time.
    case changed
    /// Its file is not there.
    case missing
    /// The catalog holds the picture's bytes itself.
    case stored
    /// It is in an object store, where nobody has looked.
    case elsewhere
  }

  /// The names of its columns.
  public static let columns = [
    "kind", "path", "file", "state", "sku", "product", "view", "width", "height", "format", "bytes", "sha256",
    "capturedAt", "source", "recipe", "run", "id",
  ]

  private let fetch: Fetch<Catalog.Photo>
  private let catalog: Catalog

  /// The photos that a fetch asks for.
  public init(_ fetch: Fetch<Catalog.Photo>, in catalog: Catalog) { (self.fetch, self.catalog) = (fetch, catalog) }

  /// Writes them to a file, which takes its place when all are written, and returns how many there were. Throws
  /// ``ExchangeError`` `exists` or `cannotWrite`, and what a fetch throws.
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

  /// Writes them as text to wherever `write` puts it: a line each, as JSON an object in an array.
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
  /// The value as the field of a row.
  fileprivate var field: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: description
    }
  }
}
