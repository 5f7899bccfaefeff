import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// A photo that failed when it was last processed.
  public struct OpenFailure: Sendable {
    /// Path of the photo, in the form of ``Photo/path``.
    public let path: String
    /// Message for people.
    public let message: String
    /// The run in which the photo failed.
    public let run: Run
    /// The photo's record; nil if it was never rendered.
    public let photo: UUID?
  }

  /// Returns the photos that failed when they were last processed, newest failures first: those that haven't been rendered since, and
  /// that no later run over the same inputs into the same folder has passed. Photos whose files are gone are included.
  ///
  /// - Parameter path: Only this photo, by its path in the form of ``Photo/path``.
  public func openFailures(of path: String? = nil) throws(StoreError) -> [OpenFailure] {
    try query { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT runFailure.path, message, runFailure.runId, photo.id, recordedNanoseconds, max(run.started)
          FROM runFailure JOIN run ON run.id = runFailure.runId
            LEFT JOIN photo ON photo.path = runFailure.path AND photo.kind = 'original'
          \(path == nil ? "" : "WHERE runFailure.path = ?")
          GROUP BY runFailure.path ORDER BY run.started DESC, runFailure.path
          """, arguments: StatementArguments(path.map { [$0] } ?? []))
      if rows.isEmpty { return [] }
      var (runs, lastWhole): ([UUID: Run], [Run.Coverage: Date]) = ([:], [:])
      for run in try Run.fetchAll(db) {
        runs[run.id] = run
        if let (coverage, isWhole) = run.coverage, isWhole {
          lastWhole[coverage] = max(lastWhole[coverage] ?? .distantPast, run.started)
        }
      }
      return rows.compactMap { row in
        guard let run = runs[row[2]] else { return nil }
        if let recorded = row[4] as Int64?, Double(recorded) / 1e9 > run.started.timeIntervalSince1970 { return nil }
        if let (coverage, _) = run.coverage, let last = lastWhole[coverage], last > run.started { return nil }
        return OpenFailure(path: row[0], message: row[1], run: run, photo: row[3])
      }
    }
  }
}
