import Foundation
import Text

/// The place of a row in the texts of an import.
struct ImportPlace {
  /// The number of its source, and its line there.
  let source: Int
  let line: Int
  /// The number of the object in a JSON text, from 1; nil for CSV.
  let number: Int?
  /// The beginning of the row; nil if it could not be read.
  let start: TextCursor?
}

/// How an import can be made in parts, as found by a trial.
struct ImportPlan {
  /// The rows that can be imported, each after the rows that it refers to.
  let rows: [(number: Int, place: ImportPlace)]
  /// Whether rows refer to each other in a cycle.
  let hasCircle: Bool
  /// The texts, by the numbers of their sources.
  let readers: [Int: ImportRows]
  /// The entities among the rows that aggregates are computed from, and whether the consequences of changes are
  /// applied.
  let parts: Set<String>
  let hasConsequences: Bool
  /// IDs of the records that exchange unique values.
  let claimable: Set<UUID>
  /// How the records of rows are identified.
  let rules: ImportRules
  /// The result of the trial.
  let summary: ImportSummary
  /// The problems, by the numbers of the rows.
  let problems: [Int: ImportProblem]
}
