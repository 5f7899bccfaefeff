import Catalog
import Files
import Foundation
import ObjectStore
import Rendering

/// What a run is about to do, and with what.
public struct RunStart: Sendable, Equatable, Codable {
  /// A recipe, as events tell it.
  public struct Recipe: Sendable, Equatable, Codable {
    /// What the catalog calls it.
    public var name: String
    /// SHA-256 of its full text, in 64 lower-case digits.
    public var hash: String
    /// Its file, as it was named.
    public var file: String?
  }

  /// The version of the events' form.
  public var schema = BatchEvent.schema
  /// packshot's version.
  public var version = Version.packshot
  /// The run's id in the catalog.
  public var run: UUID?
  /// When it began.
  public var started: Timestamp
  /// What it renders by.
  public var recipe: Recipe
  /// The photos and folders that were named.
  public var inputs: [String]
  /// The output folder.
  public var output: String
  /// The catalog's file.
  public var catalog: String
  /// The part of the photos that it does; nil for all.
  public var shard: Shard?
  /// Whether nothing is written.
  public var dryRun: Bool
}

extension RunStart {
  init(_ prepared: PreparedRecipe, _ options: BatchOptions, run: UUID) {
    let file = prepared.recipe.file
    self.init(
      run: options.isDryRun ? nil : run, started: Timestamp(),
      // A recipe that was not read from a file is called by what it is for.
      recipe: Recipe(
        name: prepared.recipe.name, hash: prepared.hash, file: FileStatus.isAnything(at: file) ? file : nil),
      inputs: options.named, output: options.outputFolder, catalog: options.catalogPath, shard: options.shard,
      dryRun: options.isDryRun)
  }
}

extension Duration {
  /// In seconds, to the millisecond.
  var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}

/// A moment, which is RFC 3339 in UTC as JSON.
public struct Timestamp: Sendable, Equatable, Codable {
  /// The moment.
  public var date: Date

  /// Now, to the millisecond.
  public init() { self.init(Date()) }

  /// A moment, to the millisecond.
  public init(_ date: Date) { self.date = Date(rfc3339: date.rfc3339)! }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Date(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time as RFC 3339 writes it")
    }
    self.date = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(date.rfc3339)
  }
}
