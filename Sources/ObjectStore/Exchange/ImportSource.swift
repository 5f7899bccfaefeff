import Foundation
public import Text

/// A text with records to be imported.
public struct ImportSource: Sendable {
  /// What it is called where something in it is wrong: its path.
  public let name: String
  /// Its bytes.
  public let bytes: Data
  /// What the text is written in.
  public let format: ExchangeFormat
  /// The entity of all its records; nil where each says so itself, in JSON with the key `entity`.
  public let entity: String?
  /// The decimal separator of numbers in the text; nil if nobody said which.
  public var decimal: DecimalSeparator?

  /// Records in `bytes`. Rows of CSV are of one entity, which must be named.
  public init(name: String, bytes: Data, format: ExchangeFormat, entity: String?) {
    precondition(format == .json || entity != nil, "rows of CSV do not say what they are")
    self.name = name
    self.bytes = bytes
    self.format = format
    self.entity = entity
  }

  /// Records in `bytes` that come from elsewhere than a file, such as standard input. Where nobody says so, what begins with
  /// a bracket or a brace is JSON.
  ///
  /// Throws `unknownEntity`, and `entityNotGiven` where rows of CSV do not say what they are.
  public init(
    named name: String, _ bytes: Data, as format: ExchangeFormat? = nil, entity: String? = nil, of model: Model
  ) throws(ExchangeError) {
    var kind: String?
    if let entity { kind = try model.entities(named: [entity])[0].name }
    let first = bytes.first { !($0 <= UInt8(ascii: " ")) && $0 < 0x80 }
    let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    let format = format ?? (isJSON ? .json : .csv)
    if format == .csv, kind == nil { throw .entityNotGiven(path: name, known: model.entities.map(\.name)) }
    self.init(name: name, bytes: bytes, format: format, entity: kind)
  }

  /// What is to be imported from `path`: a file, or a folder with a CSV file for each entity.
  ///
  /// A file is read as its name says, a CSV file as the entity that it is named after, unless `format` and `entity` say
  /// otherwise. Large files are mapped, and read when they are imported.
  ///
  /// - Throws: ``ExchangeError``.
  public static func sources(
    at path: String, as format: ExchangeFormat? = nil, entity: String? = nil, of model: Model
  ) throws(ExchangeError) -> [ImportSource] {
    var entity = entity
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing(path: path) }
    if let name = entity { entity = try model.entities(named: [name])[0].name }
    if isFolder.boolValue { return try folder(path, entity, model) }
    guard let format = format ?? ExchangeFormat(path: path) else { throw .unknownFormat(path: path) }
    return [try file(path, format, entity, model)]
  }

  private static func folder(_ path: String, _ entity: String?, _ model: Model) throws(ExchangeError) -> [ImportSource]
  {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    var sources: [ImportSource] = []
    for name in names.sorted() where ExchangeFormat(path: name) == .csv {
      sources.append(try file("\(path)/\(name)", .csv, entity, model))
    }
    if sources.isEmpty { throw .emptyFolder(path: path) }
    return sources
  }

  private static func file(
    _ path: String, _ format: ExchangeFormat, _ entity: String?, _ model: Model
  ) throws(ExchangeError) -> ImportSource {
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let entity = entity ?? (format == .csv ? model.entity(called: stem)?.name : nil)
    if format == .csv, entity == nil { throw .entityNotGiven(path: path, known: model.entities.map(\.name)) }
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      return ImportSource(name: path, bytes: bytes, format: format, entity: entity)
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }
}
