import Files
import Foundation
import ObjectStore
import Text

/// The status of a run.
public enum RunStatus: String, Sendable, CaseIterable, AttributeConvertible {
  /// Running. A killed run keeps this status until somebody lists the runs or the next run into the same folder begins.
  case running
  /// Finished, with or without failed photos.
  case finished
  /// Stopped by its user after finishing the photos in progress; or killed, in which case it has no finishing time.
  case stopped
  /// Ended by an error.
  case failed
}

extension Catalog {
  /// One `packshot run`: when, where and how it ran, and how many photos it processed.
  public struct Run: Record {
    public var id = UUID.timeOrdered()
    /// When the run began.
    public var started = Date()
    /// When the run ended. Nil while it is running, and if it was killed.
    public var finished: Date?
    /// Name of the machine.
    public var host = ""
    /// The options of the run, as JSON text. `output` is the output folder, as an absolute path without symbolic links;
    /// `shard` is the part of the photos that the run processed, such as `2/8`; `partial` says whether it may have left out photos
    /// of its `inputs`.
    public var options = "{}"
    /// The versions of packshot's arithmetic and of its libraries.
    public var engineVersion = ""
    /// Status of the run.
    public var status = RunStatus.running
    /// Number of photos with at least one rendered output. This and the other counts are saved with each group of
    /// photos; see ``RunCounts``.
    public var rendered: Int32 = 0
    /// Number of photos whose outputs were all up to date.
    public var unchanged: Int32 = 0
    /// Number of photos that could not be rendered.
    public var failed: Int32 = 0
    /// Number of photos with an output that something other than packshot has made or changed.
    public var conflict: Int32 = 0
    /// Number of files that were skipped.
    public var skipped: Int32 = 0
    /// The photos' warnings, a line for each kind and reason, such as `cutout: backdrop kept on 15 of 17 photos (too noisy)`. Nil if
    /// there were none, and until the run ends.
    public var warnings: String?

    public init() {}

    public static let properties: [Property<Run>] = [
      Property("id", \.id),
      Property("started", \.started).kept,
      Property("finished", \.finished).kept,
      Property("host", \.host).kept,
      Property("options", \.options, default: "{}", .length(2...100_000)).kept,
      Property("engineVersion", \.engineVersion, .length(1...256)).kept,
      Property("status", \.status, default: .running).kept,
      Property("rendered", \.rendered, default: 0, .atLeast(0)).kept,
      Property("unchanged", \.unchanged, default: 0, .atLeast(0)).kept,
      Property("failed", \.failed, default: 0, .atLeast(0)).kept,
      Property("conflict", \.conflict, default: 0, .atLeast(0)).kept,
      Property("skipped", \.skipped, default: 0, .atLeast(0)).kept,
      Property("warnings", \.warnings).kept,
    ]

    public static let entity = Entity(
      "Run", properties,
      toMany: [
        .toMany("photos", "Photo", inverse: "run").kept,
        .toMany("failures", "RunFailure", inverse: "run", deleteRule: .cascade).kept,
      ])
  }
}

extension Catalog.Run {
  /// The counts of photos by outcome.
  var counts: RunCounts {
    get {
      RunCounts(
        rendered: Int(rendered), unchanged: Int(unchanged), failed: Int(failed), conflict: Int(conflict),
        skipped: Int(skipped))
    }
    set {
      rendered = Int32(clamping: newValue.rendered)
      unchanged = Int32(clamping: newValue.unchanged)
      failed = Int32(clamping: newValue.failed)
      conflict = Int32(clamping: newValue.conflict)
      skipped = Int32(clamping: newValue.skipped)
    }
  }

  private var settings: JSONValue? { try? JSONValue(parsing: Data(options.utf8)) }

  /// The recipe's file and the output folder, if the options name them.
  var target: RunTarget? {
    guard let settings, let output = settings["output"]?.text else { return nil }
    return RunTarget(recipe: settings["recipe"]?.text, output: output)
  }

  /// The output folder and shard of the run, if its options name them.
  package var place: RunPlace? {
    guard let settings, let output = settings["output"]?.text else { return nil }
    return RunPlace(folder: output, shard: settings["shard"]?.text)
  }
}

/// An output folder, or a shard of one. Only one run at a time can use it.
public struct RunPlace: Sendable, Hashable {
  private let path: FilePath
  /// The part of the photos, such as `2/8`; nil for all of them.
  public let shard: String?

  /// The output folder, as an absolute path without symbolic links.
  public var folder: String { path.text }

  /// - Parameter folder: Absolute path without symbolic links.
  public init(folder: String, shard: String? = nil) { (path, self.shard) = (FilePath(folder), shard) }
}

/// A recipe and an output folder. A later run of the same recipe into the same folder shows whether a photo still fails.
public struct RunTarget: Hashable, Sendable {
  let recipe: String?
  let output: String

  /// - Parameters:
  ///   - recipe: The recipe's path in the form of ``Catalog/Photo/path``; nil for a recipe that wasn't read from a file.
  ///   - output: Absolute path without symbolic links.
  public init(recipe: String?, output: String) { (self.recipe, self.output) = (recipe, output) }
}
