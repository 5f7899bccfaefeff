import Foundation
import Text

/// Where a row is in the texts of an import.
struct ImportPlace {
  /// The number of its source, and its line there.
  let source: Int
  let line: Int
  /// Which object of a JSON text it is, from 1; nil for CSV.
  let number: Int?
  /// Where it begins; nil for what could not be read.
  let start: TextCursor?
}

/// What trying an import has shown of how it can be made in parts.
struct ImportPlan {
  /// The rows that can be taken, each after those that it refers to.
  let rows: [(number: Int, place: ImportPlace)]
  /// Whether rows refer to each other in a circle.
  let hasCircle: Bool
  /// The texts, by the numbers of their sources.
  let readers: [Int: ImportRows]
  /// The entities among the rows that aggregates are computed from, and whether records bring about what follows from them.
  let parts: Set<String>
  let hasConsequences: Bool
  /// The records that exchange unique values, by their ids.
  let claimable: Set<UUID>
  /// How rows are told.
  let rules: ImportRules
  /// What the trial came to.
  let summary: ImportSummary
  /// What is wrong, by the numbers of the rows.
  let problems: [Int: ImportProblem]
}
