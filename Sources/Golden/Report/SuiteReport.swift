import PixelCore
import Text

/// The results of a golden suite's check, as values from which reports are made: the page (`writeHTML`), Markdown for a
/// pull request (`markdown`), XML for a build server (`junit`) and JSON from which the reports of shards are merged
/// (`json`).
///
/// A report doesn't depend on how pictures are compared: the check provides the texts of its measurements.
public struct SuiteReport: Sendable {
  /// The suite's name.
  public var name: String
  /// The suite's folder, as used in the approving command.
  public var suite: String
  /// Duration of the check in seconds.
  public var seconds: Double
  /// The version of packshot that rendered the pictures.
  public var version: String
  /// The cases, in order.
  public var cases: [Case]
  /// The shard of the suite. Nil for the whole suite.
  public var shard: Shard?

  /// Creates a report on some cases of a suite.
  public init(name: String, suite: String, seconds: Double, version: String, cases: [Case]) {
    self.name = name
    self.suite = suite
    self.seconds = seconds
    self.version = version
    self.cases = cases
  }

  /// The state of a case. States are declared in the order of reports: cases that need a decision come first.
  public enum State: String, CaseIterable, Codable, Sendable {
    /// The picture differs from the expected one.
    case failed
    /// The case has no expected picture yet.
    case missing
    /// The case could not be rendered or compared.
    case broken
    /// An expected picture exists, but no case renders it any more.
    case obsolete
    /// The picture is as expected.
    case passed
  }

  /// A part of a suite.
  public struct Shard: Codable, Sendable, Hashable {
    /// Index of the part, from 1.
    public var index: Int
    /// Number of parts.
    public var count: Int
    /// Number of cases in all parts together.
    public var suiteCases: Int

    /// Creates part `index` of `count`.
    public init(_ index: Int, of count: Int, suiteCases: Int) {
      (self.index, self.count, self.suiteCases) = (index, count, suiteCases)
    }
  }

  /// The measurements of a comparison as numbers.
  public struct Measured: Codable, Sendable, Hashable {
    /// Number of compared pixels, of pixels that differ at all, and of pixels that differ by more than is allowed.
    public var seen, changed, different: Int
    /// Largest difference of a channel in levels of 255.
    public var largest: Double
    /// Largest distance in OKLab in hundredths, if it was measured.
    public var distance: Double?
    /// Lowest structural similarity, from 0 to 1, if it was measured.
    public var similarity: Double?

    /// Creates measurements.
    public init(
      seen: Int, changed: Int, different: Int, largest: Double, distance: Double? = nil, similarity: Double? = nil
    ) {
      (self.seen, self.changed, self.different, self.largest) = (seen, changed, different, largest)
      (self.distance, self.similarity) = (distance, similarity)
    }
  }

  /// A case of the suite.
  public struct Case: Sendable {
    /// The name, unique in the suite, with slashes between folders.
    public var name: String
    /// The state.
    public var state: State
    /// The reason for the state in one line.
    public var headline: String
    /// Whether the case doesn't render the same each time.
    public var isFlaky = false
    /// The measurements of the comparison. Nil if there was none, or no pixel differs.
    public var measured: Measured?
    /// The measurements as texts, in display order.
    public var facts: [Fact] = []
    /// All reasons why the case doesn't pass, as sentences.
    public var objections: [String] = []
    /// The areas where the pictures differ, the largest first.
    public var damage: [Damage] = []
    /// Size of the expected picture.
    public var expectedSize: PixelSize?
    /// Size of the rendered picture.
    public var actualSize: PixelSize?
    /// The case's own note about its purpose. May be empty.
    public var why = ""
    /// Changes of the recipe since the picture was approved. Empty if there are none.
    public var recipe: [RecipeLine] = []
    /// The expected picture, if there is one.
    public var expected: Picture?
    /// The rendered picture, if there is one.
    public var actual: Picture?
    /// The difference picture, if there is one.
    public var difference: Picture?
    /// The scale of the colours in ``difference``.
    public var scale = DifferenceScale.levels
    /// The argument to approve the case, such as `mugs/antique@1f2e3d4c`. Nil if it can't be approved.
    public var approveArgument: String?
    /// Duration of the case in seconds, if known.
    public var seconds: Double?

    /// Creates a case with its required values.
    public init(name: String, state: State, headline: String) {
      self.name = name
      self.state = state
      self.headline = headline
    }

    /// The pictures that the case has, each with its role in the page.
    var pictures: [(role: String, picture: Picture)] {
      [("expected", expected), ("actual", actual), ("difference", difference)].compactMap { role, picture in
        picture.map { (role, $0) }
      }
    }
  }

  /// A labelled value of a case.
  public struct Fact: Codable, Sendable {
    /// The label.
    public var label: String
    /// The value.
    public var value: String

    /// Creates a labelled value.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// An area where a picture differs.
  public struct Damage: Sendable {
    /// The smallest rectangle around the area's different pixels.
    public var place: PixelRect
    /// Number of pixels that differ by more than is allowed.
    public var pixels: Int
    /// Largest difference of a channel, in the unit that the facts name.
    public var largest: Int

    /// Creates an area.
    public init(_ place: PixelRect, pixels: Int, largest: Int) {
      self.place = place
      self.pixels = pixels
      self.largest = largest
    }
  }

  /// A line of the approved recipe, of the current one, or of both.
  public struct RecipeLine: Codable, Sendable {
    /// The change of a line.
    public enum Kind: String, Codable, Sendable {
      /// The line is in both recipes.
      case kept
      /// The line was removed.
      case removed
      /// The line was added.
      case added
    }

    /// The change.
    public var kind: Kind
    /// The text of the line.
    public var text: String

    /// Creates a line with its change.
    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The cases in the order of reports: by state, and otherwise in their original order.
  var ordered: [Case] { State.allCases.flatMap { state in cases.filter { $0.state == state } } }

  func count(_ state: State) -> Int { cases.reduce(0) { $0 + ($1.state == state ? 1 : 0) } }

  /// Returns the command that approves all cases that can be approved, or nil if none can. If `confirmed`, the command
  /// doesn't ask for confirmation, which needs a terminal.
  public func approveAllCommand(confirmed: Bool) -> String? {
    let words = ordered.filter { $0.state != .passed }.compactMap { $0.approveArgument.map(shellWord) }
    return words.isEmpty ? nil : ([approveCommand(confirmed: confirmed)] + words).joined(separator: " ")
  }

  /// The approving command without the cases.
  package var approveCommand: String { approveCommand(confirmed: false) }

  func approveCommand(confirmed: Bool) -> String {
    // `--` is needed if a name starts with a hyphen, so that it isn't taken for an option.
    let needsEnd = ([suite] + cases.compactMap(\.approveArgument)).contains { $0.utf8.first == UInt8(ascii: "-") }
    return "packshot golden approve \(confirmed ? "--yes " : "")\(needsEnd ? "-- " : "")\(shellWord(suite))"
  }
}
