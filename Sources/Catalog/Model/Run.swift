import Files
import Foundation
import ObjectStore
import Text

/// How a run stands.
public enum RunStatus: String, Sendable, CaseIterable, AttributeConvertible {
  /// Under way; or killed, until somebody looks at the runs or the next one into the same folder begins.
  case running
  /// Came to its end, with or without photos that failed.
  case finished
  /// Was stopped by its user, and finished what was under way; or killed, where it has no time at which it finished.
  case stopped
  /// Could not go on.
  case failed
}

extension Catalog {
  /// One `packshot run`: when, where, how, and how many photos it met.
  public struct Run: Record {
    public var id = UUID.timeOrdered()
    /// When it began.
    public var started = Date()
    /// Nil while it is under way, and where it was killed: nobody knows when.
    public var finished: Date?
    /// The machine's name.
    public var host = ""
    /// The options it was given, as JSON text. `output` is the folder it wrote into, from the root and without links; `shard` is
    /// the part of the photos that it did, such as `2/8`.
    public var options = "{}"
    /// The versions of packshot's arithmetic and of its libraries.
    public var engineVersion = ""
    /// How it stands.
    public var status = RunStatus.running
    /// Photos by how they ended, written with each group of them; see ``RunCounts``.
    public var rendered: Int32 = 0
    /// Photos of which nothing had to be rendered.
    public var unchanged: Int32 = 0
    /// Photos that could not be rendered.
    public var failed: Int32 = 0
    /// Photos with an output that somebody else has made or changed.
    public var conflict: Int32 = 0
    /// Files that were passed over.
    public var skipped: Int32 = 0

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
  /// How many photos ended how.
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

  /// Where it works, if its options say.
  package var place: RunPlace? {
    guard let options = try? JSONValue(parsing: Data(options.utf8)) else { return nil }
    return options["output"]?.text.map { RunPlace(folder: $0, shard: options["shard"]?.text) }
  }
}

/// What at most one run works at at a time: an output folder, or a shard of it.
public struct RunPlace: Sendable, Hashable {
  private let path: FilePath
  /// Which part of the photos it does, as `2/8`; nil for all of them.
  public let shard: String?

  /// The output folder, from the root and without links.
  public var folder: String { path.text }

  /// - Parameter folder: From the root and without links.
  public init(folder: String, shard: String? = nil) { (path, self.shard) = (FilePath(folder), shard) }
}
