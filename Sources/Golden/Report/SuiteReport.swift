import PixelCore
import Text

/// What a run of a golden suite has found, as values that the reports are made from: the page (`writeHTML`), the
/// Markdown for a pull request (`markdown`), the XML for a build server (`junit`) and the JSON that reports of shards are
/// merged from (`json`).
///
/// It knows nothing of how pictures are compared: the run says in its own words what it has measured.
public struct SuiteReport: Sendable {
  /// The suite's name, as a person calls it.
  public var name: String
  /// The suite as the approving command takes it: its folder.
  public var suite: String
  /// How long the run took.
  public var seconds: Double
  /// The version of packshot that made the pictures.
  public var version: String
  /// The cases, in their order.
  public var cases: [Case]
  /// Which part of the suite it is about; nil for all of it.
  public var shard: Shard?

  /// A report on some cases of a suite.
  public init(name: String, suite: String, seconds: Double, version: String, cases: [Case]) {
    self.name = name
    self.suite = suite
    self.seconds = seconds
    self.version = version
    self.cases = cases
  }

  /// What has become of a case. The order is that in which they are told: what needs a decision comes first.
  public enum State: String, CaseIterable, Codable, Sendable {
    /// It differs from its expected picture.
    case failed
    /// It has no expected picture yet.
    case missing
    /// It could not be rendered or compared.
    case broken
    /// Its expected picture is there, and nothing makes it any more.
    case obsolete
    /// The picture is as expected.
    case passed
  }

  /// One of the parts that a suite was divided into.
  public struct Shard: Codable, Sendable, Hashable {
    /// Which part, from 1.
    public var index: Int
    /// How many parts there are.
    public var count: Int
    /// How many cases all parts have together.
    public var suiteCases: Int

    /// Part `index` of `count`.
    public init(_ index: Int, of count: Int, suiteCases: Int) {
      (self.index, self.count, self.suiteCases) = (index, count, suiteCases)
    }
  }

  /// What a comparison has measured, for whoever calculates with it.
  public struct Measured: Codable, Sendable, Hashable {
    /// Pixels that were looked at, those that differ at all, and those that differ by more than is allowed.
    public var seen, changed, different: Int
    /// The largest difference of a channel, in levels of 255.
    public var largest: Double
    /// The largest distance in OKLab, in hundredths, where that was measured.
    public var distance: Double?
    /// The lowest structural similarity, 0 to 1, where that was measured.
    public var similarity: Double?

    /// What was measured, in the order of the members.
    public init(
      seen: Int, changed: Int, different: Int, largest: Double, distance: Double? = nil, similarity: Double? = nil
    ) {
      (self.seen, self.changed, self.different, self.largest) = (seen, changed, different, largest)
      (self.distance, self.similarity) = (distance, similarity)
    }
  }

  /// One case of the suite.
  public struct Case: Sendable {
    /// The name, with slashes between folders; no two cases have the same.
    public var name: String
    /// Whether it passed.
    public var state: State
    /// In one line, why it is in this state.
    public var headline: String
    /// Whether it does not come out the same each time.
    public var isFlaky = false
    /// What the comparison measured; nil where there was none, or no pixel differs.
    public var measured: Measured?
    /// What was measured, in the order to show it.
    public var facts: [Fact] = []
    /// All that keeps it from passing, a sentence each.
    public var objections: [String] = []
    /// Where it differs, the worst first.
    public var damage: [Damage] = []
    /// The size of the expected picture.
    public var expectedSize: PixelSize?
    /// The size of the picture that was rendered.
    public var actualSize: PixelSize?
    /// The case's own note, what it is there for; empty without one.
    public var why = ""
    /// How its recipe differs from the one that was approved; empty where it does not.
    public var recipe: [RecipeLine] = []
    /// The expected picture; nil without one.
    public var expected: Picture?
    /// The picture that was rendered; nil without one.
    public var actual: Picture?
    /// The picture of the difference; nil without one.
    public var difference: Picture?
    /// What the colours of ``difference`` count.
    public var scale = DifferenceScale.levels
    /// What the approving command takes for it, such as `mugs/antique@1f2e3d4c`; `nil` where nothing can be approved.
    public var approveArgument: String?
    /// How long the case took; nil where nobody knows.
    public var seconds: Double?

    /// A case of which only that is known.
    public init(name: String, state: State, headline: String) {
      self.name = name
      self.state = state
      self.headline = headline
    }

    /// The pictures there are, by the names they have in the page.
    var pictures: [(role: String, picture: Picture)] {
      [("expected", expected), ("actual", actual), ("difference", difference)].compactMap { role, picture in
        picture.map { (role, $0) }
      }
    }
  }

  /// Something to know of a case.
  public struct Fact: Codable, Sendable {
    /// What it is.
    public var label: String
    /// What is known.
    public var value: String

    /// Something to know, and what it is.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A place where a picture differs.
  public struct Damage: Sendable {
    /// The smallest rectangle with its pixels in it.
    public var place: PixelRect
    /// How many of its pixels differ by more than they may.
    public var pixels: Int
    /// The largest difference of a channel, in the unit that the facts name.
    public var largest: Int

    /// Different pixels in some place.
    public init(_ place: PixelRect, pixels: Int, largest: Int) {
      self.place = place
      self.pixels = pixels
      self.largest = largest
    }
  }

  /// A line of the approved recipe, of the present one, or of both.
  public struct RecipeLine: Codable, Sendable {
    /// What became of a line.
    public enum Kind: String, Codable, Sendable {
      /// It is as it was.
      case kept
      /// It is gone.
      case removed
      /// It is new.
      case added
    }

    /// What became of it.
    public var kind: Kind
    /// The line itself.
    public var text: String

    /// A line, and what became of it.
    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The cases as the reports list them: by state, within a state as they came.
  var ordered: [Case] { State.allCases.flatMap { state in cases.filter { $0.state == state } } }

  func count(_ state: State) -> Int { cases.reduce(0) { $0 + ($1.state == state ? 1 : 0) } }

  /// The command that approves everything that can be, where `confirmed` without the question, which only a terminal can
  /// ask; nil where nothing can be.
  public func approveAllCommand(confirmed: Bool) -> String? {
    let words = ordered.filter { $0.state != .passed }.compactMap { $0.approveArgument.map(shellWord) }
    return words.isEmpty ? nil : ([approveCommand(confirmed: confirmed)] + words).joined(separator: " ")
  }

  /// The approving command, without what to approve.
  package var approveCommand: String { approveCommand(confirmed: false) }

  func approveCommand(confirmed: Bool) -> String {
    // A name that begins with a hyphen would be taken for an option.
    let needsEnd = ([suite] + cases.compactMap(\.approveArgument)).contains { $0.utf8.first == UInt8(ascii: "-") }
    return "packshot golden approve \(confirmed ? "--yes " : "")\(needsEnd ? "-- " : "")\(shellWord(suite))"
  }
}
