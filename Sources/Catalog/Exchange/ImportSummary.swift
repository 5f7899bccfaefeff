/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// How many records were new, how many were there and have changed, and how many were there as they are.
  public internal(set) var inserted = 0
  public internal(set) var updated = 0
  public internal(set) var unchanged = 0
  /// How many rows were wrong and left out, and the first of them, in their order.
  public internal(set) var failed = 0
  public internal(set) var problems: [ImportProblem] = []

  /// How many wrong rows are described.
  static let describedCount = 1000
}

/// A row that could not be imported.
public struct ImportProblem: Hashable, Sendable {
  /// The file.
  public let source: String
  /// The line in which the row begins, from 1.
  public let line: Int
  /// What is wrong and what to do.
  public let message: String
}

extension ImportProblem: CustomStringConvertible {
  /// `products.csv:7: …`, which terminals and editors make a link of.
  public var description: String { "\(source):\(line): \(message)" }
}
