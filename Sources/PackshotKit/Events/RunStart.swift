import Foundation
import ObjectStore

/// The settings of a run, reported when it starts.
public struct RunStart: Sendable, Equatable, Codable {
  /// A recipe as reported in events.
  public struct Recipe: Sendable, Equatable, Codable {
    /// Name of the recipe in the catalog.
    public var name: String
    /// SHA-256 of the recipe's canonical text, as 64 lower-case hexadecimal digits.
    public var hash: String
    /// Path of the recipe's file, as given. Nil if the recipe wasn't read from a file.
    public var file: String?
  }

  /// The version of the events' schema.
  public var schema = BatchEvent.schema
  /// packshot's version.
  public var version = Version.packshot
  /// The run's id in the catalog. Nil for a dry run.
  public var run: UUID?
  /// Time at which the run started.
  public var started: Timestamp
  /// The recipe.
  public var recipe: Recipe
  /// The photos and folders as given.
  public var inputs: [String]
  /// The output folder.
  public var output: String
  /// Path of the catalog.
  public var catalog: String
  /// The shard of photos that this run processes. Nil for all photos.
  public var shard: Shard?
  /// Whether this is a dry run, which writes nothing.
  public var dryRun: Bool
}

extension Duration {
  /// The duration in seconds, rounded to the millisecond.
  var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}

/// A point in time, encoded in JSON as RFC 3339 in UTC.
public struct Timestamp: Sendable, Equatable, Codable {
  /// The point in time.
  public var date: Date

  /// Creates the current time, rounded to the millisecond.
  public init() { self.init(Date()) }

  /// Creates the time of a date, rounded to the millisecond.
  public init(_ date: Date) { self.date = Date(rfc3339: date.rfc3339)! }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Date(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time")
    }
    self.date = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(date.rfc3339)
  }
}
