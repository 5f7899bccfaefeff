/// What can be done about an error, as a case of its module's enum.
///
/// The command line names the option or the command that does it; ``suggestion`` says it to everybody else.
public protocol Remedy: Sendable {
  /// The case, as a word that stays the same: `raise-limit`.
  var name: String { get }
  /// What it takes: which limit, which record.
  var facts: Facts { get }
  /// What to do, as a sentence without a full stop that names no option or command.
  var suggestion: String { get }
}

/// A remedy that can be told from its name and facts again: of an error that came from another process.
public protocol RestorableRemedy: Remedy {
  /// Nil where the name is none of its cases'.
  init?(name: String, facts: Facts)
}

extension Remedy where Self: RawRepresentable<String> {
  /// The raw value.
  public var name: String { rawValue }
  /// None: the case says all.
  public var facts: Facts { [:] }
}

extension RestorableRemedy where Self: RawRepresentable<String> {
  /// The case whose raw value this is.
  public init?(name: String, facts: Facts) { self.init(rawValue: name) }
}
