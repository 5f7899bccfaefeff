import Catalog
import Errors
import ObjectStore
import Text

/// A message from a run, in a stable order: photos come in the order of the walk. As JSON it is a line of `packshot run
/// --json`, described in the guide "JSON output".
public enum BatchEvent: Sendable {
  /// The run starts.
  case start(RunStart)
  /// The walk is finished and found this many photos.
  case found(photos: Int)
  /// A warning about the run as a whole.
  case warning(Warning)
  /// The walk found a file or folder and skipped it.
  case skipped(SkippedFile)
  /// Some finished pictures were made by another version of packshot or of its libraries. Sent before anything is
  /// rendered.
  case engine(EngineChange)
  /// A photo is finished: its outputs are published and recorded, or it failed.
  case photo(PhotoReport)
  /// A picture that the recipe no longer produces was removed, would be removed, or can't be removed.
  case orphan(Orphan)
  /// An error that stops the run. ``Batch`` throws it; the command line prints it.
  case error(ErrorDescriptor)
  /// The run has ended.
  case summary(BatchSummary)
  /// The folders are being watched. Sent after the first run over them, and again when a missing folder has come back.
  case watching
}

extension BatchEvent: Codable {
  /// The version of the events' schema. It rises when a key is removed or changes its meaning, but not when a key is
  /// added.
  public static let schema = 1

  private enum CodingKeys: String, CodingKey { case event, photos, error }

  /// The kind of event: the value of its `event` key.
  package enum Kind: String, Codable, CaseIterable {
    case start, found, warning, skipped, engine, photo, orphan, error, summary, watching
  }

  package var kind: Kind {
    switch self {
    case .start: .start
    case .found: .found
    case .warning: .warning
    case .skipped: .skipped
    case .engine: .engine
    case .photo: .photo
    case .orphan: .orphan
    case .error: .error
    case .summary: .summary
    case .watching: .watching
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .event)
    switch self {
    case .start(let start): try start.encode(to: encoder)
    case .found(let photos): try container.encode(photos, forKey: .photos)
    case .warning(let warning): try warning.encode(to: encoder)
    case .skipped(let file): try file.encode(to: encoder)
    case .engine(let change): try change.encode(to: encoder)
    case .photo(let report): try report.encode(to: encoder)
    case .orphan(let orphan): try orphan.encode(to: encoder)
    case .error(let error): try container.encode(error, forKey: .error)
    case .summary(let summary): try summary.encode(to: encoder)
    case .watching: break
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .event) {
    case .start: self = .start(try RunStart(from: decoder))
    case .found: self = .found(photos: try container.decode(Int.self, forKey: .photos))
    case .warning: self = .warning(try Warning(from: decoder))
    case .skipped: self = .skipped(try SkippedFile(from: decoder))
    case .engine: self = .engine(try EngineChange(from: decoder))
    case .photo: self = .photo(try PhotoReport(from: decoder))
    case .orphan: self = .orphan(try Orphan(from: decoder))
    case .error: self = .error(try container.decode(ErrorDescriptor.self, forKey: .error))
    case .summary: self = .summary(try BatchSummary(from: decoder))
    case .watching: self = .watching
    }
  }

  /// The event as a line of JSON, without the line break.
  public var json: JSONValue { JSONValue(encoding: self) }
}
