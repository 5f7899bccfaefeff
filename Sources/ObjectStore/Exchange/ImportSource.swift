import Foundation
public import Text

/// A text with records to be imported.
public struct ImportSource: Sendable {
  /// The name in error messages: the path.
  public let name: String
  /// The bytes of the text.
  public let bytes: Data
  /// The format of the text.
  public let format: ExchangeFormat
  /// The entity of all records; nil if each contains its own, in JSON with the key `entity`.
  public let entity: String?
  /// The decimal separator of numbers in the text; nil if none is declared.
  public var decimal: DecimalSeparator?
  /// The columns of a table whose names aren't those of the attributes they contain, by attribute. In JSON, the keys.
  public var columns: [String: String] = [:]
  /// The encoding of a table, if it was guessed because the text isn't UTF-8.
  public private(set) var guessed: TextEncoding?

  /// Creates a source from `bytes`. CSV rows are of one entity, which must be given.
  public init(name: String, bytes: Data, format: ExchangeFormat, entity: String?) {
    precondition(format == .json || entity != nil, "rows of CSV do not say what they are")
    self.name = name
    self.bytes = bytes
    self.format = format
    self.entity = entity
  }

  /// Creates a source from `bytes` that don't come from a file, but for example from standard input. If no format is
  /// given, text that begins with a bracket or a brace is JSON.
  ///
  /// Throws `unknownEntity`, `entityNotGiven` if no entity is given for CSV rows, and `refused` if the bytes are not in
  /// the encoding.
  public init(
    named name: String, _ bytes: Data, as format: ExchangeFormat? = nil, encoding: TextEncoding? = nil,
    entity: String? = nil, of model: Model
  ) throws(ExchangeError) {
    var kind: String?
    if let entity { kind = try model.entities(named: [entity])[0].name }
    let guessed = format == .json ? nil : Self.guess(encoding, bytes)
    let bytes = try Self.utf8(bytes, encoding ?? guessed, named: name)
    let first = bytes.first { !($0 <= UInt8(ascii: " ")) && $0 < 0x80 }
    let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    let format = format ?? (isJSON ? .json : .csv)
    if format == .csv, kind == nil { throw .entityNotGiven(path: name, known: model.entities.map(\.name)) }
    self.init(name: name, bytes: bytes, format: format, entity: kind)
    self.guessed = guessed
  }

  /// Returns the sources at `path`: a file, or a folder with a CSV file for each entity.
  ///
  /// A file's extension determines its format, and a CSV file's name its entity, unless `format` and `entity` are
  /// given. Large files are memory-mapped, and read during the import.
  ///
  /// - Parameter encoding: The encoding of files without a byte order mark. If nil, JSON is UTF-8, and a table that isn't
  ///   UTF-8 is Windows-1252; see ``guessed``.
  /// - Throws: ``ExchangeError``.
  public static func sources(
    at path: String, as format: ExchangeFormat? = nil, encoding: TextEncoding? = nil, entity: String? = nil,
    of model: Model
  ) throws(ExchangeError) -> [ImportSource] {
    var entity = entity
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing(path: path) }
    if let name = entity { entity = try model.entities(named: [name])[0].name }
    if isFolder.boolValue { return try folder(path, encoding, entity, model) }
    guard let format = format ?? ExchangeFormat(path: path) else { throw .unknownFormat(path: path) }
    return [try file(path, format, encoding, entity, model)]
  }

  private static func folder(
    _ path: String, _ encoding: TextEncoding?, _ entity: String?, _ model: Model
  ) throws(ExchangeError) -> [ImportSource] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unreadable(path: path, why: error.localizedDescription)
    }
    var sources: [ImportSource] = []
    for name in names.sorted() where ExchangeFormat(path: name) == .csv {
      sources.append(try file("\(path)/\(name)", .csv, encoding, entity, model))
    }
    if sources.isEmpty { throw .emptyFolder(path: path) }
    return sources
  }

  private static func file(
    _ path: String, _ format: ExchangeFormat, _ encoding: TextEncoding?, _ entity: String?, _ model: Model
  ) throws(ExchangeError) -> ImportSource {
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let entity = entity ?? (format == .csv ? model.entity(called: stem)?.name : nil)
    if format == .csv, entity == nil { throw .entityNotGiven(path: path, known: model.entities.map(\.name)) }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw .unreadable(path: path, why: error.localizedDescription)
    }
    let guessed = format == .json ? nil : guess(encoding, bytes)
    var source = ImportSource(
      name: path, bytes: try utf8(bytes, encoding ?? guessed, named: path), format: format, entity: entity)
    source.guessed = guessed
    return source
  }

  /// Returns the likely encoding of a table whose encoding isn't given, unless it is UTF-8 or shown by its first bytes.
  private static func guess(_ encoding: TextEncoding?, _ bytes: Data) -> TextEncoding? {
    guard encoding == nil, TextEncoding.likely(of: bytes) == .windows1252 else { return nil }
    return .windows1252
  }

  /// Returns the bytes as UTF-8. Throws `refused` with the place of the first bytes that are not in their encoding.
  private static func utf8(
    _ bytes: Data, _ encoding: TextEncoding?, named name: String
  ) throws(ExchangeError) -> Data {
    do {
      return try TextEncoding.utf8(bytes, stated: encoding)
    } catch {
      let problem = ImportProblem(
        source: name, line: error.line, column: error.column, record: nil, name: nil, fault: .text(error))
      throw .refused([problem], count: 1, unread: 1)
    }
  }
}
