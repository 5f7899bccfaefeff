import Catalog
import Errors
import ObjectStore
import Text

/// What a run tells while it is at work, in a stable order: photos in the order of the walk. As JSON it is a line of
/// `packshot run --json`, which the article "The events of a run" describes.
public enum BatchEvent: Sendable {
  /// The run begins.
  case start(RunStart)
  /// The walk is done: so many photos are there.
  case found(photos: Int)
  /// Something to tell people that is not a failure.
  case warning(Warning)
  /// A file or folder was come upon and not taken.
  case skipped(SkippedFile)
  /// Some finished pictures were made by another version of packshot or of its libraries. Comes before anything is rendered.
  case engine(EngineChange)
  /// A photo is done, its outputs are in place and recorded.
  case photo(PhotoReport)
  /// A picture that the recipe no longer produces was removed, would be, or is in the way of that.
  case orphan(Orphan)
  /// What keeps the run from beginning or from going on. ``Batch`` throws it; the program prints it.
  case error(ErrorDescriptor)
  /// The run is over.
  case summary(BatchSummary)
  /// The folders are being watched, after the first run over them, and again when one that was gone is back.
  case watching
}

extension BatchEvent: Codable {
  /// The version of the events' form. It rises when a key goes away or means something else; new keys do not raise it.
  public static let schema = 1

  private enum CodingKeys: String, CodingKey { case event, photos, error }

  /// The kind of event, as its key `event` tells it.
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

  /// The event as a line of JSON, without its end.
  public var json: JSONValue { JSONValue(encoding: self) }
}
