import Files
import Foundation
import Text

extension Store {
  /// Writes the records of some entities, or of all, to a file, or to files in a folder. The files are moved into place
  /// when everything is written.
  ///
  /// Records are in the order of their IDs, so that the same graph always gives the same bytes. Every attribute is
  /// included, except those computed from the same record. Text and times have the same form as in the catalog's JSON,
  /// and stored bytes are in base 64. Relationships are IDs. A relationship that is to-many both ways is written with
  /// the entity declared first. ``import(_:label:_:isTrial:progress:)`` reads everything back. Only a batch of records
  /// is in memory at a time. All records are from one consistent state, even if other processes write during the
  /// export.
  ///
  /// - Parameters:
  ///   - path: A file for JSON; for CSV a folder, or a file with the extension `.csv` for the records of one entity.
  ///   - style: The intended reader of CSV.
  ///   - overwrite: Whether to replace existing files.
  ///   - progress: Called with the number of records written so far.
  /// - Returns: Number of records written.
  /// - Throws: ``ExchangeError`` `unknownEntity`, `severalKinds`, `exists`, `ownFile` or `cannotWrite`.
  @discardableResult
  public func export(
    to path: String, as format: ExchangeFormat, style: CSVStyle = .exact, entities names: [String] = [],
    overwrite: Bool = false,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> Int {
    if isOwnFile(path) {
      throw ExchangeError.ownFile(path: path)
    }
    if !overwrite, FileManager.default.fileExists(atPath: path) { throw ExchangeError.exists(path: path) }
    switch format {
    case .json: return try exportFile(path, .json, style, names, progress)
    case .csv where ExchangeFormat(path: path) == .csv:
      guard try model.entities(named: names).count == 1 else { throw ExchangeError.severalKinds(path: path) }
      return try exportFile(path, .csv, style, names, progress)
    case .csv: return try exportFolder(path, style, model.entities(named: names), progress)
    }
  }

  /// Passes records as text to `write`, in the form that ``export(to:as:style:entities:overwrite:progress:)`` writes to
  /// a file. For CSV, `names` must name one entity.
  @discardableResult
  public func export(
    as format: ExchangeFormat, style: CSVStyle = .exact, entities names: [String] = [],
    progress: @escaping (Int) throws -> Void = { _ in }, to write: @escaping (String) throws -> Void
  ) throws -> Int {
    let entities = try model.entities(named: names)
    return try read { reader in
      let export = GraphExport(reader: reader, style: style, progress: progress, write: write)
      switch format {
      case .json: return try export.json(entities)
      case .csv:
        precondition(entities.count == 1, "a CSV text has records of one entity")
        return try export.csv(entities[0], after: 0)
      }
    }
  }

  private func exportFolder(
    _ path: String, _ style: CSVStyle, _ entities: [Entity], _ progress: @escaping (Int) throws -> Void
  ) throws -> Int {
    do {
      try makeFolders(path)
    } catch {
      throw ExchangeError.cannotWrite(path: error.path, why: error.reason)
    }
    var files: [ExportFile] = []
    do {
      let count = try read { reader in
        var count = 0
        for entity in entities {
          let file = try ExportFile("\(path)/\(entity.name).csv")
          files.append(file)
          let export = GraphExport(reader: reader, style: style, progress: progress) { try file.write($0) }
          count = try export.csv(entity, after: count)
        }
        return count
      }
      for file in files { try file.finish() }
      return count
    } catch {
      for file in files { file.abandon() }
      throw error
    }
  }

  private func exportFile(
    _ path: String, _ format: ExchangeFormat, _ style: CSVStyle, _ names: [String],
    _ progress: @escaping (Int) throws -> Void
  ) throws -> Int {
    let file = try ExportFile(path)
    do {
      let count = try export(as: format, style: style, entities: names, progress: progress) { try file.write($0) }
      try file.finish()
      return count
    } catch {
      file.abandon()
      throw error
    }
  }
}

/// An export of one state's records.
private struct GraphExport {
  let reader: Reader
  let style: CSVStyle
  let progress: (Int) throws -> Void
  let write: (String) throws -> Void

  /// Writes an array of all records of some entities, and returns their number.
  func json(_ entities: [Entity]) throws -> Int {
    var count = 0
    try write("[")
    for entity in entities {
      guard let type = reader.context.model.recordType(entity.name) else { continue }
      count = try json(type, after: count)
    }
    try write("\n]\n")
    return count
  }

  private func json<R: Record>(_ type: R.Type, after start: Int) throws -> Int {
    let export = RecordExport<R>(reader)
    return try forEach(type, after: start) { record, number in
      try write((number == 1 ? "\n" : ",\n") + export.json(record).description)
    }
  }

  /// Writes the column names and rows of one entity, and returns the number of its records plus `start`.
  func csv(_ entity: Entity, after start: Int) throws -> Int {
    guard let type = reader.context.model.recordType(entity.name) else { return start }
    return try csv(type, after: start)
  }

  private func csv<R: Record>(_ type: R.Type, after start: Int) throws -> Int {
    let export = RecordExport<R>(reader, style)
    try write(style.beginning + CSVWriter.line(export.names, separator: style.separator))
    return try forEach(type, after: start) { record, _ in
      try write(CSVWriter.line(export.fields(record), separator: style.separator))
    }
  }

  private func forEach<R: Record>(
    _ type: R.Type, after start: Int, _ body: (R, _ number: Int) throws -> Void
  ) throws -> Int {
    var count = start
    try reader.forEachBatch(Fetch<R>(by: [.init("id")])) { batch in
      for record in batch {
        count += 1
        try body(record, count)
      }
      try progress(count)
    }
    return count
  }
}
